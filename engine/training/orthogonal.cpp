#include "training/orthogonal.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/zeros.h>

#include <vector>

#include "models/network_blocks.h"
#include "training/device_groups.h"

namespace gan {

namespace {

struct Penalty {
  at::Tensor value;
  at::Tensor gradient;
};

/// Half the sum of the squared products of all unlike rows of W, and 2 (W W^T - its diagonal) W, BigGAN-PyTorch's
/// gradient of it. A tall matrix is taken by W^T W, which is the smaller one; the same numbers but for rounding.
Penalty ofRows(const at::Tensor& rows) {
  if (rows.size(0) <= rows.size(1)) {
    at::Tensor products = rows.mm(rows.t());
    products.fill_diagonal_(0);
    return {products.square().sum() / 2, products.mm(rows).mul_(2)};
  }
  const at::Tensor lengths = rows.square().sum(1, /*keepdim=*/true);
  const at::Tensor products = rows.t().mm(rows);
  return {(products.square().sum() - lengths.square().sum()) / 2, (rows.mm(products) - lengths * rows).mul_(2)};
}

class Orthogonal final : public Regulariser {
 public:
  at::Tensor addGradients(const torch::nn::Module& network, const DeviceScalar& weight) override {
    const at::NoGradGuard no_grad;
    const std::set<std::string>& elsewhere = heldElsewhere(network);
    std::vector<at::Tensor> penalties;
    for (const auto& item : network.named_parameters()) {
      const at::Tensor& parameter = item.value();
      if (parameter.dim() < 2 || item.key().starts_with("shared.")) continue;
      if (elsewhere.contains(item.key())) continue;
      const auto [penalty, gradient] = ofRows(parameter.flatten(1));
      penalties.push_back(penalty);
      parameter.grad().add_(weight.times(gradient).view_as(parameter));
    }
    if (penalties.empty()) return at::zeros({}, network.parameters().front().options().requires_grad(false));
    bringTogether(penalties);
    return at::stack(penalties).sum();
  }
  bool addsGradients() const override { return true; }
};

}  // namespace

std::unique_ptr<Regulariser> makeOrthogonal(at::TensorOptions /*tensors*/, const RegulariserOptions& /*options*/) {
  return std::make_unique<Orthogonal>();
}

}  // namespace gan
