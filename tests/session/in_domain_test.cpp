#include "session/in_domain.h"

#include <ATen/Parallel.h>
#include <ATen/ops/allclose.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/equal.h>
#include <ATen/ops/zeros_like.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <tuple>
#include <utility>
#include <vector>

#include "data/fitted_images.h"
#include "data/images_identity.h"
#include "evaluation/feature_network.h"
#include "evaluation/feature_share_file.h"
#include "session/judge_run.h"
#include "session/nearest_images.h"
#include "session/train_classifier.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

RunConfig shapes(std::int64_t count) {
  RunConfig config;
  config.setText("data.source", "shapes");
  config.set("data.shapes_count", Value(count));
  config.set("data.resolution", Value(std::int64_t{16}));
  return config;
}

class InDomain : public testing::Test {
 protected:
  InDomainRequest request(std::int64_t count = 40) const {
    const RunConfig config = shapes(count);
    const auto images = std::make_shared<const FittedImages>(openDataset(config), fitWithoutChance(config));
    return {.images = images,
            .data = config,
            .identity = identityOfImages(config, images->info()),
            .cache = folder_ / "cache"};
  }
  /// How many steps it took, 0 where the classifier was there.
  std::int64_t stepsOf(const InDomainRequest& request) const {
    std::int64_t steps = 0;
    ProgressMonitor monitor([&](const Progress& progress) { steps = progress.done; });
    file_ = inDomainClassifier(request, monitor);
    return steps;
  }
  std::vector<fs::path> cached() const {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder_ / "cache")) {
      if (entry.path().extension() != ".lock") files.push_back(entry.path());
    }
    return files;
  }

  TemporaryFolder folder_;
  mutable fs::path file_;
};

TEST_F(InDomain, IsMadeOnceForTheSameImagesAndIsTheirsAlone) {
  EXPECT_EQ(stepsOf(request()), classifierSteps(40));
  const fs::path first = file_;
  EXPECT_EQ(stepsOf(request()), 0);
  EXPECT_EQ(file_, first);
  InDomainRequest on_gpu = request();
  on_gpu.device = "cuda:0";
  EXPECT_EQ(keptInDomain(on_gpu), first) << "the one that is there, or scores would not compare";
  EXPECT_GT(stepsOf(request(30)), 0);
  EXPECT_NE(file_, first);
}

TEST_F(InDomain, IsOpenedByItsFileAlone) {
  stepsOf(request());
  const auto network = openFeatureNetwork({.file = file_});
  EXPECT_EQ(network->kind().network, kInDomain);
  EXPECT_EQ(network->kind().size, 16);
  EXPECT_EQ(network->kind().features, 512);
  EXPECT_EQ(network->kind().sha256.size(), 64U);
  EXPECT_TRUE(network->tellsClasses());
}

TEST_F(InDomain, SaysWhichImagesAreNearestToAPictureByItsFeatures) {
  const RunConfig config = shapes(40);
  stepsOf(request());
  const auto network = openFeatureNetwork({.file = file_});
  const NearestImages images(config, openDataset(config)->info().fingerprint,
                             {.threads = 2, .measure = NearestMeasure::kFeatures, .cache = folder_ / "cache"});
  std::vector<NearImage> found;
  images.search(images.image(7), 0, images.count(), 5, found);
  // Each picture by itself.
  const auto features = [&](std::int64_t index) {
    at::Tensor input = at::empty({1, network->channels(), 16, 16});
    network->prepare(images.image(index), {input.data_ptr<float>(), static_cast<std::size_t>(input.numel())});
    return network->run(input, false).features.to(at::kDouble);
  };
  const at::Tensor wanted = features(7);
  std::vector<std::tuple<double, std::int64_t>> expected;
  for (std::int64_t index = 0; index < images.count(); ++index) {
    const double squares = (features(index) - wanted).square().sum().item<double>();
    expected.emplace_back(std::sqrt(squares / wanted.square().sum().item<double>()), index);
  }
  std::ranges::sort(expected);
  ASSERT_EQ(found.size(), 5U);
  EXPECT_EQ(found.front().index, 7);
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_NEAR(images.distance(found[i]), std::get<0>(expected[i]), 1e-4) << i;
  }
  EXPECT_GT(images.distance(found.back()), 0.001) << "others are others";
}

TEST_F(InDomain, KeepsWhatItSeesOfEachImageForTheNextSearch) {
  const RunConfig config = shapes(40);
  stepsOf(request());
  const auto search = [&] {
    const NearestImages images(config, openDataset(config)->info().fingerprint,
                               {.threads = 2, .measure = NearestMeasure::kFeatures, .cache = folder_ / "cache"});
    std::vector<NearImage> found;
    images.search(images.image(7), 0, images.count(), 5, found);
    return found;
  };
  const std::vector<NearImage> first = search();
  fs::path share;
  for (const auto& entry : fs::recursive_directory_iterator(folder_ / "cache")) {
    if (entry.path().extension() == ".npz") share = entry.path();
  }
  ASSERT_FALSE(share.empty());
  EXPECT_EQ(search(), first);
  const at::Tensor kept = readShare(share, 40).features;
  writeShare(share, {.features = at::zeros_like(kept), .probabilities = {}});
  EXPECT_NEAR(search().front().squares, 1, 1e-12) << "they were computed again";
  fs::resize_file(share, fs::file_size(share) / 2);
  const std::vector<NearImage> again = search();
  ASSERT_EQ(again.size(), first.size());
  for (std::size_t i = 0; i < first.size(); ++i) EXPECT_NEAR(again[i].squares, first[i].squares, 1e-4) << i;
  EXPECT_TRUE(at::allclose(readShare(share, 40).features, kept, 1e-4, 1e-4)) << "a whole one is there again";
}

