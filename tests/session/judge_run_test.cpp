#include "session/judge_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <functional>
#include <iterator>
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

TEST_F(JudgingRuns, GivesTheSameBitsWhereTheGeneratorIsInStages) {
  RunJudging cut = request();
  cut.cache = folder_->path() / "cache of stages";
  cut.generated.stages = "cpu+cpu";
  EXPECT_EQ(scores(judgeRun(cut, monitor_)), scores(judgeRun(request(), monitor_)));
  cut.generated.stages = "cpu+cpu+cpu+cpu+cpu+cpu+cpu+cpu+cpu+cpu";
  const auto error =
      expectError(ErrorCode::kInvalidArgument, "pictures_not_in_stages", [&] { judgeRun(cut, monitor_); });
  ASSERT_TRUE(error);
  EXPECT_NE(error->message().find("in 10 stages, but the generator has"), std::string::npos) << error->message();
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

TEST_F(JudgingRuns, RepeatedDrawsGiveEachClassAndTheVarietyAsMeansOverThem) {
  const fs::path path = folder_->path() / "run of classes";
  TrainingSession(smallRun(path, {"training.steps=10", "model.architecture=dcgan", "model.classes=auto"})).wait();
  RunJudging request = this->request();
  request.real.run = request.generated.run = path;
  request.scores.metrics = {"intra-fid", "fid"};
  const RunEvaluation one = judgeRun(request, monitor_);
  request.draws = 3;
  const RunEvaluation found = judgeRun(request, monitor_);
  const std::vector<ClassDistance>& classes = found.evaluation.classes;
  ASSERT_EQ(classes.size(), one.evaluation.classes.size());
  ASSERT_GT(classes.size(), 1U);
  double mean = 0;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    EXPECT_EQ(classes[i].name, one.evaluation.classes[i].name);
    EXPECT_NE(classes[i].fid, one.evaluation.classes[i].fid) << "that is of one draw";
    mean += classes[i].fid / static_cast<double>(classes.size());
  }
  EXPECT_NEAR(scores(found).at("intra_fid"), mean, 1e-9 * mean);
  ASSERT_TRUE(found.evaluation.generated.variance);
  EXPECT_NE(found.evaluation.generated.variance, one.evaluation.generated.variance);
  EXPECT_EQ(found.evaluation.real.variance, one.evaluation.real.variance);
}

TEST_F(JudgingRuns, GivesTheSameBitsOnAnyNumberOfThreadsAndFromSharesOfOthers) {
  RunJudging request = this->request();
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

/// Folders of features that unfinished evaluations left.
std::size_t unfinished(const fs::path& cache) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(cache / "unfinished"), fs::directory_iterator()));
}

TEST_F(JudgingRuns, TakesNoSharesOfAnotherEvaluationForItsOwn) {
  const RunJudging request = this->request();
  const auto expected = scores(judgeRun(request, monitor_));
  std::size_t left = 0;
  const auto leave = [&](const char* what, const std::function<void(RunJudging&)>& change) {
    RunJudging other = request;
    change(other);
    shareJudging(other, monitor_);
    EXPECT_EQ(unfinished(request.cache), ++left) << what;
  };
  leave("seed", [](RunJudging& other) { other.alike.seed = 1; });
  leave("count", [](RunJudging& other) { other.count = 61; });
  leave("truncation", [](RunJudging& other) { other.alike.truncation.threshold = 0.5; });
  leave("weights", [](RunJudging& other) { other.generated.weights = "newest"; });
  EXPECT_EQ(scores(judgeRun(request, monitor_)), expected);
  EXPECT_EQ(unfinished(request.cache), left) << "the others may still be gone on with";
  for (const auto& folder : fs::directory_iterator(request.cache / "unfinished")) fs::remove_all(folder.path());
}

