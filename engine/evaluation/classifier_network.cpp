#include "evaluation/classifier_network.h"

#include <ATen/ops/softmax.h>
#include <ATen/ops/zeros.h>
#include <c10/core/InferenceMode.h>

#include <utility>

#include "config/run_config.h"
#include "core/error.h"
#include "data/image_batch.h"
#include "data/image_fit.h"
#include "interop/safetensors.h"
#include "models/image_normalisation.h"
#include "models/resnet.h"
#include "models/weights_file.h"

namespace gan {
namespace {

/// On the host, its weights yet to come.
std::shared_ptr<ResNet> blankNetwork(const FeatureOptions& options) {
  const std::string& name = options.classifier->text("model.architecture");
  const ClassifierArchitecture* architecture = findClassifier(name);
  const auto network =
      architecture == nullptr
          ? nullptr
          : std::dynamic_pointer_cast<ResNet>(architecture->make(classifierShape(*options.classifier), /*seed=*/0));
  if (!network) {
    throw Error(
        ErrorCode::kInvalidArgument, "features_no_classifier",
        "{file} belongs to a run of {architecture}, which is no classifier. Name the run of one, or a file with "
        "another network.",
        {{"file", options.file.string()}, {"architecture", name}});
  }
  return network;
}

void fill(ResNet& network, TensorMap weights) {
  for (auto& [name, tensor] : weights) {
    if (tensor.scalar_type() == at::kDouble) tensor = tensor.to(at::kFloat);
  }
  const TensorMap tensors = moduleTensors(network);
  checkFits(weights, tensors, "classifier");
  copyInto(weights, tensors);
  for (at::Tensor& parameter : network.parameters()) parameter.set_requires_grad(false);
  network.eval();
}

/// The file is anybody's, and what it says would stand beside scores as the kind of its features.
void requireKnown(const std::string& kind, const std::filesystem::path& file) {
  if (kind == kInDomain || kind == kInDomainRotations) return;
  throw Error(ErrorCode::kInvalidArgument, "features_kind_unknown",
              "{file} says that its features are {kind}, but only in-domain and in-domain-rotations are known of such "
              "files. Take the file as it was made.",
              {{"file", file.string()}, {"kind", kind}});
}

class ClassifierNetwork final : public FeatureNetwork {
 public:
  explicit ClassifierNetwork(const FeatureOptions& options)
      : network_(blankNetwork(options)),
        device_(options.device),
        fit_(judgedFitOptions(*options.classifier)),
        normalised_(normalisation(*options.classifier), at::TensorOptions(device_).dtype(at::kFloat)) {
    Weights weights = readWeights(options.file);
    fill(*network_, std::move(weights.tensors));
    network_->to(device_);
    const auto own_kind = weights.metadata.find(kFeaturesMetadata);
    if (own_kind != weights.metadata.end()) requireKnown(own_kind->second, options.file);
    kind_ = {.network =
                 own_kind != weights.metadata.end() ? own_kind->second : options.classifier->text("model.architecture"),
             .sha256 = {},
             .resize = "its training",
             .size = fit_.resolution,
             .features = 0};
    kind_.features = run(at::zeros({1, fit_.channels, kind_.size, kind_.size}), false).features.size(1);
  }

  bool tellsClasses() const override { return kind_.network != kInDomainRotations; }
  c10::Device device() const override { return device_; }
  std::optional<bool> logitsWithBias() const override { return true; }
  std::int64_t channels() const override { return fit_.channels; }

  void prepare(const Image& image, std::span<float> input) const override {
    Image fitted = image;
    fitImage(fitted, fit_, /*position=*/0);
    writePlanes(fitted, fit_.resolution, fit_.channels, input);
  }

  Output run(const at::Tensor& inputs, bool probabilities) const override {
    at::Tensor x = network_->stem(normalised_(inputs.to(device_)));
    for (int stage = 0; stage < ResNet::kStages; ++stage) x = network_->stage(stage, x);
    const at::Tensor features = ResNet::pooled(x);
    return {.features = features,
            .probabilities = probabilities ? at::softmax(network_->logits(features), 1) : at::Tensor()};
  }

 private:
  std::shared_ptr<ResNet> network_;
  c10::Device device_;
  FitOptions fit_;
  NormalisesImages normalised_;
};

void requireOwnWay(const FeatureOptions& options) {
  if (options.resize.empty() && options.size == 0) return;
  throw Error(ErrorCode::kInvalidArgument, "features_resize",
              "{file} is a classifier that takes pictures as it was trained; {found} was asked for. Leave it away.",
              {{"file", options.file.string()},
               {"found", options.resize.empty() ? "a size of " + std::to_string(options.size)
                                                : "resizing as " + options.resize}});
}

}  // namespace

std::unique_ptr<FeatureNetwork> openClassifierNetwork(const FeatureOptions& options) {
  requireOwnWay(options);
  const c10::InferenceMode none(false);  // a module's tensors can be moved to another device then
  return std::make_unique<ClassifierNetwork>(options);
}

bool saysItsFeatures(const std::filesystem::path& file) {
  try {
    return SafetensorsFile(file).metadata().contains(kFeaturesMetadata);
  } catch (const Error&) {
    return false;
  }
}

}  // namespace gan
