#include "training/block_memory.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/zeros.h>
#include <c10/core/Allocator.h>
#include <c10/util/ThreadLocalDebugInfo.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "layers/recomputation.h"
#include "models/network_blocks.h"

namespace gan {

namespace {

constexpr std::int64_t kImages = 2;  // batch normalisation takes no fewer

/// What this thread asked its allocators for, less what it gave back.
class HeldBytes final : public c10::MemoryReportingInfoBase {
 public:
  void reportMemoryUsage(void* /*memory*/, std::int64_t bytes, std::size_t /*allocated*/, std::size_t /*reserved*/,
                         c10::Device /*device*/) override {
    held += bytes;
  }
  bool memoryProfilingEnabled() const override { return true; }

  std::int64_t held = 0;
};

std::uint64_t bytesOf(const std::vector<at::Tensor>& tensors) {
  std::uint64_t bytes = 0;
  for (const at::Tensor& tensor : tensors) bytes += tensor.nbytes();
  return bytes;
}

/// Tensors of a weight's size that an optimiser and its gradients take.
std::uint64_t copiesOf(const OptimizerOptions& optimizer) {
  const std::uint64_t momentum = optimizer.momentum != 0 ? 1 : 0;
  switch (optimizer.algorithm) {
    case Algorithm::kSgd:
      return 1 + momentum;
    case Algorithm::kRmsProp:
      return 2 + momentum;
    case Algorithm::kAdam:
    case Algorithm::kAdamW:
      break;
  }
  return 3;
}

std::vector<BlockMemory> measure(torch::nn::Module& network, BlockTensors tensors, const TrainerOptions& options,
                                 const OptimizerOptions& optimizer, bool averaged) {
  const auto* const chain = dynamic_cast<const BlockNetwork*>(&network);
  if (chain == nullptr) return {};
  if (options.precision == Precision::kFloat64) network.to(at::kDouble);
  if (options.recomputes) recomputeActivations(network);
  const auto counter = std::make_shared<HeldBytes>();
  const at::AutoGradMode record(true);
  std::vector<BlockMemory> blocks;
  for (const NetworkBlock& block : chain->blocks()) {
    BlockMemory memory{.name = block.name};
    std::uint64_t trained = 0;
    std::uint64_t buffers = 0;
    for (const auto& module : block.modules) {
      trained += bytesOf(module->parameters());
      buffers += bytesOf(module->buffers());
    }
    memory.weights = trained + buffers;
    memory.optimizer = trained * copiesOf(optimizer) + (averaged ? memory.weights : 0);
    counter->held = 0;
    {
      const c10::DebugInfoGuard counting(c10::DebugInfoKind::PROFILER_STATE, counter);
      block.pass(tensors);
    }
    memory.image = static_cast<std::uint64_t>(std::max(counter->held, std::int64_t{0}) / kImages);
    blocks.push_back(std::move(memory));
  }
  return blocks;
}

}  // namespace

NetworkMemory measureBlocks(const TrainerOptions& options) {
  const NetworkShape& shape = options.shape;
  const at::TensorOptions type = weightType(options.precision);
  const at::Tensor classes = shape.classes > 0 ? at::zeros({kImages}, at::kLong) : at::Tensor();
  NetworkMemory memory;
  {
    const std::shared_ptr<Generator> generator = options.architecture->blank_generator(shape);
    if (options.precision == Precision::kFloat64) generator->to(at::kDouble);
    const at::Tensor condition = classes.defined() ? generator->condition(classes) : at::Tensor();
    memory.generator = measure(*generator, {at::zeros({kImages, shape.latent_size}, type), {condition}}, options,
                               options.generator_optimizer, options.ema);
  }
  const std::shared_ptr<Discriminator> discriminator = options.architecture->blank_discriminator(shape);
  memory.discriminator = measure(
      *discriminator, {at::zeros({kImages, shape.channels, shape.resolution, shape.resolution}, type), {classes}},
      options, options.discriminator_optimizer, /*averaged=*/false);
  return memory;
}

std::vector<std::size_t> balancedCuts(std::span<const double> costs, std::size_t parts) {
  const std::size_t count = costs.size();
  std::vector<double> sums(count + 1, 0);
  for (std::size_t i = 0; i < count; ++i) sums[i + 1] = sums[i] + costs[i];
  // least[p][i]: of the largest sum, when the first i costs are cut into p runs; last[p][i]: where the last one begins.
  const double none = std::numeric_limits<double>::infinity();
  std::vector least(parts + 1, std::vector<double>(count + 1, none));
  std::vector last(parts + 1, std::vector<std::size_t>(count + 1, 0));
  least[0][0] = 0;
  for (std::size_t part = 1; part <= parts; ++part) {
    for (std::size_t end = part; end <= count; ++end) {
      for (std::size_t begin = part - 1; begin < end; ++begin) {
        const double largest = std::max(least[part - 1][begin], sums[end] - sums[begin]);
        if (largest >= least[part][end]) continue;
        least[part][end] = largest;
        last[part][end] = begin;
      }
    }
  }
  std::vector<std::size_t> cuts(parts);
  std::size_t end = count;
  for (std::size_t part = parts; part > 0; --part) end = cuts[part - 1] = last[part][end];
  return cuts;
}

}  // namespace gan
