#include "evaluation/evaluate.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <map>

#include "core/atomic_file.h"
#include "data/dataset.h"
#include "evaluation/moments_file.h"
#include "evaluation/small_script.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

class Evaluating : public testing::Test {
 protected:
  Evaluating() {
    test::writeSmallNetwork(folder_ / "network.pt");
    test::writePictures(folder_ / "real", 80, 1);
    test::writePictures(folder_ / "same", 70, 2);
    test::writePictures(folder_ / "bright", 60, 3, /*brightness=*/40);
  }

  JudgedSet pictures(const std::string& name) const {
    RunConfig config;
    config.setText("data.source", "folder");
    config.setText("data.path", (folder_ / name).string());
    return {.name = name, .pictures = config, .moments = {}};
  }
  JudgedSet moments(const std::string& name) const { return {.name = name, .pictures = {}, .moments = folder_ / name}; }
  JudgingNetwork network() const {
    return {
        .file = folder_ / "network.pt", .resize = "", .size = test::kSmallNetworkSize, .device = "cpu", .batch = 16};
  }
  MomentsRequest momentsOf(const JudgedSet& pictures, const fs::path& out) const {
    return {.pictures = pictures, .network = network(), .out = out};
  }
  EvaluationRequest request(const JudgedSet& real, const JudgedSet& generated) const {
    EvaluationRequest request;
    request.real = real;
    request.generated = generated;
    request.network = network();
    return request;
  }
  /// `count` pictures of one colour each, in folders by class: the first ones dark, the last ones bright.
  void writeByClass(const std::string& name, int count) {
    for (int i = 0; i < count; ++i) {
      const std::string level = std::to_string(100 + 80 * i / count);
      const fs::path folder = folder_ / name / ("class" + std::to_string(4 * i / count));
      fs::create_directories(folder);
      std::ofstream(folder / (level + "-" + std::to_string(100 + i) + ".pgm"), std::ios::binary)
          << "P5\n20 20\n255\n"
          << std::string(400, static_cast<char>(100 + 80 * i / count));
    }
  }
  static std::vector<std::string> warningsOf(const Evaluation& found) {
    std::vector<std::string> ids;
    for (const Message& warning : found.warnings) ids.push_back(warning.id);
    return ids;
  }
  static std::map<std::string, double> scores(const EvaluationRequest& request) {
    ProgressMonitor monitor;
    std::map<std::string, double> found;
    for (const Score& score : evaluate(request, monitor).scores) found[score.name] = score.value;
    return found;
  }
  static Evaluation evaluated(const EvaluationRequest& request) {
    ProgressMonitor monitor;
    return evaluate(request, monitor);
  }

  TemporaryFolder folder_;
};

TEST_F(Evaluating, TellsPicturesOfOneKindFromOthers) {
  EvaluationRequest request = this->request(pictures("real"), pictures("same"));
  request.metrics = evaluationMetrics();
  std::erase(request.metrics, "intra-fid");  // these have no classes
  const auto same = scores(request);
  request.generated = pictures("bright");
  const auto bright = scores(request);
  EXPECT_EQ(same.size(), 9U);  // fid, fid_infinity, kid, four of prdc, sliced_wasserstein, inception_score
  for (const char* name : {"fid", "fid_infinity", "kid", "sliced_wasserstein"}) {
    EXPECT_GT(bright.at(name), 3 * std::abs(same.at(name))) << name;
  }
  for (const char* name : {"precision", "recall", "density", "coverage"}) {
    EXPECT_LT(bright.at(name), same.at(name)) << name;
  }
  EXPECT_GT(same.at("inception_score"), 1);
}

TEST_F(Evaluating, ASetByItselfFindsNoDistanceAndFullCoverage) {
  const auto found = scores(request(pictures("real"), pictures("real")));
  EXPECT_LT(found.at("fid"), 1e-9);
  EXPECT_EQ(found.at("precision"), 1);
  EXPECT_EQ(found.at("coverage"), 1);
}

