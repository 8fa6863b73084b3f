#include "training/ema.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

namespace gan {
namespace {

constexpr NetworkShape kShape = {
    .latent_size = 5, .channels = 1, .resolution = 28, .generator_width = 4, .discriminator_width = 4};

TEST(Ema, MovesTheAverageByItsShareAndCopiesRunningStatistics) {
  const Networks networks = findArchitecture("dcgan").make(kShape, 1);
  Generator& source = *networks.generator;
  Ema ema(source);
  const at::Tensor before = source.parameters()[0].detach().clone();
  {
    const at::NoGradGuard no_grad;
    source.parameters()[0].add_(1);
  }
  source.forward(at::randn({4, 5}), {});
  ema.setDecay(0.9);
  ema.update();
  EXPECT_LT((ema.generator().parameters()[0] - (before + 0.1)).abs().max().item<float>(), 1e-6F);
  for (std::size_t i = 0; i < source.buffers().size(); ++i) {
    EXPECT_TRUE(ema.generator().buffers()[i].equal(source.buffers()[i]));
  }
}

TEST(Ema, AveragesRunningStatisticsWhereAskedTo) {
  const Networks networks = findArchitecture("dcgan").make(kShape, 1);
  Generator& source = *networks.generator;
  Ema ema(source, EmaBuffers::kAveraged);
  const auto statistics = [](const Generator& generator) {
    return *generator.named_buffers().find("main.1.running_mean");
  };
  const at::Tensor before = statistics(source).clone();
  source.forward(at::randn({4, 5}), {});
  ema.setDecay(0.9);
  ema.update();
  const at::Tensor expected = 0.9 * before + 0.1 * statistics(source);
  EXPECT_LT((statistics(ema.generator()) - expected).abs().max().item<float>(), 1e-6F);
  EXPECT_FALSE(statistics(source).equal(before));
  EXPECT_EQ(ema.generator().named_buffers().find("main.1.num_batches_tracked")->item<std::int64_t>(), 1);
}

TEST(Ema, WithoutDecayEqualsTheWeights) {
  const Networks networks = findArchitecture("dcgan").make(kShape, 1);
  Ema ema(*networks.generator);
  {
    const at::NoGradGuard no_grad;
    networks.generator->parameters()[0].mul_(1.7);
  }
  ema.setDecay(0);
  ema.update();
  EXPECT_TRUE(ema.generator().parameters()[0].equal(networks.generator->parameters()[0]));
}

TEST(Ema, IsACopyNotAView) {
  const Networks networks = findArchitecture("dcgan").make(kShape, 1);
  Ema ema(*networks.generator);
  const at::Tensor before = ema.generator().parameters()[0].clone();
  {
    const at::NoGradGuard no_grad;
    networks.generator->parameters()[0].zero_();
  }
  EXPECT_TRUE(ema.generator().parameters()[0].equal(before));
}

}  // namespace
}  // namespace gan
