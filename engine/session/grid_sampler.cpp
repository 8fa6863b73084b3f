#include "session/grid_sampler.h"

#include <ATen/ops/cat.h>
#include <ATen/ops/isfinite.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <vector>

#include "core/units.h"
#include "sampling/latent_sampler.h"

namespace gan {
namespace {

constexpr std::int64_t kBatch = 64;  // bounds the memory of a large grid

/// images: float [N, C, H, W] in [-1, 1], finite.
bool isBlank(const at::Tensor& images) {
  constexpr double kLevel = 2.0 / 255;  // of a byte
  const at::Tensor planes = images.flatten(2);
  return (planes.amax(2) - planes.amin(2)).max().item<float>() < kLevel;
}

}  // namespace

SampleGrid drawGrid(const GeneratorSnapshot& snapshot, const RunConfig& config, std::int32_t segment) {
  const c10::InferenceMode inference;
  const std::int64_t columns = config.integer("sampling.columns");
  const std::int64_t count = columns * config.integer("sampling.rows");
  const Truncation truncation{config.real("sampling.truncation")};
  const auto seed = static_cast<std::uint64_t>(config.integer("sampling.seed"));
  const std::int64_t latent_size = config.integer("model.latent_size");
  const LatentSampler sampler(seed, latent_size);
  const auto parameters = snapshot.generator->parameters();
  const auto device = parameters.empty() ? at::Device(at::kCPU) : parameters.front().device();

  std::vector<at::Tensor> images;
  bool finite = true;
  bool blank = true;
  for (std::int64_t first = 0; first < count; first += kBatch) {
    const at::Tensor latents = sampler.draw(first, std::min(kBatch, count - first), truncation);
    const at::Tensor made = snapshot.generator->forward(latents.to(device), {}).to(at::kCPU);
    finite = finite && at::isfinite(made).all().item<bool>();
    blank = blank && finite && isBlank(made);
    images.push_back(toBytes(made));
  }

  SampleInfo info;
  info.step = snapshot.step;
  info.segment = segment;
  info.truncation = truncation.threshold;
  info.latent_seed = seed;
  info.latent_size = latent_size;
  info.count = count;
  info.columns = columns;
  info.padding = kGridPadding;
  info.weights = config.flag("ema.enabled") ? config.text("sampling.weights") : "generator";
  info.unix_seconds = unixSeconds();
  return {makeGrid(at::cat(images), columns, kGridPadding), info, finite, blank};
}

}  // namespace gan