TEST_F(JudgingRuns, GoesOnWithTheSameWeightsUnderAnotherName) {
  RunJudging request = this->request();
  judgeRun(request, monitor_);  // what the real side gives is kept from now on
  const fs::path weights = runFolder() / "checkpoints" / "step-00000010.s1" / "ema.safetensors";
  for (const char* name : {"step-00000010.s1.safetensors", "step-00000010.s2.safetensors"}) {
    request.generated.run = folder_->path() / name;
    fs::copy_file(weights, request.generated.run);
    shareJudging(request, monitor_);
    EXPECT_EQ(unfinished(request.cache), 1U) << name;
  }
  judgeRun(request, monitor_);
  EXPECT_EQ(unfinished(request.cache), 0U);
}

TEST_F(JudgingRuns, LeavesItsSharesToThoseWhoStillLookForThemWhereItIsToldTo) {
  RunJudging request = this->request();
  judgeRun(request, monitor_);
  request.leaves_shares = true;
  request.draws = 2;
  RunEvaluation found = judgeRun(request, monitor_);
  EXPECT_EQ(unfinished(request.cache), 2U) << "of each draw";
  removeShares(found.evaluation);
  EXPECT_EQ(unfinished(request.cache), 0U);
}

JudgedSide shapes(std::int64_t seed, std::int64_t count = 300) {
  RunConfig config;
  config.setText("data.source", "shapes");
  config.setText("data.shapes_style", "plain");
  config.set("data.shapes_count", Value(count));
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

TEST_F(JudgingRuns, TakeAnAccuracyScoreThatAnotherProcessHasComputed) {
  RunJudging request = this->request();
  request.real = shapes(1, 40);
  request.generated = shapes(2, 40);
  request.scores.metrics = {"cas"};
  request.cache = folder_->path() / "cache of one classifier";
  const auto expected = scores(judgeRun(request, monitor_));
  EXPECT_TRUE(fs::is_empty(request.cache / "unfinished"));

  request.cache = folder_->path() / "cache of another's classifier";
  shareJudging(request, monitor_);
  EXPECT_EQ(unfinished(request.cache), 1U);
  bool trained = false;
  ProgressMonitor listening([&](const Progress& progress) { trained |= progress.stage == kAccuracyStage; });
  EXPECT_EQ(scores(judgeRun(request, listening)), expected);
  EXPECT_FALSE(trained);
  EXPECT_EQ(unfinished(request.cache), 0U);

  shareJudging(request, monitor_);
  request.generated = shapes(3, 40);
  judgeRun(request, listening);
  EXPECT_TRUE(trained) << "what is kept is of other pictures";
  EXPECT_EQ(unfinished(request.cache), 1U);
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

void writePicture(const fs::path& file, int brightness, int number) {
  std::string pixels;
  for (int pixel = 0; pixel < 28 * 28; ++pixel) {
    pixels.push_back(static_cast<char>(brightness + pixel % 28 * (1 + number % 3) + pixel / 28 * (number % 4)));
  }
  std::ofstream(file, std::ios::binary) << "P5\n28 28\n255\n" << pixels;
}

/// As of a disk that lies: the file's size and time stay.
void damage(const fs::path& file) {
  const auto time = fs::last_write_time(file);
  const auto size = fs::file_size(file);
  std::ofstream(file, std::ios::binary) << "P5\n28 28\n" << std::string(size - 9, 'x');
  fs::last_write_time(file, time);
}

/// Bitmaps whose names and sizes do not tell one folder from another.
JudgedSide bitmaps(const fs::path& folder, int brightness) {
  fs::create_directories(folder);
  for (int i = 0; i < 40; ++i) writePicture(folder / (std::to_string(100 + i) + ".pgm"), brightness, i);
  RunConfig config;
  config.setText("data.source", "folder");
  config.setText("data.path", folder.string());
  return {.set = JudgedSet{.name = folder.string(), .pictures = config, .moments = {}}};
}

TEST_F(JudgingRuns, TakesNothingOfOneFolderForAnotherOfEqualNamesAndSizesNorForWhatItHeldBefore) {
  RunJudging request = this->request();
  request.real = bitmaps(folder_->path() / "dark", 10);
  request.generated = bitmaps(folder_->path() / "bright", 100);
  const double first = scores(judgeRun(request, monitor_)).at("fid");
  EXPECT_GT(first, 0.01);
  for (int i = 0; i < 20; ++i) {
    const fs::path file = folder_->path() / "dark" / (std::to_string(100 + i) + ".pgm");
    const auto before = fs::last_write_time(file);
    writePicture(file, 60, i);
    fs::last_write_time(file, before + std::chrono::seconds(1));
  }
  EXPECT_NE(scores(judgeRun(request, monitor_)).at("fid"), first);
}

TEST_F(JudgingRuns, CountsImagesThatCannotBeReadAndKeepsNothingOfTheirReplacements) {
  const fs::path images = folder_->path() / "images";
  bitmaps(images, 10);
  RunJudging request = this->request();
  request.real.run = request.generated.run = folder_->path() / "run of images";
  request.cache = folder_->path() / "cache of images";
  TrainingSession(smallRun(request.real.run, {"training.steps=10", "data.source=folder", "data.path=" + images.string(),
                                              "data.corrupt_limit=0.05"}))
      .wait();
  const fs::path file = images / "103.pgm";
  const auto time = fs::last_write_time(file);
  damage(file);
  const auto kept = [&] {
    return std::ranges::count_if(fs::directory_iterator(request.cache), [](const fs::directory_entry& entry) {
      return entry.path().filename().string().starts_with("images-");
    });
  };
  const auto replaced = [](const RunEvaluation& found) {
    return std::ranges::count(found.evaluation.warnings, "pictures_replaced", &Message::id);
  };
  const RunEvaluation damaged = judgeRun(request, monitor_);
  EXPECT_EQ(replaced(damaged), 1);
  EXPECT_EQ(kept(), 0);
  const RunEvaluation again = judgeRun(request, monitor_);
  EXPECT_EQ(replaced(again), 1);
  EXPECT_EQ(again.evaluation.features->sha256, damaged.evaluation.features->sha256);

  writePicture(file, 10, 3);
  fs::last_write_time(file, time);
  const RunEvaluation repaired = judgeRun(request, monitor_);
  EXPECT_EQ(replaced(repaired), 0);
  EXPECT_EQ(kept(), 1);
  EXPECT_NE(repaired.evaluation.features->sha256, damaged.evaluation.features->sha256);
}

TEST_F(JudgingRuns, SaysOfAnAccuracyScoreThatImagesGaveWayToOthers) {
  const fs::path images = folder_->path() / "images of classes";
  bitmaps(images / "cats", 10);
  bitmaps(images / "dogs", 90);
  RunJudging request = this->request();
  request.real.run = folder_->path() / "run of images of classes";
  const fs::path others = folder_->path() / "others of classes";
  bitmaps(others / "cats", 20);
  request.generated = bitmaps(others / "dogs", 80);
  request.generated.set->pictures->setText("data.path", others.string());
  request.scores.metrics = {"cas"};
  TrainingSession(smallRun(request.real.run, {"training.steps=10", "data.source=folder", "data.path=" + images.string(),
                                              "data.corrupt_limit=0.05"}))
      .wait();
  damage(images / "cats" / "103.pgm");
  const RunEvaluation found = judgeRun(request, monitor_);
  ASSERT_EQ(found.evaluation.warnings.size(), 1U);
  EXPECT_EQ(found.evaluation.warnings[0].id, "pictures_replaced");
}

TEST_F(JudgingRuns, PlansWhatPassesThroughNetworksAndForecastsItBeforeMinutesAreSpent) {
  RunJudging request = this->request();
  request.draws = 2;
  request.cache = folder_->path() / "cache of plans";
  const JudgingForecast before = forecastJudging(request);
  EXPECT_FALSE(fs::exists(request.cache / "unfinished")) << "it only looks";
  // Thirty passes over 64 images are 15 batches of 128.
  EXPECT_EQ(before.plan.trained, 15 * 128);
  EXPECT_EQ(before.plan.real, 64);
  EXPECT_EQ(before.plan.generated, 120);
  EXPECT_EQ(before.step, 10);
  EXPECT_EQ(before.checkpoint, "step-00000010.s1");
  EXPECT_GT(before.shared_seconds, 0);
  EXPECT_GT(before.seconds, before.shared_seconds) << "the classifier is made by one process";
  std::vector<JudgingPlan> told;
  request.planned = [&](const JudgingPlan& plan) { told.push_back(plan); };
  judgeRun(request, monitor_);
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told.front().all(), before.plan.all());
  const JudgingForecast after = forecastJudging(request);
  EXPECT_EQ(after.plan.trained, 0) << "the classifier is kept";
  EXPECT_EQ(after.plan.real, 0) << "and so is what the real images gave";
  EXPECT_EQ(after.plan.generated, 120);
  EXPECT_EQ(after.seconds, after.shared_seconds);
}

TEST_F(JudgingRuns, PlansAndForecastsByTheFileOfANetworkToo) {
  RunJudging request = this->request();
  judgeRun(request, monitor_);
  request.in_domain = false;
  for (const auto& entry : fs::directory_iterator(request.cache)) {
    if (entry.path().extension() == ".safetensors") request.network.file = entry.path();
  }
  ASSERT_FALSE(request.network.file.empty());
  request.cache = folder_->path() / "cache of a file";
  const JudgingForecast before = forecastJudging(request);
  EXPECT_EQ(before.plan.trained, 0);
  EXPECT_EQ(before.plan.real, 64);
  EXPECT_EQ(before.plan.generated, 60);
  EXPECT_GT(before.once_seconds, 0);
  EXPECT_GT(before.seconds, before.once_seconds);
  std::int64_t planned = 0;
  request.planned = [&](const JudgingPlan& plan) { planned = plan.all(); };
  judgeRun(request, monitor_);
  EXPECT_EQ(planned, before.plan.all());
}

TEST_F(JudgingRuns, ForecastsARunThatDoesNotExistYetAsTheOneThatIsThenMade) {
  RunJudging request = this->request();
  judgeRun(request, monitor_);
  const JudgingForecast made = forecastJudging(request);
  request.real.unbegun = request.generated.unbegun = RunFolder::open(runFolder()).config();
  request.real.run = request.generated.run = "nowhere";
  const JudgingForecast unbegun = forecastJudging(request);
  EXPECT_EQ(unbegun.plan.all(), made.plan.all()) << "what is kept of the images is found";
  EXPECT_EQ(unbegun.plan.generated, 60);
  EXPECT_GT(unbegun.seconds, 0);
  EXPECT_EQ(unbegun.once_seconds, 0);
  request.cache = folder_->path() / "cache of another";
  const JudgingForecast first = forecastJudging(request);
  EXPECT_EQ(first.plan.trained, 15 * 128);
  EXPECT_EQ(first.plan.real, 64);
  EXPECT_GT(first.once_seconds, first.shared_once_seconds) << "the classifier is made by one process";
  EXPECT_GT(first.seconds, first.once_seconds);
}

TEST_F(JudgingRuns, TakesTheWeightsThatAreAskedFor) {
  RunJudging request = this->request();
  request.generated.weights = "newest";
  const RunEvaluation newest = judgeRun(request, monitor_);
  EXPECT_EQ(newest.weights, "newest");
  EXPECT_NE(scores(newest), scores(judgeRun(this->request(), monitor_)));
  request.generated.weights = "best";
  expectError(ErrorCode::kInvalidArgument, "weights_unknown", [&] { judgeRun(request, monitor_); });
  const RunFolder plain = smallRun(folder_->path() / "without average", {"training.steps=10", "ema.enabled=false"});
  TrainingSession(plain).wait();
  request.real.run = request.generated.run = plain.path();
  request.generated.weights = "average";
  expectError(ErrorCode::kInvalidArgument, "weights_not_there", [&] { judgeRun(request, monitor_); });
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
  RunJudging few = request();
  few.count = 4;
  few.cache = folder_->path() / "cache of nothing";
  expectError(ErrorCode::kInvalidArgument, "samples_too_few", [&] { judgeRun(few, monitor_); });
  EXPECT_FALSE(fs::exists(few.cache)) << "a classifier was made first";
  RunJudging no_step = request();
  no_step.generated.step = 11;
  EXPECT_THROW(judgeRun(no_step, monitor_), Error);
}

}  // namespace
}  // namespace gan
