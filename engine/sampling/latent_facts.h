#pragma once

#include <cstdint>
#include <vector>

#include "config/sample_point.h"

namespace gan {

/// What can be done with the latents of a generator. A plain value.
struct LatentFacts {
  struct Directions {
    DirectionKind kind = DirectionKind::kSefa;
    std::vector<double> shares;  ///< Of a direction each: how much of what the first layer puts out lies along it.
  };
  std::int64_t latent_size = 0;
  std::int64_t classes = 0;            ///< 0: none.
  std::int64_t chunks = 1;             ///< That can be mixed; 1: the latent enters whole.
  std::vector<Directions> directions;  ///< Empty: none are known.
};

}  // namespace gan
