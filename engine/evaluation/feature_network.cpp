#include "evaluation/feature_network.h"

#include <ATen/ops/softmax.h>
#include <c10/core/InferenceMode.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "core/error.h"
#include "core/file_descriptor.h"
#include "core/sha256.h"
#include "evaluation/classifier_network.h"
#include "evaluation/inception_v3.h"
#include "evaluation/input_resize.h"
#include "evaluation/script_network.h"
#include "models/weights_file.h"

namespace gan {
namespace {

class InceptionNetwork final : public FeatureNetwork {
 public:
  InceptionNetwork(const FeatureOptions& options, InceptionV3 network)
      : network_(std::move(network)), device_(options.device) {
    const bool fid = network_.form() == InceptionForm::kFid;
    constexpr std::array kFidWays{InputResize::kPytorchFid, InputResize::kStyleGan, InputResize::kCleanFid};
    constexpr std::array kOtherWays{InputResize::kBigGan};
    const std::string name = fid ? "inception-fid" : "inception-torchvision";
    way_ = chosenResize(options, name, fid ? std::span<const InputResize>(kFidWays) : kOtherWays);
    with_bias_ = way_ == InputResize::kPytorchFid || way_ == InputResize::kBigGan;
    if (options.size != 0 && options.size != InceptionV3::kInputSize) throwFixedSize(options);
    kind_ = {.network = name,
             .sha256 = {},
             .resize = std::string(nameOf(way_)),
             .size = InceptionV3::kInputSize,
             .features = InceptionV3::kFeatures};
  }

  bool tellsClasses() const override { return true; }
  c10::Device device() const override { return device_; }
  std::optional<bool> logitsWithBias() const override { return with_bias_; }

  void prepare(const Image& image, std::span<float> input) const override {
    resizeInput(image, way_, InceptionV3::kInputSize, input);
  }

  Output run(const at::Tensor& inputs, bool probabilities) const override {
    const InceptionV3::Output out = network_.forward(normaliseInput(inputs.to(device_), way_));
    if (!probabilities) return {.features = out.features, .probabilities = {}};
    const at::Tensor logits = with_bias_ ? out.logits : out.logits - network_.logitBias();
    return {.features = out.features, .probabilities = at::softmax(logits, 1)};
  }

 private:
  [[noreturn]] static void throwFixedSize(const FeatureOptions& options) {
    throw Error(
        ErrorCode::kInvalidArgument, "features_size",
        "{file} is Inception v3, which takes pictures of 299 pixels; {size} were asked for. Leave the size away.",
        {{"file", options.file.string()}, {"size", std::to_string(options.size)}});
  }

  InceptionV3 network_;
  InputResize way_ = InputResize::kPytorchFid;
  bool with_bias_ = true;  // StudioGAN's and BigGAN-PyTorch's scores; NVIDIA's and torch-fidelity's are without
  c10::Device device_;
};

/// The first bytes of a file.
std::string beginningOf(const std::filesystem::path& path) {
  std::array<char, 4> start{};
  const FileDescriptor file = openRegularFile(path, O_RDONLY);
  const ssize_t count = ::read(file.get(), start.data(), start.size());
  return {start.data(), count > 0 ? static_cast<std::size_t>(count) : 0};
}

[[noreturn]] void throwPickle(const std::filesystem::path& path) {
  throw Error(ErrorCode::kInvalidArgument, "features_not_read",
              "{file} is a pickle of PyTorch's, which only Python reads. Save the network's state_dict with "
              "safetensors.torch.save_file(), or the network with torch.jit.script(...).save().",
              {{"file", path.string()}});
}

/// A file under the name of a published one is that one, or damaged.
void requirePublished(const std::filesystem::path& file) {
  constexpr std::pair<std::string_view, std::string_view> kPublished[] = {
      {"inception-2015-12-05.pt", "f58cb9b6ec323ed63459aa4fb441fe750cfe39fafad6da5cb504a16f19e958f4"}};
  for (const auto& [name, expected] : kPublished) {
    if (file.filename() != name) continue;
    const std::string found = sha256OfFile(file);
    if (found == expected) continue;
    throw Error(ErrorCode::kDataLoss, "features_other_hash",
                "{file} has the name of NVIDIA's file but the SHA-256 {found} instead of {expected}: it is damaged or "
                "another network. Fetch it again, or give it a name of its own.",
                {{"file", file.string()}, {"found", found}, {"expected", std::string(expected)}});
  }
}

std::unique_ptr<FeatureNetwork> opened(const FeatureOptions& options) {
  if (options.classifier) return openClassifierNetwork(options);
  requirePublished(options.file);
  const std::string start = beginningOf(options.file);
  if (start.starts_with('\x80')) throwPickle(options.file);
  if (start.starts_with("PK")) return openScriptNetwork(options);
  if (saysItsFeatures(options.file)) {
    FeatureOptions classifier = options;
    classifier.classifier = weightsConfig(options.file);
    return openClassifierNetwork(classifier);
  }
  return std::make_unique<InceptionNetwork>(
      options,
      InceptionV3(readWeights(options.file).tensors, options.file.string(), at::kFloat, c10::Device(options.device)));
}

}  // namespace

InputResize chosenResize(const FeatureOptions& options, const std::string& network, std::span<const InputResize> ways) {
  if (options.resize.empty()) return ways.front();
  const auto found = std::ranges::find(ways, options.resize, nameOf);
  if (found != ways.end()) return *found;
  std::string names;
  for (const InputResize way : ways) names += (names.empty() ? "" : ", ") + std::string(nameOf(way));
  throw Error(ErrorCode::kInvalidArgument, "features_resize",
              "Pictures for {file} ({network}) are resized as one of: {names}; {found} was asked for. Choose one of "
              "these.",
              {{"file", options.file.string()}, {"network", network}, {"names", names}, {"found", options.resize}});
}

at::Tensor areProbabilities(const at::Tensor& rows) {
  const at::Tensor p = rows.flatten(1);
  return p.ge(0).all(1).logical_and_((p.sum(1) - 1).abs_().lt(1e-3));
}

std::unique_ptr<FeatureNetwork> openFeatureNetwork(const FeatureOptions& options) {
  const c10::InferenceMode inference;
  std::unique_ptr<FeatureNetwork> network = opened(options);
  network->nameFile(sha256OfFile(options.file));
  return network;
}

}  // namespace gan
