#include "training/adam.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

namespace gan {
namespace {

/// Kingma and Ba, 2015, algorithm 1, in double precision.
struct Formula {
  at::Tensor weights, mean, square;
  int steps = 0;
  void step(const at::Tensor& gradient, double rate, const AdamOptions& o) {
    ++steps;
    mean = o.beta1 * mean + (1 - o.beta1) * gradient;
    square = o.beta2 * square + (1 - o.beta2) * gradient * gradient;
    const at::Tensor mean_hat = mean / (1 - std::pow(o.beta1, steps));
    const at::Tensor square_hat = square / (1 - std::pow(o.beta2, steps));
    weights = weights - rate * mean_hat / (square_hat.sqrt() + o.epsilon);
  }
};

at::Tensor wave(double phase) { return at::arange(60, at::kDouble).mul(0.7).add(phase).sin().view({3, 5, 2, 2}); }

class AdamLayouts : public ::testing::TestWithParam<at::MemoryFormat> {};

TEST_P(AdamLayouts, FollowsTheAlgorithmOfThePaperWhileTheRateChanges) {
  const AdamOptions options{.beta1 = 0.5, .beta2 = 0.999, .epsilon = 1e-8};
  at::Tensor parameter = wave(0).to(at::kFloat).contiguous(GetParam()).set_requires_grad(true);
  Adam adam({parameter}, options);
  Formula formula{wave(0), at::zeros({3, 5, 2, 2}, at::kDouble), at::zeros({3, 5, 2, 2}, at::kDouble)};
  for (int step = 0; step < 25; ++step) {
    const double rate = step < 10 ? 1e-2 : 3e-3;
    adam.clearGradients();
    (parameter * wave(step).to(at::kFloat)).sum().backward();
    adam.step(rate);
    adam.countSteps(1);
    formula.step(wave(step), rate, options);
  }
  EXPECT_LT((parameter.detach() - formula.weights).abs().max().item<double>(), 2e-6);
  EXPECT_EQ(adam.steps(), 25);
}

INSTANTIATE_TEST_SUITE_P(All, AdamLayouts,
                         ::testing::Values(at::MemoryFormat::Contiguous, at::MemoryFormat::ChannelsLast));

TEST(Adam, GradientNormIsThatOfAllGradientsTogether) {
  at::Tensor a = at::zeros({2}).set_requires_grad(true);
  at::Tensor b = at::zeros({1}).set_requires_grad(true);
  Adam adam({a, b}, {});
  (a.dot(at::tensor({2.0F, 3.0F})) + 6 * b.sum()).backward();
  EXPECT_FLOAT_EQ(adam.gradientNorm().item<float>(), 7);
}

}  // namespace
}  // namespace gan
