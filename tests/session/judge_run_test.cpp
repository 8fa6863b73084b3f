#include "session/judge_run.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>

#include "data/dataset.h"
#include "session/session_run.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

/// A run with a checkpoint at its tenth step, made once for all cases.
class JudgingRuns : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<TemporaryFolder>();
    const RunFolder run = smallRun(runFolder(), {"training.steps=10"});
    TrainingSession(run).wait();
  }
  static void TearDownTestSuite() { folder_.reset(); }

  static fs::path runFolder() { return folder_->path() / "run"; }
  static RunJudging request() {
    RunJudging request{.real = {.run = runFolder()}, .generated = {.run = runFolder()}, .count = 60};
    request.cache = folder_->path() / "cache";
    request.scores.metrics = {"fid", "prdc"};
    return request;
  }
  static std::map<std::string, double> scores(const RunEvaluation& found) {
    std::map<std::string, double> scores;
    for (const Score& score : found.evaluation.scores) scores[score.name] = score.value;
    return scores;
  }

  static inline std::unique_ptr<TemporaryFolder> folder_;
  ProgressMonitor monitor_;
};

TEST_F(JudgingRuns, SaysOfWhichWeightsAndDrawingItsScoresAre) {
  RunJudging request = this->request();
  request.alike.truncation.threshold = 0.5;
  const RunEvaluation found = judgeRun(request, monitor_);
  EXPECT_EQ(found.step, 10);
  EXPECT_EQ(found.checkpoint, "step-00000010.s1");
  EXPECT_EQ(found.weights, "average");
  EXPECT_EQ(found.statistics, "running");
  EXPECT_EQ(found.truncation.threshold, 0.5);
  EXPECT_EQ(found.evaluation.features->network, kInDomain);
  EXPECT_EQ(found.evaluation.real.count, 64);
  EXPECT_EQ(found.evaluation.generated.count, 60);
  EXPECT_GT(scores(found).at("fid"), 0);
}

TEST_F(JudgingRuns, ScoresThePicturesThatSampleDraws) {
  SampleRequest samples;
  samples.source.path = runFolder();
  samples.out = folder_->path() / "samples";
  samples.count = samples.all_count = 60;
  drawSamples(samples, monitor_);
  RunConfig config;
  config.setText("data.source", "folder");
  config.setText("data.path", samples.out.string());
  RunJudging of_files = request();
  of_files.generated = {.set = JudgedSet{.name = "samples", .pictures = config, .moments = {}}};
  EXPECT_EQ(scores(judgeRun(of_files, monitor_)), scores(judgeRun(request(), monitor_)));
}

TEST_F(JudgingRuns, RepeatedDrawsGiveTheMeanAndDeviationOfOnesByThemselves) {
  RunJudging request = this->request();
  request.draws = 3;
  const RunEvaluation found = judgeRun(request, monitor_);
  ASSERT_EQ(found.evaluation.scores.front().name, "fid");
  const Score& fid = found.evaluation.scores.front();
  ASSERT_TRUE(fid.deviation);
  EXPECT_GT(*fid.deviation, 0);
  const double first = scores(judgeRun(this->request(), monitor_)).at("fid");
  EXPECT_NE(fid.value, first);
  EXPECT_LT(std::abs(fid.value - first), 3 * *fid.deviation);
  EXPECT_TRUE(fs::is_empty(request.cache / "unfinished"));
}

TEST_F(JudgingRuns, GivesTheSameBitsOnAnyNumberOfThreadsAndFromSharesOfOthers) {
  RunJudging request = this->request();
  request.arithmetic_threads = 1;
  request.cache = folder_->path() / "cache of one";
  const auto expected = scores(judgeRun(request, monitor_));
  request.network.threads = 3;
  request.cache = folder_->path() / "cache of three";
  EXPECT_EQ(scores(judgeRun(request, monitor_)), expected);
  request.cache = folder_->path() / "cache of shares";
  shareJudging(request, monitor_);
  EXPECT_FALSE(fs::is_empty(request.cache / "unfinished"));
  EXPECT_EQ(scores(judgeRun(request, monitor_)), expected);
  EXPECT_TRUE(fs::is_empty(request.cache / "unfinished"));
}

JudgedSide shapes(std::int64_t seed) {
  RunConfig config;
  config.setText("data.source", "shapes");
  config.setText("data.shapes_style", "plain");
  config.set("data.shapes_count", Value(std::int64_t{300}));
  config.set("data.resolution", Value(std::int64_t{16}));
  config.set("run.seed", Value(seed));
  return {.set = JudgedSet{.name = "shapes " + std::to_string(seed), .pictures = config, .moments = {}}};
}

TEST_F(JudgingRuns, AClassifierOfOtherImagesOfTheSameKindsNamesTheRealOnes) {
  RunJudging request = this->request();
  request.real = shapes(1);
  request.generated = shapes(2);
  request.scores.metrics = {"cas"};
  const RunEvaluation found = judgeRun(request, monitor_);
  EXPECT_FALSE(found.evaluation.features);
  const auto shares = scores(found);
  const double chance = 1.0 / static_cast<double>(openDataset(*request.real.set->pictures)->info().class_names.size());
  EXPECT_GT(shares.at("cas"), 2 * chance);
  EXPECT_GE(shares.at("cas_top5"), shares.at("cas"));
  EXPECT_EQ(found.evaluation.real.count, 300);
}

TEST_F(JudgingRuns, ComparesWhatBothSidesHaveOfEachClass) {
  RunJudging request = this->request();
  request.real = shapes(1);
  request.generated = shapes(2);
  request.scores.metrics = {"intra-fid"};
  const RunEvaluation found = judgeRun(request, monitor_);
  EXPECT_EQ(found.evaluation.classes.size(), openDataset(*request.real.set->pictures)->info().class_names.size());
  double mean = 0;
  for (const ClassDistance& of_class : found.evaluation.classes) {
    mean += of_class.fid / static_cast<double>(found.evaluation.classes.size());
  }
  EXPECT_NEAR(scores(found).at("intra_fid"), mean, 1e-9 * mean);
  RunJudging of_run = this->request();  // of which nobody knows classes
  of_run.scores.metrics = {"intra-fid"};
  of_run.generated = {.run = runFolder()};
  expectError(ErrorCode::kInvalidArgument, "evaluation_no_labels", [&] { judgeRun(of_run, monitor_); });
  of_run.scores.metrics = {"cas"};
  expectError(ErrorCode::kInvalidArgument, "evaluation_no_labels", [&] { judgeRun(of_run, monitor_); });
}

TEST_F(JudgingRuns, RefusesWhatHasNoMeaning) {
  RunJudging no_cache = request();
  no_cache.cache.clear();
  expectError(ErrorCode::kInvalidArgument, "judge_no_cache", [&] { judgeRun(no_cache, monitor_); });
  RunJudging moments = request();
  moments.real = {.set = JudgedSet{.name = "moments.npz", .pictures = {}, .moments = "moments.npz"}};
  expectError(ErrorCode::kInvalidArgument, "judge_in_domain_of_moments", [&] { judgeRun(moments, monitor_); });
  RunJudging nothing_drawn = request();
  nothing_drawn.generated = moments.real;
  nothing_drawn.draws = 2;
  expectError(ErrorCode::kInvalidArgument, "judge_nothing_drawn", [&] { judgeRun(nothing_drawn, monitor_); });
  RunJudging no_step = request();
  no_step.generated.step = 11;
  EXPECT_THROW(judgeRun(no_step, monitor_), Error);
}

}  // namespace
}  // namespace gan