TEST_F(Evaluating, SaysHowMuchTheFeaturesOfEitherSideVary) {
  fs::create_directories(folder_ / "equal");
  for (int i = 0; i < 20; ++i) {
    std::ofstream(folder_ / "equal" / (std::to_string(i) + ".pgm"), std::ios::binary) << "P5\n20 20\n255\n"
                                                                                      << std::string(400, 'x');
  }
  EvaluationRequest request = this->request(pictures("real"), pictures("real"));
  request.metrics = {"fid"};
  const Evaluation same = evaluated(request);
  ASSERT_TRUE(same.real.variance);
  EXPECT_GT(*same.real.variance, 0);
  EXPECT_EQ(same.generated.variance, same.real.variance);
  request.generated = pictures("equal");
  EXPECT_LT(evaluated(request).generated.variance.value(), 1e-9 * *same.real.variance);
  request.metrics = {"is"};
  EXPECT_FALSE(evaluated(request).real.variance);
}

TEST_F(Evaluating, SaysOfWhatEachScoreIs) {
  EvaluationRequest request = this->request(pictures("real"), pictures("bright"));
  request.kept = 50;
  const Evaluation found = evaluated(request);
  EXPECT_EQ(found.features->network, "torchscript");
  EXPECT_EQ(found.features->features, test::kSmallNetworkFeatures);
  EXPECT_EQ(found.real.count, 80);
  EXPECT_EQ(found.generated.count, 60);
  for (const Score& score : found.scores) {
    EXPECT_EQ(score.real, score.name == "fid" ? 80 : 50) << score.name;
    EXPECT_EQ(score.generated, score.name == "fid" ? 60 : 50) << score.name;
  }
}

TEST_F(Evaluating, FewPicturesIsWarnedOfAndAnsweredWithoutBiasToo) {
  EvaluationRequest request = this->request(pictures("real"), pictures("same"));
  request.metrics = {"fid"};
  const Evaluation found = evaluated(request);
  ASSERT_EQ(found.warnings.size(), 1U);
  EXPECT_EQ(found.warnings.front().id, "fid_of_few_samples");
  EXPECT_NE(found.warnings.front().english().find("70 samples"), std::string::npos);
  ASSERT_EQ(found.scores.size(), 2U);
  EXPECT_EQ(found.scores.back().name, "fid_infinity");
  EXPECT_LT(found.scores.back().value, found.scores.front().value);
}

TEST_F(Evaluating, IsAFunctionOfItsRequestWhateverTheBatchAndTheThreadsThatRead) {
  EvaluationRequest one = request(pictures("real"), pictures("bright"));
  EvaluationRequest other = one;
  other.network.threads = 3;
  EXPECT_EQ(scores(one), scores(other));
  other.network.batch = 7;
  for (const auto& [name, value] : scores(other)) {
    EXPECT_NEAR(value, scores(one).at(name), 1e-4 * std::abs(value)) << name;
  }
  other = one;
  other.seed = 1;
  other.kept = 30;
  EXPECT_NE(scores(one).at("kid"), scores(other).at("kid"));
  EXPECT_EQ(scores(one).at("fid"), scores(other).at("fid"));
}

TEST_F(Evaluating, SavedMomentsStandForTheirPictures) {
  ProgressMonitor monitor;
  const MomentsOutcome saved = saveMoments(momentsOf(pictures("real"), folder_ / "real.npz"), monitor);
  EXPECT_EQ(saved.pictures, 80);
  EvaluationRequest direct = request(pictures("real"), pictures("bright"));
  const double expected = scores(direct).at("fid");
  EXPECT_NEAR(scores(request(moments("real.npz"), pictures("bright"))).at("fid"), expected, 1e-9 * expected);
  saveMoments(momentsOf(pictures("bright"), folder_ / "bright.npz"), monitor);
  EvaluationRequest both = request(moments("real.npz"), moments("bright.npz"));
  both.network = {};
  const Evaluation found = evaluated(both);
  EXPECT_NEAR(found.scores.front().value, expected, 1e-9 * expected);
  EXPECT_EQ(found.features->sha256, saved.features.sha256);
  EXPECT_EQ(found.real.count, 80);
  expectError(ErrorCode::kInvalidArgument, "evaluation_moments_already",
              [&] { saveMoments(momentsOf(moments("real.npz"), folder_ / "again.npz"), monitor); });
}

