#pragma once

#include <cmath>

#include "run/metrics.h"
#include "training/trainer.h"

namespace gan {

/// A DCGAN of 28 grey pixels and a few channels.
inline TrainerOptions smallOptions() {
  TrainerOptions options;
  options.architecture = &findArchitecture("dcgan");
  options.shape = {.latent_size = 5, .channels = 1, .resolution = 28, .generator_width = 4, .discriminator_width = 4};
  options.seed = 17;
  options.objective = &findObjective("bce");
  return options;
}

inline constexpr std::int64_t kSmallBatch = 6;

/// Equal up to a tolerance, or neither measured.
inline bool sameValue(double a, double b, double tolerance = 0) {
  const bool missing = isMissing(static_cast<float>(a));
  return missing == isMissing(static_cast<float>(b)) && (missing || std::abs(a - b) <= tolerance);
}

inline std::vector<Trainer::Collected> train(Trainer& trainer, int steps, const LiveValues& live = {}) {
  std::vector<Trainer::Collected> collected;
  for (int i = 0; i < steps; ++i) {
    trainer.step(live, 0);
    for (auto& one : trainer.collect(Trainer::Drain::kAll)) {
      collected.push_back(std::move(one));
    }
  }
  return collected;
}

}  // namespace gan
