#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "config/run_config.h"
#include "evaluation/feature_kind.h"
#include "tensor/image.h"

namespace gan {

/// A network from somebody's file that turns pictures into features.
class FeatureNetwork {
 public:
  struct Output {
    at::Tensor features;       ///< float [N, D], on the network's device.
    at::Tensor probabilities;  ///< float [N, classes]; undefined unless they were asked for.
  };

  virtual ~FeatureNetwork() = default;

  const FeatureKind& kind() const { return kind_; }
  void nameFile(const std::string& sha256) { kind_.sha256 = sha256; }
  /// Whether run() can give probabilities of classes, as the Inception Score needs them.
  virtual bool tellsClasses() const = 0;
  /// Whether these come from logits with the last layer's bias; none where that is the network's own affair.
  virtual std::optional<bool> logitsWithBias() const { return std::nullopt; }

  /// Where it computes. On a CPU run() may be called from several threads at once.
  virtual c10::Device device() const { return c10::Device(c10::kCPU); }
  /// Of what it takes.
  virtual std::int64_t channels() const { return 3; }
  /// Writes an image as the network takes it: channels * size * size numbers. From several threads at once.
  virtual void prepare(const Image& image, std::span<float> input) const = 0;
  /// inputs: float32 [N, channels, size, size] on the host, as prepare() wrote them. Probabilities only where
  /// tellsClasses().
  virtual Output run(const at::Tensor& inputs, bool probabilities) const = 0;

 protected:
  FeatureKind kind_;
};

/// Of each row [N, classes] whether it holds probabilities: not negative, with a sum of nearly 1. Bool [N].
at::Tensor areProbabilities(const at::Tensor& rows);

struct FeatureOptions {
  std::filesystem::path file = {};
  std::string resize = {};  ///< A name of InputResize; empty: what the network's own program does.
  std::int64_t size = 0;    ///< What a TorchScript network takes, in pixels; 0: 299.
  std::string device = "cpu";
  std::optional<RunConfig> classifier = {};  ///< Of the run that the file is the classifier of.
};

/// Opens a file by what is in it: safetensors with the weights of Inception v3 under torchvision's names, a network
/// in TorchScript, or with options.classifier a classifier of this program. Throws Error(kInvalidArgument):
/// "features_not_read", "features_no_tensor", "features_tensor_shape", "features_resize", "features_size",
/// "features_output"; Error(kDataLoss, "features_other_hash"); and what reading the file throws.
std::unique_ptr<FeatureNetwork> openFeatureNetwork(const FeatureOptions& options);

/// Most features that a network may give for a picture: their covariance takes the square of this.
inline constexpr std::int64_t kMostFeatures = 16384;

}  // namespace gan
