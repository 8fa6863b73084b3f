#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <string>

#include "evaluation/moments.h"
#include "evaluation/on_step.h"

namespace gan {

/// A Gaussian whose covariance is taken apart: factor^T factor.
struct GaussianFactor {
  at::Tensor mean;    ///< float64 [D]
  at::Tensor factor;  ///< float64 [R, D], R: the covariance's rank or more.
  double trace = 0;   ///< Of the covariance.
};

/// By the eigenvalues of the symmetric covariance; those that rounding made negative, or that lie below what rounding
/// leaves of the largest, count as zero. name: of the set in messages. Throws Error(kInvalidArgument,
/// "moments_not_finite" | "moments_no_covariance").
GaussianFactor factorise(const Moments& moments, const std::string& name = "A set of samples");
/// The same of the moments of rows [N, D], N >= 2; where there are fewer rows than columns they are the factor.
GaussianFactor factorise(const at::Tensor& rows);

/// The Frechet distance (squared Wasserstein-2 distance) between two Gaussians (Dowson and Landau, 1982), which is FID
/// for features of Inception (Heusel et al., 2017, equation 6):
///   |mu_a - mu_b|^2 + Tr(A + B - 2 (A B)^(1/2)).
/// The trace of the root is the sum of the singular values of factor_a factor_b^T, so that it is a number whatever the
/// rank of the covariances. Never negative. Throws Error(kInvalidArgument, "moments_other_size" | "moments_too_large").
double frechetDistance(const GaussianFactor& a, const GaussianFactor& b);
double frechetDistance(const Moments& a, const Moments& b);
/// Throws that where two numbers of features differ.
void requireSameSize(std::int64_t a, std::int64_t b);

/// The distance without the bias of finite samples, to first order in 1 / N (Chong and Forsyth, "Effectively unbiased
/// FID and Inception Score", 2020): the distance of 15 shares of the samples, drawn at random, extrapolated to 1 / N =
/// 0 by least squares. Both sides shrink by the same share, so that both lose their bias; with fewer rows than columns
/// the distance is no line in 1 / N, and most of the bias stays. a, b: [N, D], with at least kLeastForInfinity
/// (config/evaluation_scores.h) rows; throws Error(kInvalidArgument, "samples_too_few").
double frechetInfinity(const at::Tensor& a, const at::Tensor& b, std::uint64_t seed, const OnStep& on_step = {});
/// The same where only b is a set of samples and the bias of a stays.
double frechetInfinity(const GaussianFactor& a, const at::Tensor& b, std::uint64_t seed, const OnStep& on_step = {});

}  // namespace gan
