#include "models/resnet.h"

#include <ATen/ops/max_pool2d.h>
#include <ATen/ops/relu.h>

#include <cmath>
#include <string>

#include "core/error.h"
#include "tensor/random_stream.h"

namespace gan {

namespace {

constexpr std::int64_t kFirstWidth = 64;
constexpr std::int64_t kBottleneckExpansion = 4;

void checkShape(const ClassifierShape& shape) {
  if (shape.channels >= 1 && shape.classes >= 1) return;
  throw Error(ErrorCode::kInvalidArgument, "model_unsupported_shape",
              "A ResNet tells at least one class of images of at least one channel apart; it was asked for {classes} "
              "classes and {channels} channels. Change model.classes or data.channels.",
              {{"classes", std::to_string(shape.classes)}, {"channels", std::to_string(shape.channels)}});
}

std::shared_ptr<Convolution> convolution(std::int64_t in, std::int64_t out, std::int64_t kernel, std::int64_t stride) {
  return std::make_shared<Convolution>(ConvolutionShape{
      .in_channels = in, .out_channels = out, .kernel = kernel, .stride = stride, .padding = kernel / 2});
}

void drawWeights(torch::nn::Module& network, std::uint64_t seed) {
  const at::NoGradGuard no_grad;
  const RandomStream stream(seed, RandomPurpose::kWeights);
  std::uint64_t number = 0;  // one address for each tensor
  const auto rows = [](const at::Tensor& tensor) { return tensor.numel() / tensor.size(0); };
  for (const auto& module : network.modules(/*include_self=*/false)) {
    if (auto* convolution = module->as<Convolution>()) {
      at::Tensor& weight = convolution->weight;
      const double deviation = std::sqrt(2.0 / static_cast<double>(weight.numel() / weight.size(1)));
      weight.copy_(stream.normal(number++, 0, weight.size(0), rows(weight)).mul_(deviation).view(weight.sizes()));
    } else if (auto* linear = module->as<Linear>()) {
      const double bound = 1 / std::sqrt(static_cast<double>(linear->weight.size(1)));
      for (at::Tensor* tensor : {&linear->weight, &linear->bias}) {
        const at::Tensor drawn = stream.uniform(number++, 0, tensor->size(0), rows(*tensor));
        tensor->copy_(drawn.mul(2 * bound).sub(bound).view(tensor->sizes()));
      }
    }
  }
}

std::shared_ptr<Classifier> make(const ResNetShape& shape, std::uint64_t seed) {
  auto network = std::make_shared<ResNet>(shape);
  drawWeights(*network, seed);
  return network;
}

}  // namespace

std::int64_t ResidualBlock::outChannels(ResidualBlockKind kind, std::int64_t width) {
  return kind == ResidualBlockKind::kBottleneck ? kBottleneckExpansion * width : width;
}

ResidualBlock::ResidualBlock(ResidualBlockKind kind, std::int64_t in_channels, std::int64_t width,
                             std::int64_t stride) {
  const std::int64_t out_channels = outChannels(kind, width);
  const auto add = [this](std::int64_t in, std::int64_t out, std::int64_t kernel, std::int64_t step) {
    const std::string number = std::to_string(stages_.size() + 1);
    Stage stage;
    stage.convolution = register_module("conv" + number, convolution(in, out, kernel, step));
    stage.norm = register_module("bn" + number, std::make_shared<BatchNorm>(out));
    stages_.push_back(std::move(stage));
  };
  if (kind == ResidualBlockKind::kBasic) {
    add(in_channels, width, 3, stride);
    add(width, out_channels, 3, 1);
  } else {
    add(in_channels, width, 1, 1);
    add(width, width, 3, stride);
    add(width, out_channels, 1, 1);
  }
  if (stride == 1 && in_channels == out_channels) return;
  const auto downsample = register_module("downsample", std::make_shared<torch::nn::Module>());
  downsample_.convolution = downsample->register_module("0", convolution(in_channels, out_channels, 1, stride));
  downsample_.norm = downsample->register_module("1", std::make_shared<BatchNorm>(out_channels));
}

at::Tensor ResidualBlock::forward(const at::Tensor& x) {
  at::Tensor y = x;
  for (const Stage& stage : stages_) {
    y = stage.norm->forward(stage.convolution->forward(y));
    if (&stage != &stages_.back()) y = y.relu_();
  }
  const at::Tensor shortcut =
      downsample_.convolution ? downsample_.norm->forward(downsample_.convolution->forward(x)) : x;
  return y.add_(shortcut).relu_();
}

ResNet::ResNet(const ResNetShape& shape) : stem_(shape.classifier.stem) {
  checkShape(shape.classifier);
  const bool small = stem_ == Stem::kSmallImages;
  conv1_ = register_module("conv1", convolution(shape.classifier.channels, kFirstWidth, small ? 3 : 7, small ? 1 : 2));
  bn1_ = register_module("bn1", std::make_shared<BatchNorm>(kFirstWidth));
  std::int64_t channels = kFirstWidth;
  for (std::size_t i = 0; i < stages_.size(); ++i) {
    const auto layer = register_module("layer" + std::to_string(i + 1), std::make_shared<torch::nn::Module>());
    const std::int64_t width = kFirstWidth << i;
    for (std::int64_t block = 0; block < shape.blocks.at(i); ++block) {
      const std::int64_t stride = block == 0 && i > 0 ? 2 : 1;
      stages_.at(i).push_back(layer->register_module(
          std::to_string(block), std::make_shared<ResidualBlock>(shape.block, channels, width, stride)));
      channels = ResidualBlock::outChannels(shape.block, width);
    }
  }
  fc_ = register_module("fc", std::make_shared<Linear>(channels, shape.classifier.classes));
}

at::Tensor ResNet::stem(const at::Tensor& images) {
  const at::Tensor x = bn1_->forward(conv1_->forward(images)).relu_();
  return stem_ == Stem::kSmallImages ? x : at::max_pool2d(x, 3, 2, 1);
}

at::Tensor ResNet::stage(int number, const at::Tensor& x) {
  at::Tensor y = x;
  for (const auto& block : stages_.at(static_cast<std::size_t>(number))) y = block->forward(y);
  return y;
}

at::Tensor ResNet::pooled(const at::Tensor& x) { return x.mean({2, 3}); }

at::Tensor ResNet::forward(const at::Tensor& images) {
  at::Tensor x = stem(images);
  for (int number = 0; number < kStages; ++number) x = stage(number, x);
  return logits(pooled(x));
}

std::shared_ptr<Classifier> makeResNet18(const ClassifierShape& shape, std::uint64_t seed) {
  return make({.classifier = shape, .block = ResidualBlockKind::kBasic, .blocks = {2, 2, 2, 2}}, seed);
}

std::shared_ptr<Classifier> makeResNet50(const ClassifierShape& shape, std::uint64_t seed) {
  return make({.classifier = shape, .block = ResidualBlockKind::kBottleneck, .blocks = {3, 4, 6, 3}}, seed);
}

}  // namespace gan
