#include "layers/weight_draw.h"

#include <ATen/Context.h>

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

  void normal(at::Tensor& tensor, double mean, double deviation = kDeviation) {
    const std::int64_t rows = tensor.size(0);
    fill(tensor, stream_.normal(next_++, 0, rows, tensor.numel() / rows).mul_(deviation).add_(mean));
  }

  void uniform(at::Tensor& tensor, double bound) {
    const std::int64_t rows = tensor.size(0);
    fill(tensor, stream_.uniform(next_++, 0, rows, tensor.numel() / rows).mul_(2 * bound).sub_(bound));
  }

 private:
  static void fill(at::Tensor& tensor, const at::Tensor& values) {
    const at::NoGradGuard no_grad;
    tensor.copy_(values.view(tensor.sizes()));
  }

  RandomStream stream_;
  std::uint64_t next_;
};

}  // namespace

void drawNormalWeights(torch::nn::Module& network, std::uint64_t seed, NetworkRole role) {
  Draw draw(seed, role);
  for (const auto& module : network.modules(/*include_self=*/false)) {
    if (auto* convolution = module->as<Convolution>()) {
      draw.normal(convolution->weight, 0);
    } else if (auto* transposed = module->as<TransposedConvolution>()) {
      draw.normal(transposed->weight, 0);
    } else if (auto* norm = module->as<BatchNorm>()) {
      draw.normal(norm->weight, 1);
    } else if (auto* embedding = module->as<Embedding>()) {
      draw.normal(embedding->weight, 0);
    }
  }
  for (const auto& module : network.modules(/*include_self=*/false)) {
    const auto* layer = dynamic_cast<const WeightLayer*>(module.get());
    if (layer == nullptr || layer->spectralNorm() == nullptr) continue;
    for (at::Tensor vector : layer->spectralNorm()->vectors()) draw.normal(vector, 0, 1);
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
