#include "layers/normalisation.h"

#include <ATen/CPUGeneratorImpl.h>
#include <gtest/gtest.h>

#include "layers/weight_draw.h"

namespace gan {
namespace {

constexpr std::int64_t kChannels = 6;
constexpr double kEpsilon = 1e-5;

at::Tensor images(std::uint64_t seed) {
  return at::randn({4, kChannels, 3, 3}, at::make_generator<at::CPUGeneratorImpl>(seed), at::kFloat) * 2 + 1;
}

at::Tensor meanOf(const at::Tensor& x) { return x.mean({0, 2, 3}); }
at::Tensor variance(const at::Tensor& x) { return x.var({0, 2, 3}, /*unbiased=*/false); }

at::Tensor by(const at::Tensor& x, const at::Tensor& means, const at::Tensor& variances) {
  return (x - means.view({1, -1, 1, 1})) / (variances.view({1, -1, 1, 1}) + kEpsilon).sqrt();
}

bool near(const at::Tensor& a, const at::Tensor& b) { return a.sizes() == b.sizes() && a.allclose(b, 1e-5, 1e-5); }

TEST(ConditionalNorm, GainAndBiasAreThoseOfTheClass) {
  struct Owner : torch::nn::Module {
    std::shared_ptr<ConditionalNorm> norm =
        register_module("norm", ConditionalNorm::ofClasses(NormKind::kBatch, kChannels, kEpsilon, 3));
  } owner;
  drawWeights(owner, Initialisation::kXavier, 1, NetworkRole::kGenerator);
  const at::Tensor x = images(1);
  const at::Tensor classes = at::tensor({2, 0, 1, 2}, at::kLong);
  const auto weights = owner.norm->named_parameters();
  const at::Tensor gain = 1 + weights["gain.weight"].index({classes}).view({4, kChannels, 1, 1});
  const at::Tensor bias = weights["bias.weight"].index({classes}).view({4, kChannels, 1, 1});
  EXPECT_TRUE(near(owner.norm->forward(x, at::one_hot(classes, 3).to(at::kFloat)),
                   by(x, meanOf(x), variance(x)) * gain + bias));
}

TEST(Normalisation, EachKindNormalisesOverItsOwnValues) {
  const at::Tensor x = images(2);
  PlainNorm instance(NormKind::kInstance, kChannels, kEpsilon);
  const at::Tensor own_mean = x.mean({2, 3}, /*keepdim=*/true);
  const at::Tensor own_variance = x.var({2, 3}, /*unbiased=*/false, /*keepdim=*/true);
  EXPECT_TRUE(near(instance.forward(x), (x - own_mean) / (own_variance + kEpsilon).sqrt()));

  PlainNorm group(NormKind::kGroup, kChannels, kEpsilon);  // 2 groups: what divides both 16 and 6
  const at::Tensor halves = x.view({4, 2, -1});
  const at::Tensor expected = (halves - halves.mean(2, /*keepdim=*/true)) /
                              (halves.var(2, /*unbiased=*/false, /*keepdim=*/true) + kEpsilon).sqrt();
  EXPECT_TRUE(near(group.forward(x), expected.view(x.sizes())));
  EXPECT_TRUE(group.buffers().empty());

  EXPECT_TRUE(PlainNorm(NormKind::kNone, kChannels, kEpsilon).forward(x).equal(x));
}

/// What ConditionalNorm has of groups.
class WithoutGain : public Normalisation {
 public:
  explicit WithoutGain(std::int64_t channels) : Normalisation(NormKind::kGroup, channels, kEpsilon) {}
  at::Tensor forward(const at::Tensor& x) const { return normalised(x, {}, {}); }
};

TEST(Normalisation, StatisticsOfGroupsHaveAllBitsWherePassesHaveFewer) {
  const WithoutGain norm(32);
  const auto numbers = [](std::uint64_t seed, double mean) {
    const auto drawn = at::make_generator<at::CPUGeneratorImpl>(seed);
    return (at::randn({4, 32, 8, 8}, drawn, at::kFloat) + mean).to(at::kBFloat16);
  };
  // A mean of 10 is off by up to 1/32 in 8 bits, which slopes whose own mean is not 0 pass on.
  const at::Tensor x = numbers(5, 10);
  const at::Tensor slopes = numbers(6, 4);
  const auto gradient = [&](at::ScalarType type) {
    const at::Tensor input = x.clone().to(type).requires_grad_(true);
    const at::Tensor made = norm.forward(input);
    EXPECT_EQ(made.scalar_type(), type);
    made.backward(slopes.to(type));
    return input.grad().to(at::kFloat);
  };
  const at::Tensor exact = gradient(at::kFloat);
  EXPECT_LT(((gradient(at::kBFloat16) - exact).norm() / exact.norm()).item<double>(), 0.004);
}

TEST(StatisticsOfBatch, AreUsedInEvaluationAndMoveNothing) {
  const auto owned = std::make_shared<PlainNorm>(NormKind::kBatch, kChannels, kEpsilon);
  PlainNorm& norm = *owned;
  norm.eval();
  const at::Tensor x = images(3);
  EXPECT_TRUE(near(norm.forward(x), by(x, at::zeros({kChannels}), at::ones({kChannels}))));
  useBatchStatistics(norm, std::make_shared<StatisticsOfBatch>());
  EXPECT_TRUE(near(norm.forward(x), by(x, meanOf(x), variance(x))));
  EXPECT_TRUE(norm.stored_mean.equal(at::zeros({kChannels})));
  EXPECT_TRUE(norm.stored_var.equal(at::ones({kChannels})));
}

TEST(StandingStatistics, AreTheMeansOverAllBatches) {
  const auto owned = std::make_shared<PlainNorm>(NormKind::kBatch, kChannels, kEpsilon);
  PlainNorm& norm = *owned;
  norm.eval();
  const auto standing = std::make_shared<StandingStatistics>();
  useBatchStatistics(norm, standing);
  at::Tensor means = at::zeros({kChannels}, at::kDouble);
  at::Tensor variances = at::zeros({kChannels}, at::kDouble);
  for (std::uint64_t batch = 0; batch < 3; ++batch) {
    const at::Tensor x = images(10 + batch);
    EXPECT_TRUE(near(norm.forward(x), by(x, meanOf(x), variance(x))));
    means += meanOf(x) / 3;
    variances += variance(x) / 3;
  }
  EXPECT_TRUE(norm.stored_mean.equal(at::zeros({kChannels}))) << "before they are published";
  standing->publish(norm);
  EXPECT_TRUE(near(norm.stored_mean, means.to(at::kFloat)));
  EXPECT_TRUE(near(norm.stored_var, variances.to(at::kFloat)));
  useBatchStatistics(norm, nullptr);
  const at::Tensor x = images(20);
  EXPECT_TRUE(near(norm.forward(x), by(x, norm.stored_mean, norm.stored_var)));
}

}  // namespace
}  // namespace gan
