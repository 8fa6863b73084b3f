#include "sampling/latent_sampler.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "core/error.h"
#include "sampling/normal_quantile.h"

namespace gan {
namespace {

constexpr double kNone = 0;

TEST(LatentSampler, DrawsWhatSciPysTruncatedNormalMakesOfTheSameUniformNumbers) {
  // u: words 0 and 1 of samples 3 and 4 of seed 5, (word >> 12 + 1/2) / 2^52; z: scipy.stats.truncnorm.ppf(u, -t, t).
  struct Row {
    double threshold;
    std::array<float, 4> z;
  };
  const Row rows[] = {
      {0.04, {-0.031949158757925034F, 0.020363926887512207F, 0.0014392560115084052F, -0.03076038509607315F}},
      {0.5, {-0.39327380061149597F, 0.24686190485954285F, 0.017273839563131332F, -0.37791335582733154F}},
      {1.0, {-0.7476629018783569F, 0.45046475529670715F, 0.030799632892012596F, -0.7144515514373779F}},
      {2.0, {-1.1811583042144775F, 0.6526686549186707F, 0.04306889325380325F, -1.1125528812408447F}},
      {std::numeric_limits<double>::infinity(),
       {-1.2781572341918945F, 0.6890349984169006F, 0.04512331634759903F, -1.1980267763137817F}},
  };
  for (const Row& row : rows) {
    const at::Tensor latents = LatentSampler(5, 2).draw(3, 2, {row.threshold});
    for (std::size_t i = 0; i < row.z.size(); ++i) {
      EXPECT_FLOAT_EQ(latents.const_data_ptr<float>()[i], row.z[i]) << row.threshold;
    }
  }
}

TEST(LatentSampler, OtherKindsScaleWhatSciPyMakesOfTheSameNumbers) {
  // The rows of 2.0 and of infinity above, times the threshold.
  const std::array<float, 4> within_two = {-1.1811583042144775F, 0.6526686549186707F, 0.04306889325380325F,
                                           -1.1125528812408447F};
  const std::array<float, 4> any = {-1.2781572341918945F, 0.6890349984169006F, 0.04512331634759903F,
                                    -1.1980267763137817F};
  for (const float threshold : {0.5F, 1.5F}) {
    const LatentSampler sampler(5, 2);
    const at::Tensor redrawn = sampler.draw(3, 2, {threshold, TruncationKind::kScaledRedraw});
    const at::Tensor scaled = sampler.draw(3, 2, {threshold, TruncationKind::kScale});
    for (std::size_t i = 0; i < any.size(); ++i) {
      EXPECT_FLOAT_EQ(redrawn.const_data_ptr<float>()[i], threshold * within_two[i]);
      EXPECT_FLOAT_EQ(scaled.const_data_ptr<float>()[i], threshold * any[i]);
    }
  }
}

TEST(LatentSampler, KindsHaveTheDeviationsThatTheirNamesPromise) {
  // Var of a normal number within 2: 1 - 4 phi(2) / (2 Phi(2) - 1) = 0.7737413.
  const auto variance = [](TruncationKind kind) {
    const at::Tensor latents = LatentSampler(9, 1000).draw(0, 200, {0.5, kind}).to(at::kDouble);
    return latents.square().mean().item<double>();
  };
  EXPECT_NEAR(variance(TruncationKind::kScale), 0.25, 0.004);
  EXPECT_NEAR(variance(TruncationKind::kScaledRedraw), 0.25 * 0.7737413, 0.003);
}

TEST(LatentSampler, ASampleIsTheSameInAnyBatch) {
  const LatentSampler sampler(1, 20);
  const at::Tensor all = sampler.draw(0, 10, {kNone});
  EXPECT_TRUE(at::equal(sampler.draw(4, 3, {kNone}), all.narrow(0, 4, 3)));
}

TEST(LatentSampler, StaysInsideTheThreshold) {
  const at::Tensor latents = LatentSampler(1, 1000).draw(0, 100, {0.7});
  EXPECT_LE(latents.abs().max().item<float>(), 0.7F);
  EXPECT_GT(latents.abs().max().item<float>(), 0.699F);
}

TEST(LatentSampler, ATruncatedComponentHasTheTruncatedVariance) {
  // Var = 1 - 2 t phi(t) / (2 Phi(t) - 1); at t = 1 it is 0.2911251.
  const at::Tensor latents = LatentSampler(9, 1000).draw(0, 200, {1.0}).to(at::kDouble);
  EXPECT_NEAR(latents.square().mean().item<double>(), 0.2911251, 0.003);
  EXPECT_NEAR(latents.mean().item<double>(), 0, 0.006);
}

TEST(LatentSampler, WithoutTruncationIsStandardNormal) {
  const at::Tensor latents = LatentSampler(9, 1000).draw(0, 200, {kNone}).to(at::kDouble);
  EXPECT_NEAR(latents.square().mean().item<double>(), 1, 0.016);
  EXPECT_NEAR(latents.mean().item<double>(), 0, 0.011);
}

TEST(LatentSampler, ASmallStepOfTheThresholdIsASmallStepOfTheSample) {
  const LatentSampler sampler(2, 100);
  const at::Tensor difference = sampler.draw(0, 50, {1.01}) - sampler.draw(0, 50, {1.0});
  EXPECT_LE(difference.abs().max().item<float>(), 0.0101F);
  EXPECT_NEAR((sampler.draw(0, 50, {50.0}) - sampler.draw(0, 50, {kNone})).abs().max().item<float>(), 0, 1e-6);
}

TEST(LatentSampler, RefusesWhatIsNoRange) {
  EXPECT_THROW(LatentSampler(0, 0), Error);
  EXPECT_THROW(LatentSampler(0, 4).draw(-1, 2, {kNone}), Error);
  EXPECT_THROW(LatentSampler(0, 4).draw(0, -2, {kNone}), Error);
}

}  // namespace
}  // namespace gan
