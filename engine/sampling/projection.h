#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <memory>

#include "models/discriminator_features.h"
#include "sampling/picture_maker.h"
#include "sampling/projection_state.h"
#include "tensor/image.h"

namespace gan {

/// uint8 [C, H, W] with a copy of an image's pixels.
at::Tensor planesOf(const Image& image);

/// Looks for the latent whose picture is nearest to a photograph: of some places to begin the nearest kPaths are
/// followed by gradient steps on z through the frozen generator (Zhu et al., 2016, "Generative visual manipulation on
/// the natural image manifold", equation 4), by Adam, each by itself. What is found depends on the photograph, the
/// point and the number of steps alone: on the CPU not on threads, and never on how often the search was put down.
class Projection {
 public:
  static constexpr std::int64_t kPaths = 4;
  static constexpr std::int64_t kLeastPlaces = 64;

  /// maker: uses the statistics that the point asks for. discriminator: frozen, in evaluation mode, on the maker's
  /// device; null, or one that shows no features: pixels alone count. photo: uint8 [C, H, W] of the generator's size.
  /// begin: the first place; others are samples of its first seed, of seed 0 where it has none. Its classes stay; where
  /// it says none and the generator knows classes, the search chooses one. steps: at least 1. maker must outlive it.
  /// Throws Error(kInvalidArgument, "photo_other_size").
  Projection(PictureMaker& maker, std::shared_ptr<Discriminator> discriminator, const at::Tensor& photo,
             const SamplePoint& begin, std::int64_t steps);

  /// Whether the last step was done.
  bool done(const ProjectionState& state) const { return state.step >= steps_; }
  /// Tries places to begin, then goes a step on every path. Throws Error(kFailedPrecondition, "projection_not_finite").
  void advance(ProjectionState& state);
  /// The best that was found so far.
  SamplePoint found(const ProjectionState& state) const;

 private:
  struct Judged {
    ProjectionLoss loss;
    at::Tensor gradient;  ///< float32 [1, latent size] on the host; undefined unless it was asked for.
  };
  enum class Gradient { kNone, kWanted };

  std::int64_t places() const;
  ProjectionPath place(std::int64_t number) const;
  /// Of each path, in their order.
  std::vector<Judged> judge(const std::vector<ProjectionPath>& paths, Gradient gradient) const;
  Judged judgeOne(const at::Tensor& latent, const at::Tensor& condition, Gradient gradient) const;
  at::Tensor conditionOf(std::int64_t label) const;
  void tryPlaces(ProjectionState& state) const;
  void step(ProjectionState& state) const;
  static void keepBest(ProjectionState& state, const ProjectionPath& path, const ProjectionLoss& loss);

  PictureMaker& maker_;
  std::shared_ptr<ShowsFeatures> discriminator_;
  at::Tensor photo_;           ///< float32 [1, C, H, W] in [-1, 1] on the device,
  at::Tensor photo_features_;  ///< and what the discriminator sees in it.
  double features_square_ = 1;
  SamplePoint begin_;
  std::int64_t steps_;
  bool chooses_class_;
};

}  // namespace gan
