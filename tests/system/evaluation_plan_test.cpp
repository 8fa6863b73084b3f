// What `gan-engine plan` says of evaluations, beside what they then take.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "run/journal.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Words = std::vector<std::string>;

class PlannedEvaluations : public testing::Test {
 protected:
  json facts(const std::string& command, const Words& more = {}) const {
    Words words{program("gan-engine"), command, "--preset", "simple-gan", "--devices", "cpu", "--steps", "8", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    for (const char* setting : {"data.shapes_count=96", "data.batch_size=32", "evaluation.every_steps=2",
                                "evaluation.while=paused", "evaluation.count=1024"}) {
      words.insert(words.end(), {"--set", setting});
    }
    const Finished finished = run(words, {{"XDG_CACHE_HOME", (folder_ / "cache").string()}}, std::chrono::seconds(800));
    EXPECT_EQ(finished.code, 0) << finished.errors;
    return json::parse(finished.lastLine(), nullptr, false);
  }
  json planned() const { return facts("plan", {"--iterations", "1"}).at("evaluations"); }
  /// Of each, as the journal has them.
  static std::vector<double> secondsTaken(const fs::path& run) {
    std::vector<double> seconds;
    for (const Event& event : readJournal(run / "journal.log")) {
      if (const auto* evaluated = std::get_if<Evaluated>(&event.what)) seconds.push_back(evaluated->seconds);
    }
    return seconds;
  }
  static void expectNear(double forecast, double taken) {
    constexpr double kFactor = 4;
    EXPECT_LT(forecast, kFactor * taken);
    EXPECT_GT(kFactor * forecast, taken);
  }

  TemporaryFolder folder_;
};

TEST_F(PlannedEvaluations, TakeAboutAsLongAsThePlanSays) {
  const json before = planned();
  EXPECT_EQ(before.at("trains_classifier"), true);
  EXPECT_FALSE(fs::exists(folder_ / "cache")) << "nothing of a plan is kept";
  facts("train", {"--out", (folder_ / "run").string()});
  const std::vector<double> taken = secondsTaken(folder_ / "run");
  ASSERT_EQ(taken.size(), 4U);
  const double each = *std::ranges::min_element(taken);
  expectNear(before.at("each_seconds").get<double>(), each);
  expectNear(before.at("once_seconds").get<double>(), taken.front() - each);

  const json after = planned();
  EXPECT_EQ(after.at("trains_classifier"), false) << "it is kept";
  EXPECT_EQ(after.at("real_images"), 0) << "and so is what the real images gave";
  EXPECT_EQ(after.at("once_seconds"), 0);
  expectNear(after.at("each_seconds").get<double>(), each);
}

}  // namespace
}  // namespace gan::test