TEST_F(Evaluating, SavedMomentsAreTheSameBytesFromSharesOfOthers) {
  ProgressMonitor monitor;
  const auto bytes = [](const fs::path& file) { return readFile(file, std::uint64_t{1} << 20U); };
  const auto shares = [](const fs::path& store) { return fs::directory_iterator(store / "unfinished")->path(); };
  saveMoments(momentsOf(pictures("real"), folder_ / "alone.npz"), monitor);
  MomentsRequest shared = momentsOf(pictures("real"), folder_ / "shared.npz");
  shared.store = folder_ / "store";
  shared.leaves_shares = true;
  shareMoments(shared, monitor);
  EXPECT_FALSE(fs::exists(shared.out)) << "who puts them together writes them";
  saveMoments(shared, monitor);
  EXPECT_EQ(bytes(shared.out), bytes(folder_ / "alone.npz"));
  // What is there is not computed again, whatever it holds.
  test::writePictures(folder_ / "other", 80, 9);
  MomentsRequest other = momentsOf(pictures("other"), folder_ / "other.npz");
  other.store = folder_ / "other store";
  shareMoments(other, monitor);
  fs::copy_file(shares(other.store) / "share-0.npz", shares(shared.store) / "share-0.npz",
                fs::copy_options::overwrite_existing);
  shared.leaves_shares = false;
  saveMoments(shared, monitor);
  saveMoments(other, monitor);
  EXPECT_EQ(bytes(shared.out), bytes(other.out));
  EXPECT_TRUE(fs::is_empty(shared.store / "unfinished"));
}

TEST_F(Evaluating, FeaturesOfDifferentKindsAreNeverCompared) {
  ProgressMonitor monitor;
  saveMoments(momentsOf(pictures("real"), folder_ / "real.npz"), monitor);
  EvaluationRequest other_resize = request(moments("real.npz"), pictures("bright"));
  other_resize.network.resize = "clean-fid";
  const auto error =
      expectError(ErrorCode::kInvalidArgument, "evaluation_other_features", [&] { scores(other_resize); });
  for (const char* text : {"as stylegan", "as clean-fid", "real.npz", "bright"}) {
    EXPECT_NE(error->message().find(text), std::string::npos) << error->message();
  }
  writeMoments(folder_ / "nine.npz",
               {.mean = at::zeros({9}, at::kDouble), .covariance = at::eye(9, at::kDouble), .count = 5000},
               {.network = "torchscript", .sha256 = "0", .resize = "stylegan", .size = 16, .features = 9});
  expectError(ErrorCode::kInvalidArgument, "evaluation_other_features",
              [&] { scores(request(moments("nine.npz"), moments("real.npz"))); });
}

TEST_F(Evaluating, WhatTheSidesCannotGiveIsRefusedBeforePicturesAreRead) {
  ProgressMonitor monitor;
  saveMoments(momentsOf(pictures("real"), folder_ / "real.npz"), monitor);
  const auto refused = [&](const char* id, const EvaluationRequest& wrong) {
    expectError(ErrorCode::kInvalidArgument, id, [&] { scores(wrong); });
  };
  for (const char* metric : {"kid", "prdc", "swd"}) {
    EvaluationRequest wrong = request(moments("real.npz"), pictures("bright"));
    wrong.metrics = {metric};
    refused("evaluation_needs_pictures", wrong);
  }
  EvaluationRequest without = request(pictures("real"), pictures("bright"));
  without.network.file.clear();
  refused("evaluation_no_network", without);
  EvaluationRequest neighbours = request(pictures("real"), pictures("bright"));
  neighbours.neighbours = 60;
  refused("samples_too_few", neighbours);
  EvaluationRequest splits = request(pictures("real"), pictures("bright"));
  splits.metrics = {"is"};
  splits.inception_splits = 61;
  refused("samples_too_few", splits);
  splits.inception_splits = 10;
  test::writeScript(folder_ / "plain.pt", "def forward(self, x):\n    return x.mean([2, 3])");
  splits.network.file = folder_ / "plain.pt";
  refused("evaluation_no_classes", splits);
}

