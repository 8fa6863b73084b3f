#pragma once

#include <ATen/core/Tensor.h>

#include "config/latent_walk.h"

namespace gan {

/// A path through latent space that visits K keyframes.
///
/// Shape:  keyframes is float32 [K, D] on the host, K >= 2, D >= 1.
/// Unit:   t is measured in keyframes: 0 is the first, K - 1 the last; of a loop K is the first again.
/// Thread: immutable after construction; at() may be called concurrently.
///
/// Spherical: between neighbours a and b at angle w, (sin((1 - s) w) a + sin(s w) b) / sin w; straight where they lie
/// on one line through 0. Cubic: the spline with continuous second derivatives, which are 0 at open ends.
class LatentPath {
 public:
  /// Throws Error(kInvalidArgument, "latent_path_bad") if keyframes is not such a tensor or holds a value that is not
  /// finite.
  LatentPath(const at::Tensor& keyframes, PathKind kind, PathEnds ends);

  /// float32 [D]. t is clamped to the path, a loop's wraps around it; a NaN throws Error(kInvalidArgument,
  /// "latent_path_bad").
  at::Tensor at(double t) const;

 private:
  at::Tensor between(std::int64_t from, double share) const;

  PathKind kind_;
  PathEnds ends_;
  std::int64_t count_;    // K
  at::Tensor keyframes_;  // float64 [K, D]; of a loop one row more, the first again
  at::Tensor curvature_;  // of a spline: second derivatives at these, float64
};

}  // namespace gan
