#include "training/lecam.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/relu.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/zeros.h>

#include <vector>

#include "distributed/collective.h"

namespace gan {

namespace {

constexpr double kDecay = 0.99;  // as the authors have it; no setting, for a run's anchors follow within 100 updates

class LeCam final : public Regulariser {
 public:
  explicit LeCam(at::TensorOptions tensors) : sums_(at::zeros({2}, tensors)), weight_(at::zeros({}, tensors)) {}

  at::Tensor penalty(const DiscriminatorPass& pass) override {
    at::Tensor real_anchor;
    at::Tensor fake_anchor;
    at::Tensor started;
    {
      const at::NoGradGuard no_grad;
      seen_.push_back(at::stack({pass.real_logits.mean(), pass.fake_logits.mean()}));
      const at::Tensor anchors = sums_ / weight_.clamp_min(1 - kDecay);
      real_anchor = anchors[0];
      fake_anchor = anchors[1];
      started = (weight_ > 0).to(pass.real_logits.scalar_type());
    }
    return started * (at::relu(pass.real_logits - fake_anchor).square().mean() +
                      at::relu(real_anchor - pass.fake_logits).square().mean());
  }

  void endUpdate(Collective* collective) override {
    if (seen_.empty()) return;
    const at::NoGradGuard no_grad;
    at::Tensor mean = at::stack(seen_).mean(0).to(sums_.scalar_type());
    seen_.clear();
    if (collective != nullptr) {
      collective->sum(mean);
      mean.div_(collective->size());
    }
    sums_.mul_(kDecay).add_(mean, 1 - kDecay);
    weight_.mul_(kDecay).add_(1 - kDecay);
  }

  TensorMap state() const override { return {{"logit_sums", sums_}, {"weight", weight_}}; }

 private:
  at::Tensor sums_;    // [2]: of real and generated images' mean logits, each with its weight
  at::Tensor weight_;  // of all of them: below 1 until many have come
  std::vector<at::Tensor> seen_;
};

}  // namespace

std::unique_ptr<Regulariser> makeLeCam(at::TensorOptions tensors) { return std::make_unique<LeCam>(tensors); }

}  // namespace gan
