#include "sampling/picture_maker.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/tensor.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <string>
#include <utility>

#include "core/error.h"
#include "core/parallel_for.h"
#include "layers/weight_layer.h"
#include "tensor/compute_threads.h"
#include "tensor/image.h"

namespace gan {
namespace {

std::shared_ptr<Generator> settled(const std::shared_ptr<Generator>& generator, c10::Device device,
                                   const std::vector<BlockStage>& stages) {
  settle(*generator, device, stages);
  return generator;
}

at::Tensor conditionOf(const SamplePoint& point, Generator& generator, const GeneratorFacts& facts,
                       c10::Device device) {
  if (facts.classes == 0) {
    if (point.classes.empty()) return {};
    throw Error(ErrorCode::kInvalidArgument, "point_no_classes",
                "{point} names a class, but the generator knows none. Leave class= away.",
                {{"point", shortText(point)}});
  }
  if (point.classes.empty()) {
    throw Error(ErrorCode::kInvalidArgument, "point_class_missing",
                "{point} names no class, but the generator makes images of {classes} classes. Add for example class=0.",
                {{"point", shortText(point)}, {"classes", std::to_string(facts.classes)}});
  }
  double whole = 0;
  for (const ClassTerm& term : point.classes) {
    if (term.label >= facts.classes) {
      throw Error(ErrorCode::kInvalidArgument, "point_class_unknown",
                  "{point} names class {label}, but the generator knows classes 0 to {last} only.",
                  {{"point", shortText(point)},
                   {"label", std::to_string(term.label)},
                   {"last", std::to_string(facts.classes - 1)}});
    }
    whole += term.weight;
  }
  const auto of = [&](const ClassTerm& term) {
    return generator.condition(at::tensor({term.label}, at::kLong).to(device));
  };
  if (point.classes.size() == 1) return of(point.classes[0]);
  at::Tensor sum = of(point.classes[0]).to(at::kDouble) * (point.classes[0].weight / whole);
  for (std::size_t i = 1; i < point.classes.size(); ++i) {
    sum += of(point.classes[i]).to(at::kDouble) * (point.classes[i].weight / whole);
  }
  return sum.to(at::kFloat);
}

at::Tensor rows(const at::Tensor& inputs, std::int64_t first, std::int64_t count) {
  return inputs.defined() ? inputs.narrow(0, first, count) : inputs;
}

/// Rows first to first + block - 1; for those that are not there the nearest one.
at::Tensor filledUp(const at::Tensor& inputs, std::int64_t first, std::int64_t block) {
  if (!inputs.defined()) return inputs;
  return inputs.index_select(0, at::arange(first, first + block).clamp_(0, inputs.size(0) - 1));
}

}  // namespace

void settle(torch::nn::Module& network, c10::Device device, const std::vector<BlockStage>& stages) {
  const at::NoGradGuard no_grad;
  setOwnComputeThreads(1);  // singular values depend on no number of threads either
  network.eval();
  if (device.is_cpu()) useMemoryFormat(network, at::MemoryFormat::ChannelsLast);
  for (const auto& module : network.modules(/*include_self=*/false)) {
    if (auto* layer = dynamic_cast<WeightLayer*>(module.get())) layer->freeze();
  }
  if (stages.empty()) {
    network.to(device);
  } else {
    dynamic_cast<BlockNetwork&>(network).placeStages(stages);
  }
}

PictureMaker::PictureMaker(const std::shared_ptr<Generator>& generator, c10::Device device, int threads,
                           std::int64_t standing_batches, const std::vector<BlockStage>& stages)
    : generator_(settled(generator, device, stages)),
      device_(device),
      threads_(threads),
      standing_batches_(standing_batches),
      facts_(generator->facts()),
      latents_(*generator_),
      sampled_(generator, device.is_cpu() ? threads : 1) {}

void PictureMaker::use(StatisticsMode mode, const Truncation& truncation) {
  setOwnComputeThreads(1);
  if (mode == StatisticsMode::kRunning) return sampled_.use({});
  sampled_.use({.mode = StatisticsMode::kStanding,
                .truncation = truncation,
                .batches = mode == StatisticsMode::kBatch ? 1 : standing_batches_});
}

at::Tensor PictureMaker::condition(const SamplePoint& point) const {
  return conditionOf(point, *generator_, facts_, device_);
}

PictureInputs PictureMaker::inputs(std::span<const SamplePoint> points) {
  const c10::InferenceMode inference;
  std::vector<at::Tensor> latents;
  std::vector<at::Tensor> conditions;
  for (const SamplePoint& point : points) {
    latents.push_back(latents_.of(point));
    const at::Tensor of_point = condition(point);
    if (of_point.defined()) conditions.push_back(of_point.to(at::kCPU));
  }
  return {.latents = at::cat(latents), .condition = conditions.empty() ? at::Tensor() : at::cat(conditions)};
}

void PictureMaker::make(const PictureInputs& inputs, std::int64_t number,
                        const std::function<void(std::int64_t, const at::Tensor&)>& take) const {
  const std::int64_t count = inputs.latents.size(0);
  if (device_.is_cpu()) {
    parallelFor(count, threads_, [&](std::int64_t i) {
      const c10::InferenceMode inference;
      setOwnComputeThreads(1);
      take(i, toBytes(generator_->forward(rows(inputs.latents, i, 1), rows(inputs.condition, i, 1)))[0]);
    });
    return;
  }
  const c10::InferenceMode inference;
  for (std::int64_t first = -(number % kGpuBlock); first < count; first += kGpuBlock) {
    at::Tensor condition = filledUp(inputs.condition, first, kGpuBlock);
    if (condition.defined()) condition = condition.to(device_);
    const at::Tensor latents = filledUp(inputs.latents, first, kGpuBlock).to(device_);
    const at::Tensor made = toBytes(generator_->forward(latents, condition)).to(at::kCPU);
    for (std::int64_t i = std::max<std::int64_t>(first, 0); i < std::min(first + kGpuBlock, count); ++i) {
      take(i, made[i - first]);
    }
  }
}

at::Tensor PictureMaker::make(const PictureInputs& inputs, std::int64_t number) const {
  at::Tensor pictures =
      at::empty({inputs.latents.size(0), facts_.channels, facts_.resolution, facts_.resolution}, at::kByte);
  make(inputs, number, [&pictures](std::int64_t i, const at::Tensor& picture) { pictures[i].copy_(picture); });
  return pictures;
}

}  // namespace gan
