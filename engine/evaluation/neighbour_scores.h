#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

#include "evaluation/on_step.h"

namespace gan {

/// What the balls around samples say, each reaching to the k-th nearest other sample of its own set.
struct NeighbourScores {
  double precision = 0;  ///< Share of the generated inside a real ball (Kynkaanniemi et al., 2019).
  double recall = 0;     ///< Share of the real inside a generated ball.
  double density = 0;    ///< Real balls around a generated sample, divided by k (Naeem et al., 2020).
  double coverage = 0;   ///< Share of the real balls that hold a generated sample.
};

struct NeighbourOptions {
  std::int64_t neighbours = 5;  ///< k
  std::int64_t block = 1024;  ///< Rows whose distances are in memory at once: memory is O(block^2 + block * D + N * k).
                              ///< The result does not depend on it.
  OnStep on_step = {};
};

/// Euclidean distance of each row to its k-th nearest other one: float64 [N]. rows: [N, D], N > k; throws
/// Error(kInvalidArgument, "samples_too_few").
at::Tensor neighbourRadii(const at::Tensor& rows, const NeighbourOptions& options);

/// Precision, recall, density and coverage as prdc 0.2 has them: strictly inside a ball, in float64. Matrix products in
/// float32 decide wherever their bounds of error do; what is left is computed in float64.
/// real: [N, D], generated: [M, D], N and M > k; throws likewise.
NeighbourScores neighbourScores(const at::Tensor& real, const at::Tensor& generated, const NeighbourOptions& options);

}  // namespace gan
