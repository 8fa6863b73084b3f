#include "sampling/latent_sampler.h"

#include <ATen/ops/empty.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/error.h"
#include "sampling/normal_quantile.h"

namespace gan {
namespace {

constexpr double kScaledRedrawLimit = 2;

/// A normal number, drawn again beyond a limit, times a scale.
struct Draw {
  double lowest = 0;  ///< Probability below the limit on one side.
  double scale = 1;
  float limit = std::numeric_limits<float>::infinity();  ///< Of what comes out; rounding does not pass it either.
};

Draw drawOf(const Truncation& truncation) {
  const double t = truncation.threshold;
  if (!std::isfinite(t) || t <= 0) return {};
  switch (truncation.kind) {
    case TruncationKind::kScale:
      return {.scale = t};
    case TruncationKind::kScaledRedraw:
      return {.lowest = normalProbability(-kScaledRedrawLimit),
              .scale = t,
              .limit = static_cast<float>(kScaledRedrawLimit * t)};
    case TruncationKind::kRedraw:
      break;
  }
  return {.lowest = normalProbability(-t), .limit = static_cast<float>(t)};
}

}  // namespace

LatentSampler::LatentSampler(std::uint64_t seed, std::int64_t latent_size)
    : stream_(seed, RandomPurpose::kLatentSamples), latent_size_(latent_size) {
  if (latent_size < 1) {
    throw Error(ErrorCode::kInvalidArgument, "latent_bad_size",
                "A latent has at least one component, but {size} were asked for.",
                {{"size", std::to_string(latent_size)}});
  }
}

at::Tensor LatentSampler::draw(std::int64_t first, std::int64_t count, Truncation truncation) const {
  if (first < 0 || count < 0) {
    throw Error(ErrorCode::kInvalidArgument, "latent_bad_range",
                "Latents are numbered from 0, but {count} from {first} on were asked for.",
                {{"count", std::to_string(count)}, {"first", std::to_string(first)}});
  }
  const Draw draw = drawOf(truncation);
  at::Tensor latents = at::empty({count, latent_size_}, at::kFloat);
  auto* out = latents.mutable_data_ptr<float>();
  for (std::int64_t i = 0; i < count; ++i) {
    for (std::int64_t j = 0; j < latent_size_; ++j) {
      const std::uint64_t word = stream_.word(0, static_cast<std::uint64_t>(first + i), static_cast<std::uint32_t>(j));
      const double uniform = (static_cast<double>(word >> 12U) + 0.5) * 0x1p-52;
      const auto z = static_cast<float>(draw.scale * normalQuantile(draw.lowest + uniform * (1 - 2 * draw.lowest)));
      *out++ = std::clamp(z, -draw.limit, draw.limit);
    }
  }
  return latents;
}

}  // namespace gan
