#include "session/in_domain.h"

#include <ATen/ops/isfinite.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <utility>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/file_turn.h"
#include "core/log.h"
#include "core/sha256.h"
#include "data/epoch_order.h"
#include "data/fitted_images.h"
#include "data/loader.h"
#include "evaluation/classifier_network.h"
#include "evaluation/feature_kind.h"
#include "evaluation/feature_store.h"
#include "models/weights_file.h"
#include "session/environment.h"
#include "training/trainer.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kWaysUp = 4;
/// Changes when another training makes other weights of the same images.
constexpr const char* kRecipe = "in-domain resnet-18, recipe 1";

/// Each image four times, turned by right angles, which is its class.
class RotatedImages : public Dataset {
 public:
  explicit RotatedImages(std::shared_ptr<const Dataset> images) : images_(std::move(images)), info_(images_->info()) {
    info_.count *= kWaysUp;
    info_.class_names = {"0", "90", "180", "270"};
  }

  const DatasetInfo& info() const override { return info_; }
  std::int64_t label(std::int64_t index) const override { return index % kWaysUp; }
  std::int64_t read(std::int64_t index, Image& image) const override {
    images_->read(index / kWaysUp, image);
    for (std::int64_t turns = 0; turns < label(index); ++turns) turn(image);
    return label(index);
  }
  std::string imageName(std::int64_t index) const override { return images_->imageName(index / kWaysUp); }

 private:
  static void turn(Image& image) {
    std::vector<std::uint8_t> turned;
    turned.reserve(image.pixels.size());
    for (std::int64_t x = image.width - 1; x >= 0; --x) {
      for (std::int64_t y = 0; y < image.height; ++y) {
        const auto* const pixel = image.pixels.data() + (y * image.width + x) * image.channels;
        turned.insert(turned.end(), pixel, pixel + image.channels);
      }
    }
    image.pixels = std::move(turned);
    std::swap(image.width, image.height);
  }

  std::shared_ptr<const Dataset> images_;
  DatasetInfo info_;
};

bool tellsClasses(const Dataset& images) {
  const auto classes = static_cast<std::int64_t>(images.info().class_names.size());
  if (classes < 2) return false;
  for (std::int64_t i = 0; i < images.info().count; ++i) {
    if (images.label(i) < 0 || images.label(i) >= classes) return false;
  }
  return true;
}

/// All that makes the network and its inputs.
std::map<std::string, std::string> settings(const InDomainRequest& request, std::int64_t classes) {
  const std::string& crop = request.data.text("data.crop");
  return {{"model.architecture", "resnet-18"},
          {"model.classes", std::to_string(classes)},
          {"data.resolution", std::to_string(request.data.integer("data.resolution"))},
          {"data.channels", std::to_string(request.data.integer("data.channels"))},
          {"data.resize", request.data.text("data.resize")},
          {"data.crop", crop.starts_with("random") ? "centre" : crop}};
}

/// Text that applyYaml() reads.
std::string yamlOf(const std::map<std::string, std::string>& settings) {
  std::string yaml;
  for (const auto& [path, value] : settings) yaml += path + ": " + value + "\n";
  return yaml;
}

/// Rises for a twentieth of the training, so that no first step is too long, and falls to nothing at its end.
double rateShare(std::int64_t step, std::int64_t steps) {
  const double done = static_cast<double>(step + 1) / static_cast<double>(steps);
  constexpr double kRise = 0.05;
  return std::min(done / kRise, (1 - done) / (1 - kRise));
}

TensorMap train(const InDomainRequest& request, const Dataset& images, const RunConfig& config,
                ProgressMonitor& monitor) {
  setThreads(request.threads);
  const std::int64_t batch = config.integer("data.batch_size");
  Loader loader(images, EpochOrder(0, images.info().count, images.info().block_size),
                {.batch_size = batch,
                 .fit = fitWithoutChance(config),
                 .workers = std::clamp(request.threads / 2, 1, 16),
                 .last_batch = LastBatch::kPad});
  Trainer trainer(config, loader, c10::Device(request.device));
  const LiveValues base = liveValues(config);
  const std::int64_t steps = inDomainSteps(images.info().count);
  for (std::int64_t step = 0; step < steps; ++step) {
    monitor.throwIfCancelled();
    LiveValues live = base;
    live.classifier_learning_rate *= rateShare(step, steps);
    trainer.step(live, /*pending=*/0);
    trainer.collect(Trainer::Drain::kDue);
    monitor.report({.stage = "in-domain classifier, made once for these images",
                    .done = step + 1,
                    .total = steps,
                    .unit = "steps"});
  }
  TensorMap weights = trainer.state().parts.at("classifier");
  for (const auto& [name, tensor] : weights) {
    if (!tensor.is_floating_point() || tensor.isfinite().all().item<bool>()) continue;
    throw Error(ErrorCode::kDiverged, "in_domain_diverged",
                "The classifier of {data} that features were to be taken from has not become one: {tensor} is not "
                "finite. Name another network with --features.",
                {{"data", images.info().name}, {"tensor", name}});
  }
  return weights;
}