TEST_F(Evaluating, APictureThatCannotBeReadOrGivesNoNumberIsNamed) {
  std::ofstream(folder_ / "same" / "0030.ppm", std::ios::binary) << "P6\n20 20\n255\nshort";
  const auto error =
      expectError(ErrorCode::kDataLoss, "image_damaged", [&] { scores(request(pictures("real"), pictures("same"))); });
  EXPECT_NE(error->message().find("0030.ppm"), std::string::npos) << error->message();
  test::writeScript(folder_ / "network.pt",
                    "def forward(self, x):\n    y = x.mean([2, 3])\n    return torch.where(y > 185, y / 0, y)");
  const auto infinite = expectError(ErrorCode::kInvalidArgument, "features_not_finite",
                                    [&] { scores(request(pictures("real"), pictures("bright"))); });
  EXPECT_NE(infinite->message().find(".ppm"), std::string::npos) << infinite->message();
}

TEST_F(Evaluating, SlicedWassersteinComparesWithPicturesOfAllClassesWhereSidesDiffer) {
  writeByClass("sorted", 400);
  writeByClass("fewer", 100);
  EvaluationRequest request = this->request(pictures("sorted"), pictures("fewer"));
  request.metrics = {"swd"};
  const double found = scores(request).at("sliced_wasserstein");
  std::swap(request.real, request.generated);
  EXPECT_NEAR(scores(request).at("sliced_wasserstein"), found, 1e-6);
  // The darkest hundred alone would be about 0.1 away in each of the twelve features, which spread over 0.3.
  EXPECT_LT(found, 0.03);
}

TEST_F(Evaluating, TheInceptionScoreIsTheSameHoweverPicturesLieInFolders) {
  // Dark and bright pictures are of one class each.
  test::writeScript(folder_ / "classes.pt", R"(
def forward(self, img, return_features: bool = False):
    x = img.mean([2, 3])
    if return_features:
        return x
    return torch.softmax((x - 140.0) * torch.tensor([2.0, 0.0, -2.0]), 1)
)");
  writeByClass("sorted", 400);
  EvaluationRequest request = this->request(pictures("real"), pictures("sorted"));
  request.network.file = folder_ / "classes.pt";
  request.metrics = {"is"};
  request.inception_splits = 10;
  const Evaluation found = evaluated(request);
  EXPECT_GT(found.scores.front().value, 1.8);  // in the order of folders all but one split hold one class: about 1.1
  EXPECT_LT(*found.scores.front().deviation, 0.1);
}

TEST_F(Evaluating, TheInceptionScoreLeavesTheOtherSideUnread) {
  std::ofstream(folder_ / "real" / "0030.ppm", std::ios::binary) << "P6\n20 20\n255\nshort";
  EvaluationRequest request = this->request(pictures("real"), pictures("same"));
  request.metrics = {"is"};
  const Evaluation found = evaluated(request);
  ASSERT_EQ(found.scores.size(), 1U);
  EXPECT_EQ(found.real.count, 80);
}

TEST_F(Evaluating, GivesADeviationOnlyOfWhatWasMeasuredOftenAndInDifferentWays) {
  EvaluationRequest request = this->request(pictures("real"), pictures("real"));
  request.metrics = {"kid", "is"};
  request.inception_splits = 1;
  const Evaluation once = evaluated(request);
  for (const Score& score : once.scores) EXPECT_FALSE(score.deviation) << score.name;
  EXPECT_EQ(warningsOf(once), std::vector<std::string>{"kid_of_small_subsets"});
  request.kid_subset_size = 50;
  request.inception_splits = 4;
  const Evaluation often = evaluated(request);
  for (const Score& score : often.scores) EXPECT_GT(score.deviation.value_or(0), 0) << score.name;
  EXPECT_EQ(warningsOf(often), std::vector<std::string>{});
}

