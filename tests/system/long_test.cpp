#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <iostream>
#include <nlohmann/json.hpp>

#include "core/units.h"
#include "run/journal.h"
#include "support/process.h"
#include "support/result_row.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;

/// Trainings on real data that take long; each stays in the build folder and goes on there.
struct Training {
  const char* preset;
  const char* data;                   // inside ../shared/data
  std::vector<const char*> settings;  // images that are kept back, if not another file
  const char* held_out;               // inside data; empty: what the settings keep back
  std::int64_t least_steps;           // what half an hour makes on two cores that do nothing else
};

void PrintTo(const Training& training, std::ostream* out) { *out << training.preset; }

constexpr double kLeastSeconds = 30 * 60;
/// Beside other work the same steps take longer; after this the test gives up.
constexpr double kMostSeconds = 80 * 60;

class Long : public ::testing::TestWithParam<Training> {};

/// What a run has trained, its breaks left out.
struct Trained {
  double seconds = 0;
  std::int64_t steps = 0;
};

Trained trained(const fs::path& run) {
  Trained sum;
  double started = 0;
  double last = 0;
  for (const Event& event : readJournal(run / "journal.log")) {
    if (std::holds_alternative<SegmentStarted>(event.what)) {
      sum.seconds += last - started;
      started = event.unix_seconds;
    }
    last = event.unix_seconds;
    sum.steps = event.step;
  }
  sum.seconds += last - started;
  return sum;
}

/// Of what these tests leave behind: runs, and of each its newest picture beside it.
fs::path longFolder() { return fs::path(GAN_BIN_DIR).parent_path() / "long"; }

fs::path folderOf(const Training& training) { return longFolder() / training.preset; }

/// Copies the newest picture of a run, and what is said of it, to RUN.png and RUN.json.
void keepPicture(const fs::path& run_folder) {
  std::string newest;
  for (const Event& event : readJournal(run_folder / "journal.log")) {
    if (const auto* written = std::get_if<SampleWritten>(&event.what)) newest = written->name;
  }
  ASSERT_FALSE(newest.empty()) << run_folder << " has no picture";
  for (const char* const ending : {".png", ".json"}) {
    fs::copy_file(run_folder / "samples" / (newest + ending), run_folder.string() + ending,
                  fs::copy_options::overwrite_existing);
  }
}

std::string lengthOf(const Trained& sum) {
  return " for " + digitsOf(sum.seconds / 60, 0) + " min and " + formatCount(sum.steps) + " steps";
}

/// Begins it or goes on with it, until it has ended or trained so long and so many steps altogether.
void trainFor(const Training& training, const fs::path& data, double seconds) {
  const fs::path run_folder = folderOf(training);
  std::vector<std::string> command = {program("gan-engine"), "resume", run_folder.string()};
  if (!fs::exists(run_folder / "journal.log")) {
    fs::create_directories(run_folder.parent_path());
    command = {program("gan-engine"), "train", "--preset",         training.preset, "--data",
               data.string(),         "--out", run_folder.string()};
    for (const char* setting : training.settings) command.insert(command.end(), {"--set", setting});
  }
  const fs::path journal = run_folder / "journal.log";
  const auto enough = [&] {
    if (!fs::exists(journal)) return false;
    const Trained sum = trained(run_folder);
    return (sum.seconds >= seconds && sum.steps >= training.least_steps) || sum.seconds >= kMostSeconds;
  };
  if (enough()) return;
  Process engine(command);
  waitUntil([&] { return !engine.running() || enough(); }, std::chrono::hours(2), std::chrono::seconds(10));
  if (engine.running()) engine.signal(SIGTERM);
  const int code = engine.wait();
  ASSERT_TRUE(code == 0 || code == 3) << code << ": " << engine.errors();
}

/// What rules said of a run, but information.
std::vector<std::string> accusations(const fs::path& run) {
  std::vector<std::string> said;
  for (const Event& event : readJournal(run / "journal.log")) {
    const auto* alert = std::get_if<Alert>(&event.what);
    if (alert != nullptr && alert->severity != Severity::kInfo) said.push_back(describe(event));
  }
  return said;
}

