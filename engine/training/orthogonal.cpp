#include "training/orthogonal.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/stack.h>

#include <vector>

namespace gan {

namespace {

class Orthogonal final : public Regulariser {
 public:
  at::Tensor addGradients(const torch::nn::Module& network, const DeviceScalar& weight) override {
    const at::NoGradGuard no_grad;
    std::vector<at::Tensor> penalties;
    for (const auto& item : network.named_parameters()) {
      const at::Tensor& parameter = item.value();
      if (parameter.dim() < 2 || item.key().starts_with("shared.")) continue;
      const at::Tensor rows = parameter.flatten(1);
      at::Tensor products = rows.mm(rows.t());
      products.fill_diagonal_(0);
      penalties.push_back(products.square().sum() / 2);
      parameter.grad().add_(weight.times(products.mm(rows).mul_(2)).view_as(parameter));
    }
    return at::stack(penalties).sum();
  }
  bool addsGradients() const override { return true; }
};

}  // namespace

std::unique_ptr<Regulariser> makeOrthogonal(at::TensorOptions /*tensors*/) { return std::make_unique<Orthogonal>(); }

}  // namespace gan