TEST_F(Evaluating, FidInfinityClaimsNoFreedomFromABiasThatItKeeps) {
  ProgressMonitor monitor;
  saveMoments(momentsOf(pictures("real"), folder_ / "real.npz"), monitor);
  EvaluationRequest beside = request(moments("real.npz"), pictures("same"));
  EXPECT_EQ(warningsOf(evaluated(beside)),
            (std::vector<std::string>{"fid_of_few_samples", "fid_infinity_beside_moments"}));
  test::writeScript(folder_ / "wide.pt", "def forward(self, x):\n    return x[:, :, :8, :8]");
  EvaluationRequest wide = request(pictures("real"), pictures("same"));
  wide.network.file = folder_ / "wide.pt";
  wide.metrics = {"fid-infinity"};
  EXPECT_EQ(warningsOf(evaluated(wide)),
            (std::vector<std::string>{"fid_infinity_of_few_samples", "fid_infinity_of_few_samples"}));
  EXPECT_EQ(evaluated(request(pictures("real"), pictures("same"))).warnings.front().english().find("without that"),
            std::string::npos);
}

TEST_F(Evaluating, KeepingTooFewForAScoreIsRefusedBeforePicturesAreRead) {
  ProgressMonitor monitor([](const Progress& progress) { ADD_FAILURE() << progress.stage; });
  EvaluationRequest request = this->request(pictures("real"), pictures("same"));
  for (const char* metric : {"fid-infinity", "prdc"}) {
    request.metrics = {metric};
    request.kept = 5;
    const auto error =
        expectError(ErrorCode::kInvalidArgument, "samples_kept_too_few", [&] { evaluate(request, monitor); });
    EXPECT_NE(error->message().find("--keep"), std::string::npos);
  }
}

TEST_F(Evaluating, EachMetricTakesAsManyPicturesAsSettingsAreHeldToAndRefusesOneLess) {
  EvaluationRequest request = this->request(pictures("real"), {});
  request.neighbours = 3;
  request.inception_splits = 4;
  for (const std::string& metric : evaluationMetrics()) {
    if (metric == "intra-fid") continue;  // these have no classes
    const auto least = static_cast<int>(leastPictures(metric, request.neighbours, request.inception_splits));
    test::writePictures(folder_ / (metric + " enough"), least, 4);
    test::writePictures(folder_ / (metric + " few"), least - 1, 4);
    request.metrics = {metric};
    request.generated = pictures(metric + " enough");
    EXPECT_FALSE(scores(request).empty()) << metric;
    request.generated = pictures(metric + " few");
    expectError(ErrorCode::kInvalidArgument, "samples_too_few", [&] { scores(request); });
  }
  EXPECT_EQ(leastPictures("prdc"), ScoreOptions().neighbours + 1) << "what a training's evaluations are held to";
  EXPECT_EQ(leastPictures("is"), ScoreOptions().inception_splits);
}

TEST_F(Evaluating, SaysWhichFilesItLeftOut) {
  std::ofstream(folder_ / "same" / "0100.tif", std::ios::binary) << std::string("II*\0abc", 7);
  EvaluationRequest request = this->request(pictures("real"), pictures("same"));
  request.metrics = {"swd"};
  const Evaluation found = evaluated(request);
  ASSERT_EQ(warningsOf(found), std::vector<std::string>{"pictures_passed_over"});
  for (const char* text : {"same", "70", "1 TIFF (0100.tif)"}) {
    EXPECT_NE(found.warnings.front().english().find(text), std::string::npos) << found.warnings.front().english();
  }
  ProgressMonitor monitor;
  EXPECT_EQ(saveMoments(momentsOf(pictures("same"), folder_ / "same.npz"), monitor).warnings, found.warnings);
}

TEST_F(Evaluating, SaysHowManyPicturesOtherProgramsSeeOtherwise) {
  const fs::path images = fs::path(GAN_SOURCE_DIR) / "tests/interop/images";
  for (const char* name : {"grey_alpha.png", "orientation_6.jpg"}) fs::copy(images / name, folder_ / "same" / name);
  EvaluationRequest request = this->request(pictures("real"), pictures("same"));
  request.metrics = {"swd"};
  const Evaluation found = evaluated(request);
  ASSERT_EQ(warningsOf(found), std::vector<std::string>{"pictures_composed"});
  EXPECT_TRUE(found.warnings.front().english().starts_with("2 of the 72 pictures of same"))
      << found.warnings.front().english();
}

