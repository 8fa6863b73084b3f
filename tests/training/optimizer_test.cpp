#include "training/optimizer.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>
#include <torch/optim/adam.h>
#include <torch/optim/adamw.h>
#include <torch/optim/rmsprop.h>
#include <torch/optim/sgd.h>

#include <cmath>

#include "training/adam.h"

namespace gan {
namespace {

/// Kingma and Ba, 2015, algorithm 1, in double precision.
struct Formula {
  at::Tensor weights, mean, square;
  int steps = 0;
  void step(const at::Tensor& gradient, double rate, const OptimizerOptions& o) {
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
  const OptimizerOptions options{.beta1 = 0.5, .beta2 = 0.999, .epsilon = 1e-8};
  at::Tensor parameter = wave(0).to(at::kFloat).contiguous(GetParam()).set_requires_grad(true);
  Adam adam({parameter}, options);
  Formula formula{wave(0), at::zeros({3, 5, 2, 2}, at::kDouble), at::zeros({3, 5, 2, 2}, at::kDouble)};
  for (int step = 0; step < 25; ++step) {
    const double rate = step < 10 ? 1e-2 : 3e-3;
    adam.clearGradients();
    (parameter * wave(step).to(at::kFloat)).sum().backward();
    adam.setLearningRate(rate);
    adam.step();
    adam.countSteps(1);
    formula.step(wave(step), rate, options);
  }
  EXPECT_LT((parameter.detach() - formula.weights).abs().max().item<double>(), 2e-6);
  EXPECT_EQ(adam.steps(), 25);
}

INSTANTIATE_TEST_SUITE_P(All, AdamLayouts,
                         ::testing::Values(at::MemoryFormat::Contiguous, at::MemoryFormat::ChannelsLast));

TEST(Optimizer, GradientNormsAreThoseOfTheParameters) {
  at::Tensor a = at::zeros({2}).set_requires_grad(true);
  at::Tensor b = at::zeros({1}).set_requires_grad(true);
  Adam adam({a, b}, {});
  (a.dot(at::tensor({2.0F, 3.0F})) + 6 * b.sum()).backward();
  const at::Tensor norms = adam.gradientNorms();
  EXPECT_FLOAT_EQ(norms[0].item<float>(), std::sqrt(13.0F));
  EXPECT_FLOAT_EQ(norms[1].item<float>(), 6);
  EXPECT_FLOAT_EQ(norms.norm().item<float>(), 7);
}

struct Peer {
  const char* name;
  OptimizerOptions options;
  std::unique_ptr<torch::optim::Optimizer> (*make)(std::vector<at::Tensor> parameters);
};

void PrintTo(const Peer& peer, std::ostream* out) { *out << peer.name; }

std::vector<at::Tensor> twoParameters() {
  return {wave(0).clone().set_requires_grad(true), wave(3).flatten().clone().set_requires_grad(true)};
}

class TorchOptimizers : public ::testing::TestWithParam<Peer> {};

TEST_P(TorchOptimizers, StepAsTheyDoWhileTheRateChanges) {
  const std::vector<at::Tensor> own = twoParameters();
  const std::vector<at::Tensor> theirs = twoParameters();
  const std::unique_ptr<Optimizer> optimizer = makeOptimizer(own, GetParam().options);
  const std::unique_ptr<torch::optim::Optimizer> peer = GetParam().make(theirs);
  for (int step = 0; step < 20; ++step) {
    const double rate = step < 8 ? 1e-2 : 3e-3;
    optimizer->clearGradients();
    peer->zero_grad();
    for (std::size_t i = 0; i < own.size(); ++i) {
      (own[i].square() * wave(step).view_as(own[i])).sum().backward();
      (theirs[i].square() * wave(step).view_as(own[i])).sum().backward();
    }
    optimizer->setLearningRate(rate);
    optimizer->step();
    for (auto& group : peer->param_groups()) group.options().set_lr(rate);
    peer->step();
  }
  for (std::size_t i = 0; i < own.size(); ++i) {
    EXPECT_LT((own[i] - theirs[i]).abs().max().item<double>(), 1e-12);
    EXPECT_GT((own[i] - twoParameters()[i]).abs().max().item<double>(), 1e-3);
  }
}

const Peer kPeers[] = {
    {"Adam",
     {.algorithm = Algorithm::kAdam, .beta1 = 0.5, .beta2 = 0.99, .epsilon = 1e-6, .weight_decay = 0.1},
     [](std::vector<at::Tensor> parameters) -> std::unique_ptr<torch::optim::Optimizer> {
       return std::make_unique<torch::optim::Adam>(
           std::move(parameters), torch::optim::AdamOptions(1).betas({0.5, 0.99}).eps(1e-6).weight_decay(0.1));
     }},
    {"AdamW",
     {.algorithm = Algorithm::kAdamW, .beta1 = 0.9, .beta2 = 0.99, .epsilon = 1e-6, .weight_decay = 0.1},
     [](std::vector<at::Tensor> parameters) -> std::unique_ptr<torch::optim::Optimizer> {
       return std::make_unique<torch::optim::AdamW>(
           std::move(parameters), torch::optim::AdamWOptions(1).betas({0.9, 0.99}).eps(1e-6).weight_decay(0.1));
     }},
    {"Sgd",
     {.algorithm = Algorithm::kSgd, .momentum = 0.9, .weight_decay = 0.1},
     [](std::vector<at::Tensor> parameters) -> std::unique_ptr<torch::optim::Optimizer> {
       return std::make_unique<torch::optim::SGD>(std::move(parameters),
                                                  torch::optim::SGDOptions(1).momentum(0.9).weight_decay(0.1));
     }},
    {"PlainSgd",
     {.algorithm = Algorithm::kSgd},
     [](std::vector<at::Tensor> parameters) -> std::unique_ptr<torch::optim::Optimizer> {
       return std::make_unique<torch::optim::SGD>(std::move(parameters), torch::optim::SGDOptions(1));
     }},
    {"RmsProp",
     {.algorithm = Algorithm::kRmsProp, .beta2 = 0.9, .epsilon = 1e-6, .momentum = 0.5, .weight_decay = 0.1},
     [](std::vector<at::Tensor> parameters) -> std::unique_ptr<torch::optim::Optimizer> {
       return std::make_unique<torch::optim::RMSprop>(
           std::move(parameters), torch::optim::RMSpropOptions(1).alpha(0.9).eps(1e-6).momentum(0.5).weight_decay(0.1));
     }},
    {"PlainRmsProp",
     {.algorithm = Algorithm::kRmsProp, .beta2 = 0.99},
     [](std::vector<at::Tensor> parameters) -> std::unique_ptr<torch::optim::Optimizer> {
       return std::make_unique<torch::optim::RMSprop>(std::move(parameters),
                                                      torch::optim::RMSpropOptions(1).alpha(0.99).eps(1e-8));
     }},
};

INSTANTIATE_TEST_SUITE_P(All, TorchOptimizers, ::testing::ValuesIn(kPeers),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(Optimizer, ClipsLongGradientsOverAllWeightsAndLeavesShortOnesAlone) {
  at::Tensor a = at::zeros({2}).set_requires_grad(true);
  at::Tensor b = at::zeros({1}).set_requires_grad(true);
  const auto gradientsAfter = [&](double clip_norm) {
    const auto optimizer = makeOptimizer({a, b}, {.clip_norm = clip_norm});
    optimizer->clearGradients();
    (a.dot(at::tensor({2.0F, 3.0F})) + 6 * b.sum()).backward();  // of length 7
    optimizer->clip(optimizer->gradientNorms().norm());
    return optimizer->gradientNorms().norm().item<double>();
  };
  EXPECT_NEAR(gradientsAfter(3.5), 3.5, 1e-5);
  EXPECT_NEAR(gradientsAfter(8), 7, 1e-6);
  EXPECT_NEAR(gradientsAfter(0), 7, 1e-6);
}

}  // namespace
}  // namespace gan
