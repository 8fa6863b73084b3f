#include "sampling/point_latents.h"

#include <ATen/ops/tensor.h>
#include <ATen/ops/zeros.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "sampling/latent_sampler.h"

namespace gan {
namespace {

constexpr std::uint64_t kPcaSeed = 0x67616e7370616365;  // no picture's

/// Of seeds.
at::Tensor mixtureOf(const std::vector<LatentTerm>& terms, const Truncation& truncation, std::int64_t latent_size) {
  const auto drawn = [&](const LatentTerm& term) {
    return LatentSampler(term.seed, latent_size).draw(term.sample, 1, truncation);
  };
  if (terms.size() == 1 && terms[0].weight == 1) return drawn(terms[0]);
  // Times a power of two, which rounds nothing: the squares of small weights are none in float64.
  const double largest =
      std::abs(std::ranges::max(terms, {}, [](const LatentTerm& term) { return std::abs(term.weight); }).weight);
  double squares = 0;
  at::Tensor sum = at::zeros({1, latent_size}, at::kDouble);
  for (const LatentTerm& term : terms) {
    const double weight = std::scalbn(term.weight, -std::ilogb(largest));
    sum += weight * drawn(term).to(at::kDouble);
    squares += weight * weight;
  }
  return (sum / std::sqrt(squares)).to(at::kFloat);
}

ErrorArgument named(const SamplePoint& point) { return {"point", shortText(point)}; }

}  // namespace

PointLatents::PointLatents(const Generator& generator)
    : facts_(generator.facts()),
      entrance_(dynamic_cast<const LatentEntrance*>(&generator)),
      chunks_(entrance_ != nullptr ? entrance_->latentChunks() : 1) {}

template <class Place>
at::Tensor PointLatents::latent(const Place& place, const SamplePoint& point) {
  const auto size = static_cast<std::int64_t>(place.z.size());
  if (size != 0 && size != facts_.latent_size) {
    throw Error(ErrorCode::kInvalidArgument, "point_z_size",
                "{point} says {found} components of a latent, but the generator takes {expected}. Give the point of "
                "another generator to that one.",
                {named(point), {"found", std::to_string(size)}, {"expected", std::to_string(facts_.latent_size)}});
  }
  at::Tensor latent = size != 0 ? at::tensor(place.z, at::kFloat).view({1, size})
                                : mixtureOf(place.latent, point.truncation, facts_.latent_size);
  if (place.moves.empty()) return latent;
  at::Tensor moved = latent.to(at::kDouble);
  for (const DirectionTerm& move : place.moves) {
    const at::Tensor& vectors = directions(move.kind).vectors;
    if (move.number >= vectors.size(0)) {
      throw Error(
          ErrorCode::kInvalidArgument, "point_direction_unknown",
          "{point} moves along direction {kind}/{number}, but the generator has {kind}/0 to {kind}/{last} only.",
          {named(point),
           {"kind", std::string(nameOf(move.kind))},
           {"number", std::to_string(move.number)},
           {"last", std::to_string(vectors.size(0) - 1)}});
    }
    moved += move.distance * vectors[move.number];
  }
  return moved.to(at::kFloat);
}

at::Tensor PointLatents::of(const SamplePoint& point) {
  at::Tensor own = latent(point, point);
  if (!point.mix) return own;
  if (chunks_ == 1) {
    throw Error(ErrorCode::kInvalidArgument, "point_not_mixed",
                "{point} mixes chunks of two latents, but the generator takes its latent whole. Leave mix away; "
                "seed=1*0.5+2*0.5 mixes whole ones.",
                {named(point)});
  }
  if (point.mix->last >= chunks_) {
    throw Error(ErrorCode::kInvalidArgument, "point_chunk_unknown",
                "{point} takes chunk {chunk} of another latent, but the generator has chunks 0 to {last} only.",
                {named(point), {"chunk", std::to_string(point.mix->last)}, {"last", std::to_string(chunks_ - 1)}});
  }
  if (!(point.mix->first > 0 ? point.mix->moves : point.moves).empty()) {
    throw Error(
        ErrorCode::kInvalidArgument, "point_move_lost",
        "{point} moves a latent whose chunk 0 is not taken, but all directions lie in that chunk: {part} changes "
        "nothing. Leave it away.",
        {named(point), {"part", point.mix->first > 0 ? "mix_move" : "move"}});
  }
  const std::int64_t chunk = facts_.latent_size / chunks_;
  const std::int64_t first = point.mix->first * chunk;
  const std::int64_t count = (point.mix->last - point.mix->first + 1) * chunk;
  own.narrow(1, first, count).copy_(latent(*point.mix, point).narrow(1, first, count));
  return own;
}

LatentFacts PointLatents::describe() {
  LatentFacts facts{.latent_size = facts_.latent_size, .classes = facts_.classes, .chunks = chunks_, .directions = {}};
  if (entrance_ == nullptr) return facts;
  for (const DirectionKind kind : {DirectionKind::kSefa, DirectionKind::kPca}) {
    facts.directions.push_back({.kind = kind, .shares = directions(kind).shares});
  }
  return facts;
}

const LatentDirections& PointLatents::directions(DirectionKind kind) {
  const auto found = directions_.find(kind);
  if (found != directions_.end()) return found->second;
  if (entrance_ == nullptr) {
    throw Error(ErrorCode::kInvalidArgument, "directions_none",
                "No directions are known of this generator: it does not begin by multiplying its latent.");
  }
  const at::Tensor weight = entrance_->entrance();
  return directions_[kind] =
             kind == DirectionKind::kSefa
                 ? sefaDirections(weight, facts_.latent_size)
                 : pcaDirections(weight, LatentSampler(kPcaSeed, facts_.latent_size).draw(0, kPcaLatents, {}));
}

}  // namespace gan
