#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

#include "evaluation/on_step.h"
#include "evaluation/spread.h"

namespace gan {

/// The squared maximum mean discrepancy with the kernel (x . y / D + 1)^3, its unbiased estimate (Binkowski et al.,
/// "Demystifying MMD GANs", 2018; Gretton et al., 2012, equation 3), which may be negative. a: [N, D], b: [M, D], N and
/// M at least 2. In float64, and in memory of blocks of rows.
double kernelDistance(const at::Tensor& a, const at::Tensor& b);

struct KernelDistanceOptions {
  std::int64_t subsets = 100;
  std::int64_t subset_size = 1000;  ///< Rows of each side in a subset, or as many as there are.
  std::uint64_t seed = 0;           ///< Of the subsets.
  OnStep on_step = {};
};

/// KID as stylegan2-ada-pytorch computes it: mean and standard deviation of the former over subsets, each drawn anew
/// without replacement from both sides. Measured once where a subset has all rows of both. Throws
/// Error(kInvalidArgument, "samples_too_few").
Spread kernelDistance(const at::Tensor& a, const at::Tensor& b, const KernelDistanceOptions& options);

}  // namespace gan
