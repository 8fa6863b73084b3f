#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "config/sample_point.h"

namespace gan {

/// How near a picture is to a photograph: mean square differences.
struct ProjectionLoss {
  double pixels = std::numeric_limits<double>::infinity();  ///< From black to white is 1.
  /// Of what the discriminator's last layer sees, over its mean square for the photograph; 0 without a discriminator.
  double features = 0;
  /// What is made small.
  double whole() const { return pixels + kFeatureWeight * features; }

  static constexpr double kFeatureWeight = 0.1;
};

/// One of the latents that a search follows, with the state of its optimiser.
struct ProjectionPath {
  std::vector<float> z;
  std::vector<float> mean;    ///< Of its gradients (Adam's m),
  std::vector<float> square;  ///< and of their squares (v).
  std::int64_t label = -1;    ///< The class, where the search chooses one.
  ProjectionLoss begun;       ///< With which it began.
};

/// All that a search for a photograph's latent knows: it can be put down and taken up again, by another process, too.
struct ProjectionState {
  std::int64_t tried = 0;  ///< Places where it may begin.
  std::int64_t step = 0;   ///< Steps that were done.
  std::vector<ProjectionPath> paths;
  std::vector<float> best_z;
  std::int64_t best_label = -1;
  ProjectionLoss best;
};

}  // namespace gan
