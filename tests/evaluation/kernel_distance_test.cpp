#include "evaluation/kernel_distance.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cmath>

#include "evaluation/normals.h"
#include "support/expect_error.h"
#include "tensor/random_stream.h"

namespace gan {
namespace {

TEST(KernelDistance, IsTheMeanOverPairsOfDifferentRows) {
  const at::Tensor a = normals(12, 0, 4, 3).to(at::kDouble);
  const at::Tensor b = normals(12, 1, 5, 3).to(at::kDouble);
  const auto kernel = [](const at::Tensor& x, const at::Tensor& y) {
    return std::pow(x.dot(y).item<double>() / 3 + 1, 3);
  };
  const auto among = [&](const at::Tensor& x, const at::Tensor& y, bool same) {
    double sum = 0;
    int pairs = 0;
    for (std::int64_t i = 0; i < x.size(0); ++i) {
      for (std::int64_t j = 0; j < y.size(0); ++j) {
        if (same && i == j) continue;
        sum += kernel(x[i], y[j]);
        ++pairs;
      }
    }
    return sum / pairs;
  };
  EXPECT_NEAR(kernelDistance(a, b), among(a, a, true) + among(b, b, true) - 2 * among(a, b, false), 1e-12);
}

TEST(KernelDistance, OfMoreRowsThanABlockHoldsIsOfAllPairsAllTheSame) {
  const at::Tensor a = normals(12, 8, 4100, 2).to(at::kDouble);
  const at::Tensor b = normals(12, 9, 4200, 2).to(at::kDouble) + 0.5;
  const auto sum = [](const at::Tensor& x, const at::Tensor& y) {
    return (x.matmul(y.t()) / 2 + 1).pow(3).sum().item<double>();
  };
  const auto itself = [](const at::Tensor& x) { return (x.square().sum(1) / 2 + 1).pow(3).sum().item<double>(); };
  const double expected = (sum(a, a) - itself(a)) / (4100.0 * 4099) + (sum(b, b) - itself(b)) / (4200.0 * 4199) -
                          2 * sum(a, b) / (4100.0 * 4200);
  EXPECT_NEAR(kernelDistance(a, b), expected, 1e-9 * expected);
}

TEST(KernelDistance, OfTwoSetsOfOneDistributionIsZeroOnAverage) {
  const Spread same =
      kernelDistance(normals(12, 2, 2000, 16), normals(12, 3, 2000, 16), {.subsets = 50, .subset_size = 400});
  const Spread other =
      kernelDistance(normals(12, 2, 2000, 16), normals(12, 3, 2000, 16) + 0.3F, {.subsets = 50, .subset_size = 400});
  EXPECT_NEAR(same.mean, 0, 0.01);
  EXPECT_GT(other.mean, 20 * std::abs(same.mean));
  EXPECT_GT(other.deviation, 0);
}

TEST(KernelDistance, OfOneSubsetOfAllRowsIsThatOfTheSets) {
  const at::Tensor a = normals(12, 4, 30, 8);
  const at::Tensor b = normals(12, 5, 30, 8) * 2;
  const Spread found = kernelDistance(a, b, {.subsets = 1, .subset_size = 1000});
  EXPECT_NEAR(found.mean, kernelDistance(a, b), 1e-12 * found.mean);
  EXPECT_EQ(found.deviation, 0);
}

TEST(KernelDistance, OfSubsetsOfAllRowsIsMeasuredOnce) {
  const Spread found =
      kernelDistance(normals(12, 4, 30, 8), normals(12, 5, 30, 8) * 2, {.subsets = 9, .subset_size = 30});
  EXPECT_EQ(found.measured, 1U);
  EXPECT_FALSE(found.deviationIfAny());
  EXPECT_EQ(kernelDistance(normals(12, 4, 30, 8), normals(12, 5, 40, 8), {.subsets = 9, .subset_size = 30}).measured,
            9U);
}

TEST(KernelDistance, IsOneFunctionOfItsSeed) {
  const at::Tensor a = normals(12, 6, 90, 8);
  const at::Tensor b = normals(12, 7, 80, 8);
  const auto with = [&](std::uint64_t seed) {
    return kernelDistance(a, b, {.subsets = 3, .subset_size = 20, .seed = seed}).mean;
  };
  EXPECT_EQ(with(1), with(1));
  EXPECT_NE(with(1), with(2));
}

TEST(KernelDistance, OfOneSampleIsRefused) {
  expectError(ErrorCode::kInvalidArgument, "samples_too_few", [] {
    kernelDistance(at::ones({1, 4}), at::ones({9, 4}));
  });
}

}  // namespace
}  // namespace gan
