#include "sampling/latent_directions.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support/expect_error.h"

namespace gan {
namespace {

double largestDifference(const at::Tensor& a, const at::Tensor& b) {
  return (a.to(at::kDouble) - b.to(at::kDouble)).abs().max().item<double>();
}

TEST(SefaDirections, OfATwoByTwoWeightAreThoseWorkedByHand) {
  // A^T A of [[2, 1], [1, 2]] is [[5, 4], [4, 5]]: eigenvalues 9 along (1, 1) and 1 along (1, -1).
  const LatentDirections found = sefaDirections(at::tensor({2.0F, 1.0F, 1.0F, 2.0F}).view({2, 2}), 2);
  const double half = std::sqrt(0.5);
  EXPECT_LE(largestDifference(found.vectors[0], at::tensor({half, half}, at::kDouble)), 1e-15);
  // Both components are as large: the sign of the first one that is largest counts.
  EXPECT_LE(largestDifference(found.vectors[1].abs(), at::tensor({half, half}, at::kDouble)), 1e-15);
  EXPECT_LT(found.vectors[1][0].item<double>() * found.vectors[1][1].item<double>(), 0);
  ASSERT_EQ(found.shares.size(), 2U);
  EXPECT_NEAR(found.shares[0], 0.9, 1e-15);
  EXPECT_NEAR(found.shares[1], 0.1, 1e-15);
}

TEST(SefaDirections, AreOrderedAndPointWhereTheirLargestComponentIsAboveZero) {
  // Orthogonal columns of lengths 1, 5 and 3: the directions are the axes, in the order of the lengths.
  const at::Tensor weight = at::zeros({4, 3});
  weight[2][0] = -1;
  weight[0][1] = -5;
  weight[3][2] = 3;
  const LatentDirections found = sefaDirections(weight, 3);
  EXPECT_LE(largestDifference(found.vectors, at::eye(3).index_select(0, at::tensor({1, 2, 0}, at::kLong))), 1e-15);
  EXPECT_NEAR(found.shares[0], 25.0 / 35, 1e-15);
  EXPECT_NEAR(found.shares[2], 1.0 / 35, 1e-15);
}

TEST(SefaDirections, OfTheFirstComponentsLeaveTheOthers) {
  const LatentDirections found = sefaDirections(at::tensor({0.0F, 2.0F, 1.0F, 0.0F}).view({2, 2}), 5);
  EXPECT_EQ(found.vectors.sizes(), at::IntArrayRef({2, 5}));
  EXPECT_LE(largestDifference(found.vectors[0], at::tensor({0.0, 1.0, 0.0, 0.0, 0.0})), 1e-15);
}

/// Latents whose covariance is exactly diag(variances): each axis in turn, to both sides.
at::Tensor latentsOf(const std::vector<double>& variances) {
  const auto size = static_cast<std::int64_t>(variances.size());
  const std::int64_t count = 2 * size;
  at::Tensor latents = at::zeros({count, size});
  for (std::int64_t i = 0; i < size; ++i) {
    const double length = std::sqrt(variances[static_cast<std::size_t>(i)] * static_cast<double>(count - 1) / 2);
    latents[2 * i][i] = length;
    latents[2 * i + 1][i] = -length;
  }
  return latents + 3;  // a mean changes nothing
}

TEST(PcaDirections, OfAKnownCovarianceAreThoseOfTheFormula) {
  // y = A z with A = diag(2, 1, 1): variances of y are 4 * 1, 1 * 9 and 1 * 2, and z follows along the axes.
  const LatentDirections found = pcaDirections(at::diag(at::tensor({2.0F, 1.0F, -1.0F})), latentsOf({1, 9, 2}));
  EXPECT_LE(largestDifference(found.vectors, at::eye(3).index_select(0, at::tensor({1, 0, 2}, at::kLong))), 1e-6);
  EXPECT_NEAR(found.shares[0], 9.0 / 15, 1e-6);
  EXPECT_NEAR(found.shares[1], 4.0 / 15, 1e-6);
  EXPECT_NEAR(found.shares[2], 2.0 / 15, 1e-6);
}

TEST(PcaDirections, AreTheRegressionOfLatentsOnThePrincipalComponentsOfWhatTheLayerMakes) {
  const at::Tensor weight = at::arange(1, 29).to(at::kFloat).view({7, 4}).remainder(5).sub(2);
  const at::Tensor axes = latentsOf({1, 4, 2, 0.5});
  const at::Tensor latents =
      at::cat({axes, axes.roll(1, 1) * 0.5 + 1, axes.roll(2, 1) * at::tensor({1.0, 0.2, 3.0, 1.0})});
  const LatentDirections found = pcaDirections(weight, latents.to(at::kFloat));
  // As GANSpace does it: components of all outputs, coordinates of all latents, least squares of one on the other.
  at::Tensor y = latents.to(at::kDouble).mm(weight.to(at::kDouble).t());
  y = y - y.mean(0, true);
  const auto [u, s, v] = at::linalg_svd(y, /*full_matrices=*/false);
  at::Tensor z = latents.to(at::kDouble);
  z = z - z.mean(0, true);
  for (std::int64_t k = 0; k < 4; ++k) {
    const at::Tensor coordinate = y.mv(v[k]);
    at::Tensor expected = z.t().mv(coordinate) / coordinate.square().sum();
    expected = expected / expected.norm();
    const double cosine = expected.dot(found.vectors[k]).item<double>();
    EXPECT_NEAR(std::abs(cosine), 1, 1e-6) << k;
    EXPECT_NEAR(found.shares[static_cast<std::size_t>(k)], (s[k].square() / s.square().sum()).item<double>(), 1e-6);
  }
}

TEST(PcaDirections, NeedMoreLatentsThanComponents) {
  expectError(ErrorCode::kInvalidArgument, "latents_too_few", [] { pcaDirections(at::eye(3), at::eye(3)); });
}

TEST(LatentDirections, OfWeightsThatAreNoNumbersAreRefused) {
  for (const float broken : {std::nanf(""), HUGE_VALF}) {
    const at::Tensor weight = at::tensor({1.0F, broken, 0.0F, 1.0F}).view({2, 2});
    expectError(ErrorCode::kFailedPrecondition, "directions_not_finite", [&] { sefaDirections(weight, 2); });
    expectError(ErrorCode::kFailedPrecondition, "directions_not_finite", [&] {
      pcaDirections(weight, latentsOf({1, 2}));
    });
  }
}

}  // namespace
}  // namespace gan
