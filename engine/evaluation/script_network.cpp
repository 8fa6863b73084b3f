#include "evaluation/script_network.h"

#include <ATen/ops/full.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/serialization/import.h>

#include <array>

#include "config/feature_input.h"
#include "core/error.h"
#include "core/reason_of.h"
#include "core/shape_text.h"

namespace gan {
namespace {

class ScriptNetwork final : public FeatureNetwork {
 public:
  explicit ScriptNetwork(const FeatureOptions& options) : file_(options.file.string()), device_(options.device) {
    constexpr std::array kWays{InputResize::kStyleGan, InputResize::kPytorchFid, InputResize::kCleanFid};
    way_ = chosenResize(options, "torchscript", kWays);
    kind_ = {.network = "torchscript",
             .sha256 = {},
             .resize = std::string(nameOf(way_)),
             .size = options.size == 0 ? kUsualInput : options.size,
             .features = 0};
    if (kind_.size < 1 || kind_.size > kLargestInput) {
      throw Error(ErrorCode::kInvalidArgument, "features_size",
                  "Pictures of {size} pixels were asked for {file}; 1 to {largest} are possible.",
                  {{"size", std::to_string(kind_.size)}, {"file", file_}, {"largest", std::to_string(kLargestInput)}});
    }
    load(options);
    tryOut();
  }

  bool tellsClasses() const override { return tells_classes_; }
  c10::Device device() const override { return device_; }
  std::optional<bool> logitsWithBias() const override { return drops_bias_ ? std::optional(false) : std::nullopt; }

  void prepare(const Image& image, std::span<float> input) const override {
    resizeInput(image, way_, kind_.size, input);
  }

  Output run(const at::Tensor& inputs, bool probabilities) const override {
    at::Tensor there = inputs.to(device_);
    if (way_ == InputResize::kPytorchFid && drops_bias_) there = there.mul(256.0 / 255);
    // A network may change what it is given.
    const at::Tensor again = probabilities ? there.clone() : at::Tensor();
    return {.features = featuresOf(there), .probabilities = probabilities ? probabilitiesOf(again) : at::Tensor()};
  }

 private:
  /// Grey pictures, two and one as a last batch may be: whatever is wrong is said before minutes are spent on pictures.
  void tryOut() {
    const auto grey = [this](std::int64_t count) {
      return at::full({count, 3, kind_.size, kind_.size}, 128.0F, at::TensorOptions(device_).dtype(at::kFloat));
    };
    kind_.features = call(grey(2), /*features=*/true).flatten(1).size(1);
    featuresOf(grey(1));
    if (!returns_features_) return;
    const at::Tensor answers = probabilitiesOf(grey(2));
    tells_classes_ = areProbabilities(answers).all().item<bool>();
    probabilitiesOf(grey(1));
  }

  void load(const FeatureOptions& options) {
    try {
      module_ = torch::jit::load(options.file.string(), device_);
      module_.eval();
      const auto& schema = module_.get_method("forward").function().getSchema();
      returns_features_ = schema.argumentIndexWithName("return_features").has_value();
      drops_bias_ = schema.argumentIndexWithName("no_output_bias").has_value();
    } catch (const std::exception& error) {
      throw Error(
          ErrorCode::kInvalidArgument, "features_not_read",
          "{file} cannot be read as a network in TorchScript: {reason}. A state_dict that torch.save() wrote is "
          "none: save it with safetensors.torch.save_file(), or the network with torch.jit.script(...).save().",
          {{"file", file_}, {"reason", reasonOf(error)}});
    }
  }

  at::Tensor featuresOf(const at::Tensor& images) const {
    const at::Tensor out = call(images, /*features=*/true).flatten(1);
    if (out.size(1) != kind_.features) {
      throwOutput(images.size(0), "it returns " + std::to_string(out.size(1)) + " numbers for a picture, after " +
                                      std::to_string(kind_.features) + " before");
    }
    return out;
  }
  at::Tensor probabilitiesOf(const at::Tensor& images) const { return call(images, /*features=*/false); }

  at::Tensor call(const at::Tensor& images, bool features) const {
    torch::jit::Kwargs named;
    if (returns_features_ && features) named["return_features"] = true;
    if (!features && drops_bias_) named["no_output_bias"] = true;
    c10::IValue out;
    try {
      out = module_.get_method("forward")({images}, named);
    } catch (const std::exception& error) {
      throwOutput(images.size(0), "it fails with: " + reasonOf(error));
    }
    if (!out.isTensor()) throwOutput(images.size(0), "it returns " + out.type()->str());
    at::Tensor tensor = out.toTensor();
    const bool right = tensor.dim() >= 2 && tensor.size(0) == images.size(0) && tensor.is_floating_point() &&
                       tensor.numel() > 0 && tensor.numel() / tensor.size(0) <= kMostFeatures;
    if (!right) {
      throwOutput(images.size(0),
                  "it returns " + std::string(c10::toString(tensor.scalar_type())) + " " + shapeText(tensor.sizes()));
    }
    return tensor.to(at::kFloat);
  }

  [[noreturn]] void throwOutput(std::int64_t count, const std::string& found) const {
    throw Error(
        ErrorCode::kInvalidArgument, "features_output",
        "The network in {file} should return numbers [N, D] for N pictures, D at most {most}, but for float32 "
        "[{count}, 3, {size}, {size}] in 0 .. 255 {found}. Give the size that it takes with --size, or of a run's "
        "evaluations as evaluation.size, or wrap it so that forward(images) returns its features.",
        {{"file", file_},
         {"most", std::to_string(kMostFeatures)},
         {"count", std::to_string(count)},
         {"size", std::to_string(kind_.size)},
         {"found", found}});
  }

  std::string file_;
  c10::Device device_;
  InputResize way_ = InputResize::kStyleGan;
  torch::jit::Module module_;
  bool returns_features_ = false;
  bool tells_classes_ = false;
  bool drops_bias_ = false;  // of the last layer, for the Inception Score, as NVIDIA's programs ask for it
};

}  // namespace

std::unique_ptr<FeatureNetwork> openScriptNetwork(const FeatureOptions& options) {
  return std::make_unique<ScriptNetwork>(options);
}

}  // namespace gan
