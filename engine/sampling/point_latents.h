#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <map>

#include "config/sample_point.h"
#include "models/latent_entrance.h"
#include "models/network.h"
#include "sampling/latent_directions.h"
#include "sampling/latent_facts.h"

namespace gan {

/// The latents that points stand for, for one frozen generator. One thread.
class PointLatents {
 public:
  /// Of so many latents are principal components taken: the first samples of a seed of their own.
  static constexpr std::int64_t kPcaLatents = 10'000;

  /// The generator must outlive it, and its weights stay as they are.
  explicit PointLatents(const Generator& generator);

  /// float32 [1, latent size] on the host. Throws Error(kInvalidArgument): "point_z_size" where z has another number of
  /// components than the generator takes, "point_direction_unknown" and "point_chunk_unknown" for those that it does
  /// not have, "point_not_mixed" where it takes latents whole, "point_move_lost", and as directions().
  at::Tensor of(const SamplePoint& point);

  /// Found when they are asked for first. Throws Error(kInvalidArgument, "directions_none") for a generator that does
  /// something else with a latent first than to multiply it.
  const LatentDirections& directions(DirectionKind kind);
  /// What can be done with latents; without directions where there are none.
  LatentFacts describe();

 private:
  /// Of a point, or of what is mixed into it.
  template <class Place>
  at::Tensor latent(const Place& place, const SamplePoint& point);

  const GeneratorFacts facts_;
  const LatentEntrance* entrance_;  ///< Null where the generator begins with something else.
  const std::int64_t chunks_;
  std::map<DirectionKind, LatentDirections> directions_;
};

}  // namespace gan
