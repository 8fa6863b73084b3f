#include "session/in_domain.h"

#include <map>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "core/atomic_file.h"
#include "core/file_turn.h"
#include "core/log.h"
#include "core/sha256.h"
#include "data/fitted_images.h"
#include "evaluation/classifier_network.h"
#include "evaluation/feature_kind.h"
#include "evaluation/feature_store.h"
#include "models/weights_file.h"
#include "session/judge_run.h"
#include "session/train_classifier.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kWaysUp = 4;
/// Changes when another training makes other weights of the same images.
constexpr const char* kRecipe = "in-domain resnet-18, recipe 2";

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

/// Text that applyYaml() reads.
std::string yamlOf(const std::map<std::string, std::string>& settings) {
  std::string yaml;
  for (const auto& [path, value] : settings) yaml += path + ": " + value + "\n";
  return yaml;
}

/// "cpu" or "cuda": their arithmetic makes other weights.
std::string kindOf(const std::string& device) { return device.substr(0, device.find(':')); }

/// A classifier and what is noted beside it.
class Kept {
 public:
  Kept(const fs::path& cache, const std::string& key)
      : weights_(cache / ("in-domain-" + key + ".safetensors")), facts_(cache / ("in-domain-" + key + ".json")) {}

  const fs::path& weights() const { return weights_; }
  fs::path lock() const { return fs::path(facts_) += ".lock"; }

  /// Whether it is there and whole, and of the images as they can be read now.
  bool whole(const InDomainRequest& request) const {
    std::error_code ignored;
    if (!fs::exists(weights_, ignored) || !fs::exists(facts_, ignored)) return false;
    constexpr std::uint64_t kMostBytes = 64U << 20U;
    const auto facts = nlohmann::json::parse(readFile(facts_, kMostBytes), nullptr, /*allow_exceptions=*/false);
    const bool right = facts.is_object() && facts.contains("sha256") && facts["sha256"] == sha256OfFile(weights_);
    if (!right) {
      log::warning(weights_.string() + " is damaged and made again");
      return false;
    }
    if (asReplaced(facts, request)) return true;
    log::warning(weights_.string() + " is made again: images that could not be read can be now");
    return false;
  }

  void keep(const TensorMap& weights, const std::map<std::string, std::string>& metadata, nlohmann::json facts) const {
    writeWeights(weights_, weights, metadata);
    facts["sha256"] = sha256OfFile(weights_);
    writeFileAtomically(facts_, facts.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  }

 private:
  /// Whether the images that others stood for in its training still cannot be read.
  static bool asReplaced(const nlohmann::json& facts, const InDomainRequest& request) {
    const auto then = facts.find("replaced");
    if (then == facts.end() || then->empty()) return true;
    if (!then->is_array() || !request.replaced) return false;
    Image image;
    for (const nlohmann::json& index : *then) {
      if (!index.is_number_integer() || index < 0 || index >= request.images->info().count) return false;
      request.images->read(index.get<std::int64_t>(), image);
    }
    return nlohmann::json(request.replaced()) == *then;
  }

  fs::path weights_;
  fs::path facts_;
};

Kept keptFor(const InDomainRequest& request, bool classes) {
  return {request.cache, keyOf({kRecipe, request.identity, describeFit(fitWithoutChance(request.data)),
                                classes ? kInDomain : kInDomainRotations})};
}

}  // namespace

std::optional<fs::path> keptInDomain(const InDomainRequest& request) {
  const Kept kept = keptFor(request, tellsClasses(*request.images));
  return kept.whole(request) ? std::optional(kept.weights()) : std::nullopt;
}

std::int64_t inDomainPictures(const InDomainRequest& request) {
  const std::int64_t images = request.images->info().count;
  return kJudgeBatch * classifierSteps(tellsClasses(*request.images) ? images : images * kWaysUp);
}

fs::path inDomainClassifier(const InDomainRequest& request, ProgressMonitor& monitor) {
  std::error_code failure;
  fs::create_directories(request.cache, failure);
  if (failure) throwFileError("make", request.cache, failure.value());
  const DatasetInfo& info = request.images->info();
  const bool classes = tellsClasses(*request.images);
  const Kept kept = keptFor(request, classes);
  const FileTurn turn = FileTurn::take(kept.lock(), [&] {
    monitor.throwIfCancelled();
    monitor.report({.stage = "waiting for another process that makes the in-domain classifier", .unit = "steps"});
  });
  if (kept.whole(request)) return kept.weights();

  const std::shared_ptr<const Dataset> images =
      classes ? request.images : std::make_shared<const RotatedImages>(request.images);
  const auto count = static_cast<std::int64_t>(images->info().class_names.size());
  const std::map<std::string, std::string> settings = classifierSettings(request.data, count);
  const TensorMap weights = trainClassifier({.images = *images,
                                             .settings = settings,
                                             .device = request.device,
                                             .threads = request.threads,
                                             .stage = kClassifierStage},
                                            monitor);
  nlohmann::json facts;
  facts["data"] = info.name;
  facts["fingerprint"] = info.fingerprint;
  facts["images"] = info.count;
  facts["classes"] = classes ? info.class_names : std::vector<std::string>();
  facts["recipe"] = kRecipe;
  facts["device"] = kindOf(request.device);
  facts["replaced"] = request.replaced ? request.replaced() : std::vector<std::int64_t>();
  facts["steps"] = classifierSteps(images->info().count);
  kept.keep(weights,
            {{kConfigMetadata, yamlOf(settings)}, {kFeaturesMetadata, classes ? kInDomain : kInDomainRotations}},
            facts);
  return kept.weights();
}

}  // namespace gan
