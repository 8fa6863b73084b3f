#include "models/mlp.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "models/parameter_count.h"
#include "support/expect_error.h"

namespace gan {
namespace {

constexpr NetworkShape kMnist = {
    .latent_size = 100, .channels = 1, .resolution = 28, .generator_width = 128, .discriminator_width = 512};

TEST(Mlp, HasAsManyWeightsAsLightningsTemplate) {
  EXPECT_EQ(parameterCount(MlpGenerator(kMnist)), 1'510'032);    // printed there as 1.5 M
  EXPECT_EQ(parameterCount(MlpDiscriminator(kMnist)), 533'505);  // and 533 K
}

TEST(Mlp, NamesAreThoseOfTheTorchSequential) {
  const MlpGenerator generator(kMnist);
  const auto parameters = generator.named_parameters();
  for (const char* name : {"model.0.weight", "model.2.weight", "model.3.weight", "model.5.weight", "model.6.bias",
                           "model.8.weight", "model.9.bias", "model.11.weight"}) {
    EXPECT_NE(parameters.find(name), nullptr) << name;
  }
}

/// The forward pass of gan.py, written out with single operations.
TEST(Mlp, ForwardIsLinearNormLeakyReluAndTanh) {
  const NetworkShape shape = {
      .latent_size = 3, .channels = 1, .resolution = 2, .generator_width = 4, .discriminator_width = 6};
  const Networks networks = makeMlp(shape, 5);
  const at::Tensor z = at::randn({6, 3}, at::kDouble);
  const auto parameters = networks.generator->named_parameters();
  const auto p = [&](const char* name) { return parameters[name].detach().to(at::kDouble); };
  const auto norm = [](const at::Tensor& x) { return (x - x.mean(0)) / (x.var(0, /*unbiased=*/false) + 0.8).sqrt(); };
  const auto leaky = [](const at::Tensor& x) { return at::where(x > 0, x, x * 0.2); };
  at::Tensor x = leaky(z.mm(p("model.0.weight").t()) + p("model.0.bias"));
  x = leaky(norm(x.mm(p("model.2.weight").t()) + p("model.2.bias")));
  x = leaky(norm(x.mm(p("model.5.weight").t()) + p("model.5.bias")));
  x = leaky(norm(x.mm(p("model.8.weight").t()) + p("model.8.bias")));
  x = (x.mm(p("model.11.weight").t()) + p("model.11.bias")).tanh().view({6, 1, 2, 2});

  const at::Tensor images = networks.generator->forward(z.to(at::kFloat), {});
  EXPECT_LT((images - x).abs().max().item<double>(), 1e-5);
}

TEST(Mlp, WeightsFillTheIntervalOfPytorchsLinearLayer) {
  const Networks networks = makeMlp(kMnist, 1);
  const at::Tensor weight = networks.discriminator->named_parameters()["model.0.weight"];
  const double bound = 1 / std::sqrt(784.0);
  EXPECT_LE(weight.abs().max().item<double>(), bound);
  EXPECT_GT(weight.max().item<double>(), 0.999 * bound);
  EXPECT_NEAR(weight.std().item<double>(), bound / std::sqrt(3.0), 0.01 * bound);
}

TEST(Mlp, RefusesADiscriminatorTooNarrowToHalve) {
  expectError(ErrorCode::kInvalidArgument, "model_unsupported_shape",
              [] { MlpDiscriminator(NetworkShape{.discriminator_width = 1}); });
}

}  // namespace
}  // namespace gan