/// A classifier and what is noted beside it.
class Kept {
 public:
  Kept(const fs::path& cache, const std::string& key)
      : weights_(cache / ("in-domain-" + key + ".safetensors")), facts_(cache / ("in-domain-" + key + ".json")) {}

  const fs::path& weights() const { return weights_; }
  fs::path lock() const { return fs::path(facts_) += ".lock"; }

  /// Whether it is there and whole; counts as used then.
  bool whole() const {
    std::error_code ignored;
    if (!fs::exists(weights_, ignored) || !fs::exists(facts_, ignored)) return false;
    constexpr std::uint64_t kMostBytes = 1U << 16U;
    const auto facts = nlohmann::json::parse(readFile(facts_, kMostBytes), nullptr, /*allow_exceptions=*/false);
    const bool right = facts.is_object() && facts.contains("sha256") && facts["sha256"] == sha256OfFile(weights_);
    if (!right) {
      log::warning(weights_.string() + " is damaged and made again");
      return false;
    }
    for (const fs::path& file : {weights_, facts_}) {
      fs::last_write_time(file, fs::file_time_type::clock::now(), ignored);
    }
    return true;
  }

  void keep(const TensorMap& weights, const std::map<std::string, std::string>& metadata, nlohmann::json facts) const {
    const fs::path part = fs::path(weights_) += ".part";  // nobody else has this turn
    writeWeights(part, weights, metadata);
    facts["sha256"] = sha256OfFile(part);
    fs::rename(part, weights_);
    writeFileAtomically(facts_, facts.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  }

 private:
  fs::path weights_;
  fs::path facts_;
};

}  // namespace

std::int64_t inDomainSteps(std::int64_t images) {
  constexpr std::int64_t kPasses = 3;
  constexpr std::int64_t kMostPasses = 30;
  constexpr std::int64_t kWished = 1000;
  const auto steps = [images](std::int64_t passes) { return (passes * images + kInDomainBatch - 1) / kInDomainBatch; };
  return std::max(steps(kPasses), std::min(steps(kMostPasses), kWished));
}

fs::path inDomainClassifier(const InDomainRequest& request, ProgressMonitor& monitor) {
  std::error_code failure;
  fs::create_directories(request.cache, failure);
  if (failure) throwFileError("make", request.cache, failure.value());
  const DatasetInfo& info = request.images->info();
  const bool classes = tellsClasses(*request.images);
  const Kept kept(request.cache, keyOf({kRecipe, info.fingerprint, describeFit(fitWithoutChance(request.data)),
                                        classes ? kInDomain : kInDomainRotations}));
  const FileTurn turn = FileTurn::take(kept.lock(), [&] {
    monitor.throwIfCancelled();
    monitor.report({.stage = "waiting for another process that makes the in-domain classifier", .unit = "steps"});
  });
  if (kept.whole()) return kept.weights();

  const std::shared_ptr<const Dataset> images =
      classes ? request.images : std::make_shared<const RotatedImages>(request.images);
  const auto count = static_cast<std::int64_t>(images->info().class_names.size());
  const std::map<std::string, std::string> chosen = settings(request, count);
  RunConfig config;
  for (const auto& [path, value] : chosen) config.setText(path, value);
  config.set("data.batch_size", Value(std::min(kInDomainBatch, images->info().count)));
  config.setText("optimizer.classifier.learning_rate", "0.05");
  config.setText("optimizer.classifier.weight_decay", "5e-4");
  config.setText("optimizer.classifier.decay_epochs", "0");
  const TensorMap weights = train(request, *images, config, monitor);
  nlohmann::json facts;
  facts["data"] = info.name;
  facts["fingerprint"] = info.fingerprint;
  facts["images"] = info.count;
  facts["classes"] = classes ? info.class_names : std::vector<std::string>();
  facts["recipe"] = kRecipe;
  facts["steps"] = inDomainSteps(images->info().count);
  kept.keep(weights, {{kConfigMetadata, yamlOf(chosen)}, {kFeaturesMetadata, classes ? kInDomain : kInDomainRotations}},
            facts);
  return kept.weights();
}

}  // namespace gan
