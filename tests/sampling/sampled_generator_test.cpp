#include "sampling/sampled_generator.h"

#include <ATen/ops/ones.h>
#include <ATen/ops/zeros.h>
#include <gtest/gtest.h>

#include <atomic>

#include "layers/normalisation.h"
#include "sampling/latent_sampler.h"
#include "tensor/compute_threads.h"

namespace gan {
namespace {

constexpr std::int64_t kSize = 3;
constexpr double kEpsilon = 1e-5;

/// Makes images of the normalised components of the latent, a channel each; counts how often.
class NormalisingGenerator : public Generator {
 public:
  NormalisingGenerator() { register_module("norm", norm); }
  GeneratorFacts facts() const override { return {.latent_size = kSize, .channels = kSize, .resolution = 1}; }
  at::Tensor forward(const at::Tensor& latents, const at::Tensor& /*condition*/) override {
    ++passes;
    return norm->forward(latents.view({-1, kSize, 1, 1}));
  }
  std::shared_ptr<Generator> blank() const override { return std::make_shared<NormalisingGenerator>(); }

  std::shared_ptr<PlainNorm> norm = std::make_shared<PlainNorm>(NormKind::kBatch, kSize, kEpsilon);
  std::atomic<int> passes = 0;
};

std::shared_ptr<NormalisingGenerator> generator() {
  auto made = std::make_shared<NormalisingGenerator>();
  made->eval();
  return made;
}

at::Tensor latents() { return LatentSampler(5, kSize).draw(0, 32, {}); }

/// Of x [N, C, 1, 1], by the channel.
at::Tensor normalised(const at::Tensor& x, const at::Tensor& mean, const at::Tensor& variance) {
  const at::Tensor flat = x.view({-1, kSize});
  return ((flat - mean) / (variance + kEpsilon).sqrt()).view({-1, kSize, 1, 1});
}

bool near(const at::Tensor& a, const at::Tensor& b) { return a.allclose(b, 1e-5, 1e-5); }

TEST(SampledGenerator, BeginsWithRunningStatistics) {
  SampledGenerator sampled(generator());
  const at::Tensor z = latents();
  EXPECT_TRUE(near(sampled.draw(z, {}), normalised(z, at::zeros({kSize}), at::ones({kSize}))));
}

TEST(SampledGenerator, StatisticsOfTheBatchAreThoseOfItsPictures) {
  SampledGenerator sampled(generator());
  sampled.use({.mode = StatisticsMode::kBatch});
  const at::Tensor z = latents();
  EXPECT_TRUE(near(sampled.draw(z, {}), normalised(z, z.mean(0), z.var(0, /*unbiased=*/false))));
  sampled.use({.mode = StatisticsMode::kRunning});
  EXPECT_TRUE(near(sampled.draw(z, {}), normalised(z, at::zeros({kSize}), at::ones({kSize}))));
}

/// A normal distribution truncated at 0.5 has the variance 1 - 2 * 0.5 * density(0.5) / (2 * P(0.5) - 1) = 0.0806.
TEST(SampledGenerator, StandingStatisticsAreThoseOfTheTruncatedLatents) {
  SampledGenerator sampled(generator());
  const at::Tensor z = latents();
  const auto variance = [&sampled, &z] {
    const at::Tensor made = sampled.draw(z, {}).view({-1, kSize});
    return (z.std(0) / made.std(0)).square().mean().item<double>();
  };
  sampled.use({.mode = StatisticsMode::kStanding, .truncation = {0.5}, .batches = 100});
  EXPECT_NEAR(variance(), 0.0806, 0.002);
  sampled.use({.mode = StatisticsMode::kStanding, .truncation = {}, .batches = 100});
  EXPECT_NEAR(variance(), 1 - 1.0 / kStandingBatch, 0.03);  // biased, of batches
}

TEST(SampledGenerator, StandingStatisticsAreComputedOnceForATruncation) {
  const auto made = generator();
  SampledGenerator sampled(made);
  sampled.use({.mode = StatisticsMode::kStanding, .truncation = {0.5}, .batches = 7});
  EXPECT_EQ(made->passes, 7);
  const at::Tensor first = sampled.draw(latents(), {});
  sampled.use({.mode = StatisticsMode::kStanding, .truncation = {1}, .batches = 7});
  sampled.use({});
  sampled.use({.mode = StatisticsMode::kStanding, .truncation = {0.5}, .batches = 7});
  EXPECT_EQ(made->passes, 7 + 1 + 7);
  EXPECT_TRUE(sampled.draw(latents(), {}).equal(first));
}

TEST(SampledGenerator, StandingStatisticsHaveTheSameBitsOnAnyNumberOfThreads) {
  setOwnComputeThreads(1);  // as whoever makes pictures has it
  const StatisticsChoice choice{.mode = StatisticsMode::kStanding, .truncation = {0.7}, .batches = 9};
  SampledGenerator one(generator());
  SampledGenerator three(generator(), 3);
  one.use(choice);
  three.use(choice);
  EXPECT_TRUE(three.draw(latents(), {}).equal(one.draw(latents(), {})));
}

TEST(SampledGenerator, KeepsTheStatisticsOfTheTruncationsThatWereAskedForLast) {
  const auto made = generator();
  SampledGenerator sampled(made);
  const auto use = [&sampled](double truncation) {
    sampled.use({.mode = StatisticsMode::kStanding, .truncation = {truncation}, .batches = 1});
  };
  for (std::size_t i = 0; i <= SampledGenerator::kKept; ++i) use(1 + static_cast<double>(i));
  const auto passes = static_cast<int>(SampledGenerator::kKept) + 1;
  EXPECT_EQ(made->passes, passes);
  use(2);
  EXPECT_EQ(made->passes, passes);
  use(1);
  EXPECT_EQ(made->passes, passes + 1) << "the oldest had gone";
}

TEST(SampledGenerator, LeavesTheGeneratorAsItWas) {
  const auto made = generator();
  const at::Tensor before = made->forward(latents(), {});
  SampledGenerator(made).use({.mode = StatisticsMode::kStanding, .truncation = {0.5}});
  EXPECT_TRUE(made->forward(latents(), {}).equal(before));
  SampledGenerator(made).use({.mode = StatisticsMode::kBatch});
  EXPECT_TRUE(made->forward(latents(), {}).equal(before));
}

}  // namespace
}  // namespace gan
