#include "training/lecam.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/isfinite.h>
#include <ATen/ops/nan_to_num.h>
#include <ATen/ops/relu.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/zeros.h>

#include <vector>

#include "distributed/collective.h"

namespace gan {

namespace {

class LeCam final : public Regulariser {
 public:
  LeCam(at::TensorOptions tensors, double decay)
      : decay_(decay), sums_(at::zeros({2}, tensors)), weight_(at::zeros({}, tensors)) {}

  bool watches() const override { return true; }

  void watch(const DiscriminatorPass& pass) override {
    const at::NoGradGuard no_grad;
    at::Tensor mean = at::stack({pass.real_logits.mean(), pass.fake_logits.mean()}).to(sums_.scalar_type());
    if (pass.collective != nullptr) {
      pass.collective->sum(mean);
      mean.div_(pass.collective->size());
    }
    seen_.push_back(mean);
  }

  at::Tensor penalty(const DiscriminatorPass& pass) override {
    const at::Tensor anchors = (sums_ * decay_ + seen_.back() * (1 - decay_)) / (weight_ * decay_ + (1 - decay_));
    return at::relu(pass.real_logits - anchors[1]).square().mean() +
           at::relu(anchors[0] - pass.fake_logits).square().mean();
  }

  void endUpdate() override {
    const at::NoGradGuard no_grad;
    const at::Tensor mean = at::stack(seen_).mean(0);
    seen_.clear();
    // What overflowed, in float16 for example, leaves both as they are; nothing waits to know it.
    const at::Tensor share = at::isfinite(mean).all().to(mean.scalar_type()) * (1 - decay_);
    sums_.add_((at::nan_to_num(mean, 0, 0, 0) - sums_) * share);
    weight_.add_((1 - weight_) * share);
  }

  TensorMap state() const override { return {{"logit_sums", sums_}, {"weight", weight_}}; }

 private:
  double decay_;
  at::Tensor sums_;               // [2]: of real and generated images' mean logits, each with its weight
  at::Tensor weight_;             // of all of them: below 1 until many have come
  std::vector<at::Tensor> seen_;  // [2] of each pass of this update
};

}  // namespace

std::unique_ptr<Regulariser> makeLeCam(at::TensorOptions tensors, const RegulariserOptions& options) {
  return std::make_unique<LeCam>(tensors, options.decay);
}

}  // namespace gan
