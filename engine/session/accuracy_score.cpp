#include "session/accuracy_score.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/parallel_for.h"
#include "core/units.h"
#include "data/configured_loader.h"
#include "evaluation/class_distances.h"
#include "evaluation/opened_set.h"
#include "models/classifier.h"
#include "session/judge_run.h"
#include "session/train_classifier.h"
#include "training/classification.h"

namespace gan {
namespace {

[[noreturn]] void throwNoClass(const Dataset& images, std::int64_t index) {
  throw Error(ErrorCode::kInvalidArgument, "evaluation_image_unlabelled",
              "{set} has an image, {image}, of no class that both sides know, but this score compares classes. Put "
              "images into a folder for each class, or leave the score away.",
              {{"set", images.info().name}, {"image", images.imageName(index)}});
}

/// Images whose labels are another side's.
class Relabelled : public Dataset {
 public:
  Relabelled(std::shared_ptr<const Dataset> images, std::vector<std::int64_t> same, std::vector<std::string> names)
      : images_(std::move(images)), same_(std::move(same)), info_(images_->info()) {
    info_.class_names = std::move(names);
    for (std::int64_t i = 0; i < info_.count; ++i) {
      if (label(i) < 0) throwNoClass(*images_, i);
    }
  }

  const DatasetInfo& info() const override { return info_; }
  std::int64_t label(std::int64_t index) const override {
    const std::int64_t own = images_->label(index);
    return own < 0 || own >= static_cast<std::int64_t>(same_.size()) ? kNoLabel : same_[static_cast<std::size_t>(own)];
  }
  std::int64_t read(std::int64_t index, Image& image) const override {
    images_->read(index, image);
    return label(index);
  }
  std::string imageName(std::int64_t index) const override { return images_->imageName(index); }

 private:
  std::shared_ptr<const Dataset> images_;
  std::vector<std::int64_t> same_;
  DatasetInfo info_;
};

class HeldImages : public Dataset {
 public:
  HeldImages(const Dataset& images, std::vector<Image> held) : info_(images.info()), held_(std::move(held)) {
    info_.block_size = 1;
    for (std::int64_t i = 0; i < info_.count; ++i) labels_.push_back(images.label(i));
  }

  const DatasetInfo& info() const override { return info_; }
  std::int64_t label(std::int64_t index) const override { return labels_[static_cast<std::size_t>(index)]; }
  std::int64_t read(std::int64_t index, Image& image) const override {
    image = held_[static_cast<std::size_t>(index)];
    return label(index);
  }

 private:
  DatasetInfo info_;
  std::vector<Image> held_;
  std::vector<std::int64_t> labels_;
};

}  // namespace

std::shared_ptr<const Dataset> heldImages(const Dataset& images, int threads, ProgressMonitor& monitor) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{8} << 30U;
  constexpr std::int64_t kAtATime = 256;
  const std::int64_t count = images.info().count;
  Image first;
  images.read(0, first);
  const std::uint64_t bytes = first.pixels.size() * static_cast<std::uint64_t>(count);
  if (bytes > kMostBytes) {
    throw Error(ErrorCode::kResourceExhausted, "evaluation_pictures_too_many",
                "{count} pictures of {set} take {bytes} of memory, which is more than a classifier is trained on here. "
                "Ask for fewer, or leave this score away.",
                {{"count", formatCount(count)}, {"set", images.info().name}, {"bytes", formatBytes(bytes)}});
  }
  std::vector<Image> held(static_cast<std::size_t>(count));
  for (std::int64_t begin = 0; begin < count; begin += kAtATime) {
    monitor.throwIfCancelled();
    monitor.report({.stage = "pictures for a classifier", .done = begin, .total = count, .unit = "pictures"});
    parallelFor(std::min(kAtATime, count - begin), threads,
                [&](std::int64_t i) { images.read(begin + i, held[static_cast<std::size_t>(begin + i)]); });
  }
  return std::make_shared<const HeldImages>(images, std::move(held));
}

AccuracyScore accuracyScore(const AccuracyRequest& request, ProgressMonitor& monitor) {
  for (const Dataset* side : {request.real.get(), request.generated.get()}) {
    requireClasses(side->info().name, side->info());
  }
  const std::vector<std::string>& names = request.real->info().class_names;
  std::vector<std::int64_t> own(names.size());
  for (std::size_t label = 0; label < own.size(); ++label) own[label] = static_cast<std::int64_t>(label);
  const Relabelled real(request.real, std::move(own), names);
  const Relabelled generated(request.generated, sameClasses(request.generated->info().class_names, names), names);

  const auto classes = static_cast<std::int64_t>(names.size());
  const auto settings = classifierSettings(request.data, classes);
  const TensorMap weights = trainClassifier({.images = generated,
                                             .settings = settings,
                                             .device = request.device,
                                             .threads = request.threads,
                                             .stage = kAccuracyStage,
                                             .states = request.states},
                                            monitor);
  const RunConfig config = classifierConfig(settings);
  const std::shared_ptr<Classifier> network =
      findClassifier(config.text("model.architecture"))->make(classifierShape(config), /*seed=*/0);
  copyInto(weights, moduleTensors(*network));
  const c10::Device device(request.device);
  network->to(device);
  LoaderOptions loading = loaderOptions(config, /*workers=*/1);
  loading.batch_size = std::min(kJudgeBatch, real.info().count);
  const auto loader = judgingLoader(config, real, loading);
  monitor.report({.stage = "real images named by it", .done = 0, .total = 1, .unit = "scores"});
  const Judgement found = judge(*network, classes, normalisation(config),
                                {.batches = loader.get(), .count = real.info().count}, device, nullptr);
  return {.top1 = found.top1,
          .top5 = found.top5,
          .real = real.info().count,
          .generated = generated.info().count,
          .replaced = request.replaced ? request.replaced() : 0};
}

}  // namespace gan