TEST_P(Long, ComesToTwoFifthsOfTheFirstDistanceFromImagesThatItNeverSaw) {
  const fs::path data = fs::path(GAN_SHARED_DIR) / "data" / GetParam().data;
  if (!fs::exists(data)) GTEST_SKIP() << "needs the images of " << data;
  const fs::path run_folder = folderOf(GetParam());
  ASSERT_NO_FATAL_FAILURE(trainFor(GetParam(), data, kLeastSeconds));
  std::vector<std::string> measure = {program("sliced_wasserstein_tool"), run_folder.string()};
  if (*GetParam().held_out != '\0')
    measure.insert(measure.end(), {"--held-out", (data / GetParam().held_out).string()});
  EXPECT_THAT(accusations(run_folder), testing::IsEmpty());
  const Finished measured = run(measure, {}, std::chrono::seconds(900));
  ASSERT_EQ(measured.code, 0) << measured.errors;
  const Trained sum = trained(run_folder);
  const auto distance = nlohmann::json::parse(measured.lastLine());
  const auto untrained = distance.at("untrained").get<double>();
  const auto reached = distance.at("trained").get<double>();
  std::cout << resultRow(
      "long_test",
      GetParam().preset + lengthOf(sum) +
          ": sliced Wasserstein distance to images that it never saw, over that of untrained "
          "weights; picture in `build/release/long/" +
          GetParam().preset + ".png`",
      digitsOf(reached, 3) + " / " + digitsOf(untrained, 3) + " = " + digitsOf(reached / untrained, 2),
      "0.4 after 30 min");
  ASSERT_NO_FATAL_FAILURE(keepPicture(run_folder));
  EXPECT_GE(sum.seconds, kLeastSeconds) << "it ended before";
  EXPECT_GE(sum.steps, GetParam().least_steps) << "this machine was too busy to tell";
  EXPECT_LE(reached, 0.4 * untrained);
}

INSTANTIATE_TEST_SUITE_P(
    All, Long,
    ::testing::Values(Training{"fashion-sngan", "fashion_mnist", {}, "t10k-images-idx3-ubyte.gz", 3'000},
                      Training{"clothing-sagan-64",
                               "clothing/train",
                               {"data.validation=per_class", "data.validation_per_class=10"},
                               "",
                               2'500}),
    [](const auto& one) {
      std::string name = one.param.preset;
      std::erase(name, '-');
      return name;
    });

/// Presets that need no measured distance, but are not to be accused either in half an hour, whatever their length.
struct Healthy {
  const char* preset;
  const char* data;  // inside ../shared/data; empty: the program draws its images itself
};

void PrintTo(const Healthy& healthy, std::ostream* out) { *out << healthy.preset; }

class LongHealth : public ::testing::TestWithParam<Healthy> {};

TEST_P(LongHealth, IsNotAccusedOfAnything) {
  const bool has_data = *GetParam().data != '\0';
  const fs::path data = fs::path(GAN_SHARED_DIR) / "data" / GetParam().data;
  if (has_data && !fs::exists(data)) GTEST_SKIP() << "needs the images of " << data;
  const std::string preset = GetParam().preset;
  const fs::path run_folder = longFolder() / ("health-" + preset);
  fs::remove_all(run_folder);
  fs::create_directories(run_folder.parent_path());
  std::vector<std::string> command = {program("gan-engine"), "train", "--preset",          preset,  "--out",
                                      run_folder.string(),   "--set", "training.epochs=0", "--set", "training.steps=0"};
  if (has_data) command.insert(command.end(), {"--data", data.string()});
  Process engine(command);
  const auto enough = [&] {
    return fs::exists(run_folder / "journal.log") && trained(run_folder).seconds >= kLeastSeconds;
  };
  waitUntil([&] { return !engine.running() || enough(); }, std::chrono::hours(1), std::chrono::seconds(10));
  ASSERT_TRUE(engine.running()) << engine.errors();
  engine.signal(SIGTERM);
  EXPECT_EQ(engine.wait(), 3) << engine.errors();
  const Trained sum = trained(run_folder);
  std::cout << resultRow("long_test", preset + lengthOf(sum) + ": what rules said of it",
                         accusations(run_folder).empty() ? "nothing" : "see the run's log", "nothing");
  EXPECT_GE(sum.seconds, kLeastSeconds);
  EXPECT_THAT(accusations(run_folder), testing::IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(All, LongHealth,
                         ::testing::Values(Healthy{"simple-gan", ""}, Healthy{"shapes-dcgan", ""},
                                           Healthy{"shapes-cgan", ""}, Healthy{"fashion-dcgan", "fashion_mnist"}),
                         [](const auto& one) {
                           std::string name = one.param.preset;
                           std::erase(name, '-');
                           return name;
                         });

TEST(LongClassifier, NamesFashionMnistsTestImages) {
  const fs::path data = fs::path(GAN_SHARED_DIR) / "data/fashion_mnist";
  if (!fs::exists(data)) GTEST_SKIP() << "needs the images of " << data;
  const Training training{"fashion-resnet-18", "fashion_mnist", {}, "", 0};
  ASSERT_NO_FATAL_FAILURE(trainFor(training, data, 2 * kLeastSeconds));
  const Finished tested =
      run({program("gan-engine"), "test", folderOf(training).string(), "--json"}, {}, std::chrono::seconds(900));
  ASSERT_EQ(tested.code, 0) << tested.errors;
  const auto found = nlohmann::json::parse(tested.lastLine());
  std::cout << resultRow(
      "long_test",
      training.preset + lengthOf(trained(folderOf(training))) +
          ": share of the 10,000 test images whose class it names, and has among its first five",
      digitsOf(found.at("top1").get<double>(), 4) + ", " + digitsOf(found.at("top5").get<double>(), 4), "0.88");
  EXPECT_EQ(found.at("images"), 10'000);
  EXPECT_GE(found.at("top1").get<double>(), 0.88);
}

}  // namespace
}  // namespace gan::test
