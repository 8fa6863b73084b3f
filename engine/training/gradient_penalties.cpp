#include "training/gradient_penalties.h"

#include <torch/csrc/autograd/autograd.h>

namespace gan {

namespace {

/// d(logit)/d(image) for each image [N, C * H * W]; can be differentiated again.
at::Tensor slopes(const at::Tensor& logits, const at::Tensor& images, const at::Tensor& scale) {
  // Of a mean: in float16 a scale of 65,536 itself is infinite.
  const at::Tensor whole = scale.defined() ? logits.mean() * scale : logits.sum();
  const at::Tensor found =
      torch::autograd::grad({whole}, {images}, {}, /*retain_graph=*/true, /*create_graph=*/true)[0].flatten(1);
  return scale.defined() ? found * (static_cast<double>(logits.numel()) / scale) : found;
}

class AtRealImages final : public Regulariser {
 public:
  at::Tensor penalty(const DiscriminatorPass& pass) override {
    return slopes(pass.real_logits, pass.real, pass.scale).square().sum(1).mean() / 2;
  }
  bool readsSlopes() const override { return true; }
};

class AtGeneratedImages final : public Regulariser {
 public:
  at::Tensor penalty(const DiscriminatorPass& pass) override {
    return slopes(pass.fake_logits, pass.fake, pass.scale).square().sum(1).mean() / 2;
  }
  bool readsSlopes() const override { return true; }
};

class BetweenImages final : public Regulariser {
 public:
  at::Tensor penalty(const DiscriminatorPass& pass) override {
    const at::Tensor share = pass.share.view({-1, 1, 1, 1});
    const at::Tensor between = (share * pass.real + (1 - share) * pass.fake).detach().requires_grad_(true);
    const at::Tensor logits = pass.look(between, pass.real_classes);
    return (slopes(logits, between, pass.scale).norm(2, 1) - 1).square().mean();
  }
  bool drawsShares() const override { return true; }
};

}  // namespace

std::unique_ptr<Regulariser> makeR1(at::TensorOptions /*tensors*/, const RegulariserOptions& /*options*/) {
  return std::make_unique<AtRealImages>();
}

std::unique_ptr<Regulariser> makeR2(at::TensorOptions /*tensors*/, const RegulariserOptions& /*options*/) {
  return std::make_unique<AtGeneratedImages>();
}

std::unique_ptr<Regulariser> makeGradientPenalty(at::TensorOptions /*tensors*/, const RegulariserOptions& /*options*/) {
  return std::make_unique<BetweenImages>();
}

}  // namespace gan
