#include "evaluation/evaluate.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>

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
  EvaluationRequest request(const JudgedSet& real, const JudgedSet& generated) const {
    EvaluationRequest request;
    request.real = real;
    request.generated = generated;
    request.network = network();
    return request;
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
  const MomentsOutcome saved = saveMoments(pictures("real"), network(), folder_ / "real.npz", monitor);
  EXPECT_EQ(saved.pictures, 80);
  EvaluationRequest direct = request(pictures("real"), pictures("bright"));
  const double expected = scores(direct).at("fid");
  EXPECT_NEAR(scores(request(moments("real.npz"), pictures("bright"))).at("fid"), expected, 1e-9 * expected);
  saveMoments(pictures("bright"), network(), folder_ / "bright.npz", monitor);
  EvaluationRequest both = request(moments("real.npz"), moments("bright.npz"));
  both.network = {};
  const Evaluation found = evaluated(both);
  EXPECT_NEAR(found.scores.front().value, expected, 1e-9 * expected);
  EXPECT_EQ(found.features->sha256, saved.features.sha256);
  EXPECT_EQ(found.real.count, 80);
  expectError(ErrorCode::kInvalidArgument, "evaluation_moments_already",
              [&] { saveMoments(moments("real.npz"), network(), folder_ / "again.npz", monitor); });
}

TEST_F(Evaluating, FeaturesOfDifferentKindsAreNeverCompared) {
  ProgressMonitor monitor;
  saveMoments(pictures("real"), network(), folder_ / "real.npz", monitor);
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
  saveMoments(pictures("real"), network(), folder_ / "real.npz", monitor);
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

TEST_F(Evaluating, IsStoppedBetweenBatches) {
  ProgressMonitor monitor([](const Progress& progress) { EXPECT_LE(progress.done, 16); });
  monitor.cancel();
  expectError(ErrorCode::kCancelled, "task_cancelled",
              [&] { evaluate(request(pictures("real"), pictures("same")), monitor); });
}

}  // namespace
}  // namespace gan
