#include "sampling/grid_sampler.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/isfinite.h>
#include <ATen/ops/tensor.h>

#include <optional>
#include <vector>

#include "config/class_list.h"
#include "core/units.h"
#include "sampling/latent_sampler.h"

namespace gan {
namespace {

constexpr std::int64_t kMostAtOnce = 64;  // bounds the memory of a large grid

/// images: float [N, C, H, W] in [-1, 1], finite.
bool isBlank(const at::Tensor& images) {
  constexpr double kLevel = 2.0 / 255;  // of a byte
  const at::Tensor planes = images.flatten(2);
  return (planes.amax(2) - planes.amin(2)).max().item<float>() < kLevel;
}

/// The class of each image of a grid, row by row; empty for a generator that knows none.
std::vector<std::int64_t> gridClasses(const RunConfig& config, const GeneratorFacts& facts) {
  if (facts.classes == 0) return {};
  const std::vector<std::int64_t> chosen = classList(config.text("sampling.classes"), facts.classes);
  std::vector<std::int64_t> classes;
  for (std::int64_t row = 0; row < config.integer("sampling.rows"); ++row) {
    classes.insert(classes.end(), static_cast<std::size_t>(config.integer("sampling.columns")),
                   chosen[static_cast<std::size_t>(row) % chosen.size()]);
  }
  return classes;
}

}  // namespace

SampleGrid drawGrid(SampledGenerator& generator, std::int64_t step, const RunConfig& config, std::int32_t segment,
                    std::span<const std::string> class_names) {
  const std::int64_t columns = config.integer("sampling.columns");
  const std::int64_t count = columns * config.integer("sampling.rows");
  const Truncation truncation{.threshold = config.real("sampling.truncation"),
                              .kind = truncationKind(config.text("sampling.truncation_kind"))};
  const auto seed = static_cast<std::uint64_t>(config.integer("sampling.seed"));
  generator.use({.mode = statisticsMode(config.text("sampling.statistics")),
                 .truncation = truncation,
                 .batches = config.integer("sampling.statistics_batches")});
  const GeneratorFacts facts = generator.facts();
  const std::int64_t latent_size = facts.latent_size;
  const std::vector<std::int64_t> classes = gridClasses(config, facts);
  const LatentSampler sampler(seed, latent_size);

  const at::Tensor latents = sampler.draw(0, count, truncation);
  const at::Tensor labels = classes.empty() ? at::Tensor() : at::tensor(classes);
  at::Tensor images;  // bytes
  bool finite = true;
  bool blank = true;
  // What is made together may be normalised together: images of every row, as many as of any other.
  const std::int64_t draws = (count + kMostAtOnce - 1) / kMostAtOnce;
  for (std::int64_t draw = 0; draw < draws; ++draw) {
    const auto ofDraw = [&](const at::Tensor& all) { return all.slice(0, draw, std::nullopt, draws); };
    const at::Tensor drawn = labels.defined() ? ofDraw(labels).contiguous() : labels;
    const at::Tensor made = generator.draw(ofDraw(latents).contiguous(), generator.condition(drawn));
    finite = finite && at::isfinite(made).all().item<bool>();
    blank = blank && finite && isBlank(made);
    if (!images.defined()) {
      images = at::empty({count, made.size(1), made.size(2), made.size(3)}, at::TensorOptions(at::kByte));
    }
    ofDraw(images).copy_(toBytes(made));
  }

  SampleInfo info;
  info.step = step;
  info.segment = segment;
  info.truncation = truncation;
  info.latent_seed = seed;
  info.latent_size = latent_size;
  info.count = count;
  info.columns = columns;
  info.labels = classes;
  for (const std::int64_t label : classes) {
    const auto place = static_cast<std::size_t>(label);
    if (place < class_names.size()) info.class_names[label] = class_names[place];
  }
  info.padding = kGridPadding;
  info.weights = config.flag("ema.enabled") ? config.text("sampling.weights") : "generator";
  info.statistics = config.text("sampling.statistics");
  info.unix_seconds = unixSeconds();
  return {makeGrid(images, columns, kGridPadding), info, finite, blank};
}

}  // namespace gan
