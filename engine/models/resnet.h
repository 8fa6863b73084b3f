#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "layers/layers.h"
#include "models/classifier.h"

namespace gan {

/// What a stage of a ResNet is made of (He et al., 2016, figure 5).
enum class ResidualBlockKind {
  kBasic,       ///< Two 3 x 3 convolutions.
  kBottleneck,  ///< 1 x 1, 3 x 3 (which carries the stride, as in torchvision) and 1 x 1 to four times the width.
};

struct ResNetShape {
  ClassifierShape classifier;
  ResidualBlockKind block = ResidualBlockKind::kBasic;
  std::array<std::int64_t, 4> blocks = {2, 2, 2, 2};  ///< Of each stage, the first 64 channels wide.
};

/// x + F(x), where x goes through a 1 x 1 convolution when F changes its shape.
class ResidualBlock : public torch::nn::Module {
 public:
  ResidualBlock(ResidualBlockKind kind, std::int64_t in_channels, std::int64_t width, std::int64_t stride);
  at::Tensor forward(const at::Tensor& x);
  /// Channels that a block of this width gives.
  static std::int64_t outChannels(ResidualBlockKind kind, std::int64_t width);

 private:
  struct Stage {
    std::shared_ptr<Convolution> convolution;
    std::shared_ptr<BatchNorm> norm;
  };
  std::vector<Stage> stages_;
  Stage downsample_;  ///< Null: x goes as it is.
};

/// Residual networks as in torchvision's models/resnet.py, by names, shapes and initialisation, so that its files fit
/// (He et al., "Deep residual learning for image recognition", 2016).
class ResNet : public Classifier {
 public:
  static constexpr int kStages = 4;

  /// Weights are yet to be set. Throws Error(kInvalidArgument, "model_unsupported_shape").
  explicit ResNet(const ResNetShape& shape);

  at::Tensor forward(const at::Tensor& images) override;

  /// What forward() goes through: the stem, with its pooling; stages 0 to 3 (`layer1` to `layer4`); the mean of each
  /// channel [N, C]; logits.
  at::Tensor stem(const at::Tensor& images);
  at::Tensor stage(int number, const at::Tensor& x);
  static at::Tensor pooled(const at::Tensor& x);
  at::Tensor logits(const at::Tensor& features) const { return fc_->forward(features); }

 private:
  Stem stem_;
  std::shared_ptr<Convolution> conv1_;
  std::shared_ptr<BatchNorm> bn1_;
  std::array<std::vector<std::shared_ptr<ResidualBlock>>, kStages> stages_;
  std::shared_ptr<Linear> fc_;
};

/// Weights as torchvision draws them: convolutions N(0, 2 / (out k^2)) (He et al., 2015, equation 14), batch
/// normalisation 1 and 0, the last layer as PyTorch's Linear.
std::shared_ptr<Classifier> makeResNet18(const ClassifierShape& shape, std::uint64_t seed);
std::shared_ptr<Classifier> makeResNet50(const ClassifierShape& shape, std::uint64_t seed);

}  // namespace gan
