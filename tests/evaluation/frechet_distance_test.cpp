#include "evaluation/frechet_distance.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "evaluation/normals.h"
#include "support/expect_error.h"
#include "tensor/random_stream.h"

namespace gan {
namespace {

at::Tensor doubles(std::uint64_t step, std::int64_t rows, std::int64_t columns) {
  return normals(11, step, rows, columns).to(at::kDouble);
}

/// An orthogonal matrix.
at::Tensor rotation(std::uint64_t step, std::int64_t size) {
  return std::get<0>(at::linalg_qr(doubles(step, size, size)));
}

Moments gaussian(const at::Tensor& mean, const at::Tensor& vectors, const at::Tensor& variances) {
  const at::Tensor covariance = vectors.mul(variances).matmul(vectors.t());
  return {.mean = mean, .covariance = (covariance + covariance.t()) / 2};
}

/// Of covariances with common eigenvectors: |mu - nu|^2 + sum (sqrt(a) - sqrt(b))^2.
double commonVectors(const at::Tensor& shift, const at::Tensor& a, const at::Tensor& b) {
  return shift.square().sum().item<double>() + (a.sqrt() - b.sqrt()).square().sum().item<double>();
}

TEST(FrechetDistance, OfGaussiansWithCommonEigenvectorsIsTheSumOverThem) {
  const std::int64_t size = 60;
  const at::Tensor vectors = rotation(0, size);
  const at::Tensor a = doubles(1, 1, size).flatten().abs();
  const at::Tensor b = doubles(2, 1, size).flatten().abs();
  const at::Tensor shift = doubles(3, 1, size).flatten();
  const double expected = commonVectors(shift, a, b);
  const double found = frechetDistance(gaussian(at::zeros_like(shift), vectors, a), gaussian(shift, vectors, b));
  EXPECT_NEAR(found, expected, 1e-9 * expected);
}

TEST(FrechetDistance, OfCovariancesAsSingularAsTheyComeIsWhatTheFormulaSays) {
  const std::int64_t size = 80;
  const at::Tensor vectors = rotation(4, size);
  // Standard deviations from 1 to 1e-8, the upper half of the directions without any: where BigGAN-PyTorch's distance
  // is not a number.
  const at::Tensor deviations = at::pow(10.0, -8 * at::arange(size, at::kDouble) / (size - 1));
  const at::Tensor a = deviations.square();
  const at::Tensor half = at::arange(size).lt(size / 2).to(at::kDouble);
  const at::Tensor b = a.flip(0) * half;
  const at::Tensor nothing = at::zeros({size}, at::kDouble);
  const double expected = commonVectors(nothing, a, b);
  const double found = frechetDistance(gaussian(nothing, vectors, a), gaussian(nothing, vectors, b));
  EXPECT_NEAR(found, expected, 1e-6 * expected);
}

TEST(FrechetDistance, ToASinglePointIsTheTraceAndTheShift) {
  const at::Tensor vectors = rotation(5, 10);
  const at::Tensor a = doubles(6, 1, 10).flatten().square();
  const Moments point{.mean = at::ones({10}, at::kDouble), .covariance = at::zeros({10, 10}, at::kDouble)};
  const Moments cloud = gaussian(at::zeros({10}, at::kDouble), vectors, a);
  EXPECT_NEAR(frechetDistance(cloud, point), 10 + a.sum().item<double>(), 1e-12);
  EXPECT_EQ(frechetDistance(point, point), 0);
}

TEST(FrechetDistance, OfASetToItselfIsNothingAndNeverLess) {
  for (const std::int64_t rows : {20, 300}) {
    const at::Tensor set = doubles(7, rows, 50);
    const double distance = frechetDistance(factorise(set), factorise(set));
    EXPECT_GE(distance, 0);
    EXPECT_LT(distance, 1e-9);
  }
}

TEST(FrechetDistance, OfFewRowsIsThatOfTheirMoments) {
  const at::Tensor a = doubles(8, 30, 70);
  const at::Tensor b = doubles(9, 40, 70) * 1.5 + 0.2;
  const auto moments = [](const at::Tensor& rows) {
    MomentSums sums(rows.size(1));
    sums.add(rows);
    return sums.moments();
  };
  const double expected = frechetDistance(moments(a), moments(b));
  EXPECT_NEAR(frechetDistance(factorise(a), factorise(b)), expected, 1e-6 * expected);
}

TEST(FrechetDistance, RefusesMomentsOfOtherSizesAndWhatIsNotFinite) {
  const auto of = [](std::int64_t size, double variance) {
    return Moments{.mean = at::zeros({size}, at::kDouble), .covariance = at::eye(size, at::kDouble) * variance};
  };
  expectError(ErrorCode::kInvalidArgument, "moments_other_size", [&] { frechetDistance(of(3, 1), of(4, 1)); });
  const double nothing = std::numeric_limits<double>::quiet_NaN();
  expectError(ErrorCode::kInvalidArgument, "moments_not_finite", [&] { frechetDistance(of(3, 1), of(3, nothing)); });
  expectError(ErrorCode::kInvalidArgument, "moments_not_finite", [&] { factorise(at::full({5, 9}, nothing)); });
}

TEST(FrechetDistance, IsNeverAPerfectScoreOfNumbersThatOverflow) {
  const auto of = [](double variance) {
    return Moments{.mean = at::zeros({3}, at::kDouble), .covariance = at::eye(3, at::kDouble) * variance};
  };
  expectError(ErrorCode::kInvalidArgument, "moments_too_large", [&] { frechetDistance(of(1e308), of(1e308)); });
  Moments far = of(1);
  far.mean = at::full({3}, 1e200, at::kDouble);
  expectError(ErrorCode::kInvalidArgument, "moments_too_large", [&] { frechetDistance(of(1), far); });
}

TEST(FrechetDistance, RefusesASymmetricMatrixThatIsNoCovariance) {
  const Moments wrong{.mean = at::zeros({2}, at::kDouble), .covariance = at::tensor({1.0, 5.0, 5.0, 1.0}).view({2, 2})};
  const auto error =
      expectError(ErrorCode::kInvalidArgument, "moments_no_covariance", [&] { factorise(wrong, "real.npz"); });
  for (const char* text : {"real.npz", "-4", "6"}) {
    EXPECT_NE(error->message().find(text), std::string::npos) << error->message();
  }
}

TEST(FrechetDistance, OfManyRowsTakenInPiecesIsThatOfAll) {
  const at::Tensor set = doubles(30, 9000, 5).mul_(2).add_(1);
  const GaussianFactor found = factorise(set);
  EXPECT_NEAR(found.trace, set.var(0).sum().item<double>(), 1e-9);
  EXPECT_TRUE(at::allclose(found.mean, set.mean(0)));
}

class FrechetInfinity : public testing::Test {
 protected:
  // N(0, I) and N(m, I) in 64 dimensions.
  static constexpr std::int64_t kSize = 64;
  at::Tensor a = doubles(20, 1000, kSize);
  at::Tensor b = doubles(21, 1100, kSize) + 0.1;
  double known = kSize * 0.1 * 0.1;
};

TEST_F(FrechetInfinity, OfGaussiansIsNearTheirDistanceWhereThatOfTheSamplesIsNot) {
  const double biased = frechetDistance(factorise(a), factorise(b));
  const double found = frechetInfinity(a, b, /*seed=*/1);
  EXPECT_GT(biased - known, 0.8);
  EXPECT_LT(std::abs(found - known), (biased - known) / 4);
}

TEST_F(FrechetInfinity, BesideMomentsTakesAwayTheBiasOfTheOtherSide) {
  const GaussianFactor exact =
      factorise(Moments{.mean = at::zeros({kSize}, at::kDouble), .covariance = at::eye(kSize, at::kDouble)});
  const double biased = frechetDistance(exact, factorise(b));
  EXPECT_LT(std::abs(frechetInfinity(exact, b, /*seed=*/1) - known), (biased - known) / 2);
}

TEST_F(FrechetInfinity, IsOneFunctionOfItsSeed) {
  EXPECT_EQ(frechetInfinity(a, b, 5), frechetInfinity(a, b, 5));
  EXPECT_NE(frechetInfinity(a, b, 5), frechetInfinity(a, b, 6));
  expectError(ErrorCode::kInvalidArgument, "samples_too_few", [&] { frechetInfinity(a.slice(0, 0, 31), b, 5); });
}

}  // namespace
}  // namespace gan
