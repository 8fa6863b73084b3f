// What a comparison would take, from a little of it.
#include <ATen/ops/zeros.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <thread>
#include <utility>

#include "core/seconds_of.h"
#include "data/configured_loader.h"
#include "evaluation/opened_set.h"
#include "evaluation/picture_features.h"
#include "models/classifier.h"
#include "session/drawn_dataset.h"
#include "session/environment.h"
#include "session/judging.h"
#include "session/train_classifier.h"

namespace gan {
namespace {

constexpr std::int64_t kTried = 16;    // pictures
constexpr double kPassesOfUpdate = 3;  // a backward pass takes twice as long as a forward pass

class FirstImages : public Dataset {
 public:
  FirstImages(std::shared_ptr<const Dataset> images, std::int64_t count)
      : images_(std::move(images)), info_(images_->info()) {
    info_.count = std::min(info_.count, count);
  }

  const DatasetInfo& info() const override { return info_; }
  std::int64_t label(std::int64_t index) const override { return images_->label(index); }
  std::int64_t read(std::int64_t index, Image& image) const override { return images_->read(index, image); }

 private:
  std::shared_ptr<const Dataset> images_;
  DatasetInfo info_;
};

/// That so many threads have to themselves.
double coresOf(int threads) {
  return std::clamp(threads, 1, std::max(1, static_cast<int>(std::thread::hardware_concurrency())));
}

/// What one of `most` pictures takes, from a few of them: fewer where each takes long. pass: takes so many.
double secondsOfOne(std::int64_t most, const std::function<void(std::int64_t)>& pass) {
  constexpr std::int64_t kFirst = 2;
  constexpr double kEnoughSeconds = 2;
  // The first pass also chooses kernels and takes memory.
  const double first = secondsOf([&] { pass(std::min(kFirst, most)); }) / static_cast<double>(kFirst);
  const double affordable = std::min(kEnoughSeconds / std::max(first, 1e-9), static_cast<double>(kTried));
  const std::int64_t tried = std::min(std::max(static_cast<std::int64_t>(affordable), kFirst), most);
  return secondsOf([&] { pass(tried); }) / static_cast<double>(tried);
}

/// Of one picture, until its features are there.
double secondsOfFeatures(const std::shared_ptr<const Dataset>& pictures, const FeatureNetwork& network,
                         const JudgingNetwork& options) {
  ProgressMonitor monitor;
  const PictureFeatureOptions once{.stage = kGeneratedStage, .threads = options.threads, .batch = options.batch};
  return secondsOfOne(pictures->info().count, [&](std::int64_t count) {
    (void)featuresOfPictures(FirstImages(pictures, count), network, once, monitor);
  });
}

double secondsOfReading(const Dataset& pictures) {
  Image image;
  return secondsOfOne(pictures.info().count, [&](std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) pictures.read(i, image);
  });
}

/// Of one picture through a classifier that is not there yet.
double secondsOfClassifier(const RealImages& real, const JudgingNetwork& options) {
  const c10::InferenceMode inference;
  setThreads(kJudgeThreads);
  const std::int64_t classes =
      std::max<std::int64_t>(4, static_cast<std::int64_t>(real.images->info().class_names.size()));
  const RunConfig config = classifierConfig(classifierSettings(real.config, classes));
  const std::shared_ptr<Classifier> network =
      findClassifier(config.text("model.architecture"))->make(classifierShape(config), /*seed=*/0);
  network->eval();
  const c10::Device device(options.device);
  network->to(device);
  const std::int64_t size = config.integer("data.resolution");
  return secondsOfOne(kTried, [&](std::int64_t count) {
    const at::Tensor images =
        at::zeros({count, config.integer("data.channels"), size, size}, at::TensorOptions(device).dtype(at::kFloat));
    (void)network->forward(images).cpu();
  });
}

}  // namespace

JudgingPlan Judging::plan() const {
  JudgingPlan plan{.generated = drawn() ? request_.count * request_.draws : 0};
  if (accuracy_ && drawn()) plan.accuracy = kJudgeBatch * classifierSteps(request_.count) * request_.draws;
  plan.trained = plan.accuracy;
  if (!needsFeatures() || !real_) return plan;
  const std::int64_t real = real_->images->info().count;
  if (in_domain_ && evaluation_.network.file.empty()) {
    plan.trained += inDomainPictures(classifierOf(request_.network, *real_, request_.cache));
    plan.real = real;
  } else if (!knowsReal(evaluation_)) {
    plan.real = real;
  }
  return plan;
}

JudgingForecast Judging::forecast() {
  JudgingForecast forecast{.plan = this->plan()};
  if (!drawn() || !real_) return forecast;
  const JudgingPlan& plan = forecast.plan;
  const auto generated = std::make_shared<const DrawnDataset>(source_->maker, request_.alike, 0, request_.count);
  const double of_classifier = plan.trained > 0 || !needsFeatures() ? secondsOfClassifier(*real_, request_.network) : 0;
  double of_real = 0;
  double of_generated = 0;
  if (evaluation_.network.file.empty()) {
    const double of_row = of_classifier / coresOf(request_.network.threads);
    of_real = of_row + secondsOfReading(*real_->images);
    of_generated = of_row + secondsOfReading(*generated);
  } else {
    const std::unique_ptr<FeatureNetwork> network = openNetwork(evaluation_.network);
    if (plan.real > 0) of_real = secondsOfFeatures(real_->images, *network, request_.network);
    of_generated = secondsOfFeatures(generated, *network, request_.network);
  }
  const double of_update = kPassesOfUpdate * of_classifier;
  const double real = static_cast<double>(plan.real) * of_real;
  const double pictures = real + static_cast<double>(plan.generated) * of_generated;
  forecast.seconds = static_cast<double>(plan.trained) * of_update + pictures;
  forecast.shared_seconds = needsFeatures() ? pictures : 0;
  forecast.once_seconds = static_cast<double>(plan.trained - plan.accuracy) * of_update + real;
  forecast.shared_once_seconds = needsFeatures() ? real : 0;
  return forecast;
}

}  // namespace gan