/// Steps that were told until it ended, or was ended after `last`, and the weights; none of one that was ended.
std::pair<std::vector<std::int64_t>, TensorMap> trainedUntil(const ClassifierTraining& training,
                                                             std::int64_t last = 1000) {
  std::pair<std::vector<std::int64_t>, TensorMap> found;
  ProgressMonitor* stopped = nullptr;
  ProgressMonitor monitor([&](const Progress& progress) {
    found.first.push_back(progress.done);
    if (progress.done == last) stopped->cancel();
  });
  stopped = &monitor;
  try {
    found.second = trainClassifier(training, monitor);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::kCancelled) throw;
  }
  return found;
}

TEST_F(InDomain, AClassifierWhoseTrainingWasEndedGoesOnToTheSameBits) {
  const InDomainRequest request = this->request();
  const auto classes = static_cast<std::int64_t>(request.images->info().class_names.size());
  ClassifierTraining training{
      .images = *request.images, .settings = classifierSettings(request.data, classes), .stage = kClassifierStage};
  const std::int64_t steps = classifierSteps(40);
  ASSERT_GT(steps, 8);
  const auto [all, expected] = trainedUntil(training);
  EXPECT_EQ(all.size(), static_cast<std::size_t>(steps));

  training.states = folder_ / "states";
  training.state_interval_steps = 3;
  EXPECT_TRUE(trainedUntil(training, /*last=*/8).second.empty());
  const auto [rest, weights] = trainedUntil(training);
  EXPECT_EQ(rest.front(), 7) << "after the state of step 6";
  ASSERT_EQ(weights.size(), expected.size());
  for (const auto& [name, tensor] : weights) EXPECT_TRUE(at::equal(tensor, expected.at(name))) << name;

  // A damaged state is done without.
  for (const auto& file : fs::recursive_directory_iterator(training.states)) {
    if (file.path().extension() == ".safetensors") fs::resize_file(file.path(), 100);
  }
  EXPECT_EQ(trainedUntil(training, /*last=*/1).first.front(), 1);
}

TEST_F(InDomain, IsTrainedOnOneThreadWhateverItsProcessComputedOn) {
  at::set_num_threads(3);
  int threads = 0;
  ProgressMonitor* stopped = nullptr;
  ProgressMonitor monitor([&](const Progress&) {
    threads = at::get_num_threads();
    stopped->cancel();
  });
  stopped = &monitor;
  expectError(ErrorCode::kCancelled, "task_cancelled", [&] { inDomainClassifier(request(), monitor); });
  EXPECT_EQ(threads, 1) << "its weights are those of any machine, and no thread waits awake for a core";
}

TEST_F(InDomain, LeavesNothingOfATrainingThatWasStopped) {
  ProgressMonitor* stopped = nullptr;
  ProgressMonitor monitor([&](const Progress& progress) {
    if (progress.done == 2) stopped->cancel();
  });
  stopped = &monitor;
  expectError(ErrorCode::kCancelled, "task_cancelled", [&] { inDomainClassifier(request(), monitor); });
  EXPECT_TRUE(cached().empty());
  EXPECT_GT(stepsOf(request()), 0);
}

TEST_F(InDomain, IsMadeAgainWithTheSameWeightsWhereItsFileIsDamaged) {
  stepsOf(request());
  const std::string sha256 = openFeatureNetwork({.file = file_})->kind().sha256;
  std::fstream flipped(file_, std::ios::in | std::ios::out | std::ios::binary);
  flipped.seekp(static_cast<std::streamoff>(fs::file_size(file_) / 2));
  flipped.put('\x55');
  flipped.close();
  EXPECT_GT(stepsOf(request()), 0);
  EXPECT_EQ(openFeatureNetwork({.file = file_})->kind().sha256, sha256);
}

TEST_F(InDomain, TellsRotationsOfImagesWithoutClasses) {
  fs::create_directories(folder_ / "pictures");
  for (int i = 0; i < 12; ++i) {
    std::string pixels;
    for (int pixel = 0; pixel < 20 * 20; ++pixel) pixels.push_back(static_cast<char>(pixel / 20 * 10 + i));
    std::ofstream(folder_ / "pictures" / (std::to_string(10 + i) + ".pgm"), std::ios::binary) << "P5\n20 20\n255\n"
                                                                                              << pixels;
  }
  RunConfig config;
  config.setText("data.source", "folder");
  config.setText("data.path", (folder_ / "pictures").string());
  ProgressMonitor monitor;
  const JudgingNetwork made = inDomainNetwork({.set = JudgedSet{.name = "pictures", .pictures = config, .moments = {}}},
                                              {}, folder_ / "cache", monitor);
  const auto network = openFeatureNetwork({.file = made.file});
  EXPECT_EQ(network->kind().network, kInDomainRotations);
  EXPECT_EQ(network->kind().size, 20);
  EXPECT_EQ(network->channels(), 1);
  EXPECT_FALSE(network->tellsClasses());
}

TEST(ClassifierTraining, IsThreePassesOfManyImagesAndMoreOfFew) {
  EXPECT_EQ(classifierSteps(60'000), 1407);
  EXPECT_EQ(classifierSteps(10'000), 1000);
  EXPECT_EQ(classifierSteps(128), 30);
}

}  // namespace
}  // namespace gan
