#include "layers/weight_draw.h"

#include <ATen/Context.h>
#include <ATen/ops/linalg_qr.h>

#include <cmath>

#include "layers/layers.h"
#include "tensor/random_stream.h"

namespace gan {

namespace {

constexpr double kDeviation = 0.02;  // Radford et al., 2016, section 4
// More tensors than any network of ours has; keeps the addresses of the two roles apart.
constexpr std::uint64_t kTensorsPerRole = 1'000'000;

/// Hands out one random address per tensor, in the order in which the tensors are drawn.
class Draw {
 public:
  Draw(std::uint64_t seed, NetworkRole role)
      : stream_(seed, RandomPurpose::kWeights), next_(static_cast<std::uint64_t>(role) * kTensorsPerRole) {}

  void normal(at::Tensor& tensor, double mean) { fill(tensor, standardNormal(tensor).mul_(kDeviation).add_(mean)); }

  void orthogonal(at::Tensor& tensor) {
    // In float64, so that what is left after rounding does not depend on how LAPACK divides its work.
    const at::Tensor drawn = standardNormal(tensor).to(at::kDouble);
    const bool wide = drawn.size(0) < drawn.size(1);
    const auto [q, r] = at::linalg_qr(wide ? drawn.t() : drawn);
    const at::Tensor columns = q * r.diagonal().sign();  // uniform over the orthogonal matrices
    fill(tensor, wide ? columns.t() : columns);
  }

  void singularVectors(const WeightLayer& layer) {
    if (layer.spectralNorm() == nullptr) return;
    for (at::Tensor u : layer.spectralNorm()->vectors()) fill(u, standardNormal(u));
  }

  void uniform(at::Tensor& tensor, double bound) {
    const std::int64_t rows = tensor.size(0);
    fill(tensor, stream_.uniform(next_++, 0, rows, tensor.numel() / rows).mul_(2 * bound).sub_(bound));
  }

 private:
  static void fill(at::Tensor& tensor, const at::Tensor& values) {
    const at::NoGradGuard no_grad;
    tensor.copy_(values.reshape(tensor.sizes()));
  }
  at::Tensor standardNormal(const at::Tensor& tensor) {
    const std::int64_t rows = tensor.size(0);
    return stream_.normal(next_++, 0, rows, tensor.numel() / rows);
  }

  RandomStream stream_;
  std::uint64_t next_;
};

}  // namespace

void drawWeights(torch::nn::Module& network, Initialisation initialisation, std::uint64_t seed, NetworkRole role) {
  Draw draw(seed, role);
  for (const auto& module : network.modules(/*include_self=*/false)) {
    auto* const layer = module->as<WeightLayer>();
    if (layer == nullptr) continue;
    at::Tensor& weight = layer->weight;
    // Channels times the pixels of a kernel.
    const auto inputs = static_cast<double>(weight.numel() / weight.size(0));
    const auto outputs = static_cast<double>(weight.numel() / weight.size(1));
    switch (initialisation) {
      case Initialisation::kOrthogonal:
        draw.orthogonal(weight);
        break;
      case Initialisation::kNormal:
        draw.normal(weight, 0);
        break;
      case Initialisation::kXavier:
        draw.uniform(weight, std::sqrt(6 / (inputs + outputs)));
        break;
    }
    if (layer->bias.defined()) draw.uniform(layer->bias, 1 / std::sqrt(inputs));
    draw.singularVectors(*layer);
  }
}

void drawNormalWeights(torch::nn::Module& network, std::uint64_t seed, NetworkRole role) {
  Draw draw(seed, role);
  for (const auto& module : network.modules(/*include_self=*/false)) {
    if (auto* layer = module->as<WeightLayer>()) {
      draw.normal(layer->weight, 0);
      draw.singularVectors(*layer);
    } else if (auto* norm = module->as<BatchNorm>()) {
      draw.normal(norm->weight, 1);
    }
  }
}

void drawLinearWeights(torch::nn::Module& network, std::uint64_t seed, NetworkRole role) {
  Draw draw(seed, role);
  for (const auto& module : network.modules(/*include_self=*/false)) {
    if (auto* linear = module->as<Linear>()) {
      const double bound = 1 / std::sqrt(static_cast<double>(linear->weight.size(1)));
      draw.uniform(linear->weight, bound);
      draw.uniform(linear->bias, bound);
    }
  }
}

}  // namespace gan
