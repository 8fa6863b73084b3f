#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <iostream>
#include <nlohmann/json.hpp>

#include "run/journal.h"
#include "support/process.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;

/// Trainings on real data that take long; each stays in the build folder and goes on there.
struct Training {
  const char* preset;
  const char* data;                   // inside ../shared/data
  std::vector<const char*> settings;  // images that are kept back, if not another file
  const char* held_out;               // inside data; empty: what the settings keep back
};

void PrintTo(const Training& training, std::ostream* out) { *out << training.preset; }

constexpr double kLeastSeconds = 30 * 60;

class Long : public ::testing::TestWithParam<Training> {};

/// What a run has trained, its breaks left out.
double secondsTrained(const fs::path& run) {
  double seconds = 0;
  double started = 0;
  double last = 0;
  for (const Event& event : readJournal(run / "journal.log")) {
    if (std::holds_alternative<SegmentStarted>(event.what)) {
      seconds += last - started;
      started = event.unix_seconds;
    }
    last = event.unix_seconds;
  }
  return seconds + last - started;
}

fs::path folderOf(const Training& training) { return fs::path(GAN_BIN_DIR).parent_path() / "long" / training.preset; }

/// Begins it or goes on with it, until it has ended or trained so long altogether.
void trainFor(const Training& training, const fs::path& data, double seconds) {
  const fs::path run_folder = folderOf(training);
  std::vector<std::string> command = {program("gan-engine"), "resume", run_folder.string()};
  if (!fs::exists(run_folder / "journal.log")) {
    fs::create_directories(run_folder.parent_path());
    command = {program("gan-engine"), "train", "--preset",         training.preset, "--data",
               data.string(),         "--out", run_folder.string()};
    for (const char* setting : training.settings) command.insert(command.end(), {"--set", setting});
  }
  const double before = fs::exists(run_folder / "journal.log") ? secondsTrained(run_folder) : 0;
  if (before >= seconds) return;
  Process engine(command);
  waitUntil([&] { return !engine.running(); }, std::chrono::seconds(static_cast<std::int64_t>(seconds - before) + 60));
  if (engine.running()) engine.signal(SIGTERM);
  const int code = engine.wait();
  ASSERT_TRUE(code == 0 || code == 3) << code << ": " << engine.errors();
}

TEST_P(Long, ComesToTwoFifthsOfTheFirstDistanceFromImagesThatItNeverSaw) {
  const fs::path data = fs::path(GAN_SHARED_DIR) / "data" / GetParam().data;
  if (!fs::exists(data)) GTEST_SKIP() << "needs the images of " << data;
  const fs::path run_folder = folderOf(GetParam());
  ASSERT_NO_FATAL_FAILURE(trainFor(GetParam(), data, kLeastSeconds));
  std::vector<std::string> measure = {program("sliced_wasserstein_tool"), run_folder.string()};
  if (*GetParam().held_out != '\0')
    measure.insert(measure.end(), {"--held-out", (data / GetParam().held_out).string()});
  const Finished measured = run(measure, {}, std::chrono::seconds(900));
  ASSERT_EQ(measured.code, 0) << measured.errors;
  const auto distance = nlohmann::json::parse(measured.lastLine());
  std::cout << "sliced Wasserstein distance: step 0 " << distance["untrained"] << ", after "
            << secondsTrained(run_folder) / 60 << " min " << distance["trained"] << "; pictures in " << run_folder
            << "\n";
  EXPECT_GE(secondsTrained(run_folder), kLeastSeconds) << "it ended before";
  EXPECT_LE(distance["trained"].get<double>(), 0.4 * distance["untrained"].get<double>());
}

INSTANTIATE_TEST_SUITE_P(All, Long,
                         ::testing::Values(Training{"fashion-sngan", "fashion_mnist", {}, "t10k-images-idx3-ubyte.gz"},
                                           Training{"clothing-sagan-64",
                                                    "clothing/train",
                                                    {"data.validation=per_class", "data.validation_per_class=10"},
                                                    ""}),
                         [](const auto& one) {
                           std::string name = one.param.preset;
                           std::erase(name, '-');
                           return name;
                         });

TEST(LongClassifier, NamesFashionMnistsTestImages) {
  const fs::path data = fs::path(GAN_SHARED_DIR) / "data/fashion_mnist";
  if (!fs::exists(data)) GTEST_SKIP() << "needs the images of " << data;
  const Training training{"fashion-resnet-18", "fashion_mnist", {}, ""};
  ASSERT_NO_FATAL_FAILURE(trainFor(training, data, 2 * kLeastSeconds));
  const Finished tested =
      run({program("gan-engine"), "test", folderOf(training).string(), "--json"}, {}, std::chrono::seconds(900));
  ASSERT_EQ(tested.code, 0) << tested.errors;
  const auto found = nlohmann::json::parse(tested.lastLine());
  std::cout << found << "\n";
  EXPECT_EQ(found.at("images"), 10'000);
  EXPECT_GE(found.at("top1").get<double>(), 0.88);
}

}  // namespace
}  // namespace gan::test