TEST_F(Evaluating, IsStoppedWithinAScore) {
  for (const std::string metric : {"fid-infinity", "kid", "prdc"}) {
    EvaluationRequest request = this->request(pictures("real"), pictures("same"));
    request.metrics = {metric};
    ProgressMonitor* stopped = nullptr;
    ProgressMonitor monitor([&](const Progress& progress) {
      EXPECT_LE(progress.done, progress.unit == "steps" ? 1 : 80);
      if (progress.unit == "steps" && progress.done == 1) stopped->cancel();
    });
    stopped = &monitor;
    expectError(ErrorCode::kCancelled, "task_cancelled", [&] { evaluate(request, monitor); });
  }
}

/// Pictures of a folder, and how often one was read.
class CountedReads final : public Dataset {
 public:
  explicit CountedReads(std::unique_ptr<Dataset> pictures) : pictures_(std::move(pictures)) {}
  const DatasetInfo& info() const override { return pictures_->info(); }
  std::int64_t label(std::int64_t index) const override { return pictures_->label(index); }
  std::int64_t read(std::int64_t index, Image& image) const override {
    ++reads;
    return pictures_->read(index, image);
  }
  mutable std::atomic<int> reads = 0;

 private:
  std::unique_ptr<Dataset> pictures_;
};

TEST_F(Evaluating, TheRealSideIsReadOnceForSeveralEvaluationsOfOneKind) {
  const auto real = std::make_shared<CountedReads>(openDataset(*pictures("real").pictures));
  EvaluationRequest request = this->request(
      {.name = "real", .pictures = {}, .moments = {}, .opened = real, .identity = "the real ones"}, pictures("bright"));
  const auto expected = scores(request);
  EXPECT_EQ(real->reads, 80);
  request.store = folder_ / "store";
  EXPECT_EQ(scores(request), expected);
  EXPECT_EQ(real->reads, 160);
  EXPECT_EQ(scores(request), expected);
  request.generated = pictures("same");
  EXPECT_NE(scores(request), expected);
  EXPECT_EQ(real->reads, 160);
  request.kept = 40;
  scores(request);
  EXPECT_EQ(real->reads, 240);
  request.real.identity = "other ones";
  scores(request);
  EXPECT_EQ(real->reads, 320);
}

TEST_F(Evaluating, LeavesFeaturesOfNoWorkThatIsDone) {
  EvaluationRequest request = this->request(pictures("real"), pictures("bright"));
  request.store = folder_ / "store";
  EXPECT_TRUE(evaluated(request).shares.empty());
  EXPECT_TRUE(fs::is_empty(request.store / "unfinished"));
  request.leaves_shares = true;
  EXPECT_EQ(evaluated(request).shares.size(), 1U);
}

TEST_F(Evaluating, AnAnswerThatIsNoProbabilityGivesNoScore) {
  const std::string forward = "def forward(self, img, return_features: bool = False):\n    x = img.mean([2, 3])\n";
  EvaluationRequest request = this->request(pictures("real"), pictures("bright"));
  request.network.file = folder_ / "network.pt";
  request.metrics = {"is"};
  test::writeScript(folder_ / "network.pt", forward + "    return x - 200.0");
  expectError(ErrorCode::kInvalidArgument, "evaluation_no_classes", [&] { scores(request); });
  request.metrics = {"fid"};
  EXPECT_GT(scores(request).at("fid"), 0);
  request.metrics = {"is"};
  test::writeScript(folder_ / "network.pt",
                    forward + "    p = torch.softmax(x, 1)\n    return torch.where(x > 150.0, p * 2.0, p)");
  const auto error = expectError(ErrorCode::kInvalidArgument, "features_no_probabilities", [&] { scores(request); });
  EXPECT_NE(error->message().find(".ppm"), std::string::npos) << error->message();
}

TEST_F(Evaluating, IsStoppedBetweenBatches) {
  ProgressMonitor monitor([](const Progress& progress) { EXPECT_LE(progress.done, 16); });
  monitor.cancel();
  expectError(ErrorCode::kCancelled, "task_cancelled",
              [&] { evaluate(request(pictures("real"), pictures("same")), monitor); });
}

}  // namespace
}  // namespace gan
