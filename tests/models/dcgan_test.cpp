#include "models/dcgan.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "models/golden.h"
#include "models/parameter_count.h"
#include "support/expect_error.h"

namespace gan {
namespace {

constexpr double kTolerance = 1e-4;  // of goldens/README.md; measured deviations are below 1e-6

class DcganGolden : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!Golden::available()) {
      GTEST_SKIP() << "no ../shared beside the repository: goldens of pytorch/examples are not there";
    }
    golden_.emplace("peer_files/dcgan");
    loadStateDict(golden_->path() / "netG_epoch_0.pth", generator_);
    loadStateDict(golden_->path() / "netD_epoch_0.pth", discriminator_);
  }

  at::Tensor latents() const { return golden_->tensor("io.safetensors", "z").flatten(1); }
  at::Tensor images() const { return (golden_->tensor("io.safetensors", "x_u8").to(at::kFloat) / 255 - 0.5) / 0.5; }

  static constexpr NetworkShape kShape = {.generator_width = 8, .discriminator_width = 8};
  std::optional<Golden> golden_;
  DcganGenerator generator_{kShape};
  DcganDiscriminator discriminator_{kShape};
};

TEST_F(DcganGolden, GeneratorEqualsThatOfPytorchExamples) {
  generator_.eval();
  EXPECT_LT(golden_->deviation("io.safetensors", "G_eval", generator_.forward(latents(), {})), kTolerance);
}

TEST_F(DcganGolden, GeneratorInTrainingNormalisesByTheBatchAndTracksIt) {
  EXPECT_LT(golden_->deviation("io.safetensors", "G_train", generator_.forward(latents(), {})), kTolerance);
  for (const auto& buffer : generator_.named_buffers()) {
    if (buffer.value().scalar_type() == at::kFloat) {
      EXPECT_LT(golden_->deviation("bn_after.safetensors", "netG." + buffer.key(), buffer.value()), kTolerance)
          << buffer.key();
    }
  }
}

TEST_F(DcganGolden, DiscriminatorEqualsThatOfPytorchExamples) {
  discriminator_.eval();
  EXPECT_LT(golden_->deviation("io.safetensors", "D_eval", discriminator_.forward(images(), {}).sigmoid()), kTolerance);
}

TEST_F(DcganGolden, ResultsDoNotDependOnTheMemoryLayoutOfTheWeights) {
  useMemoryFormat(generator_, at::MemoryFormat::ChannelsLast);
  useMemoryFormat(discriminator_, at::MemoryFormat::ChannelsLast);
  EXPECT_LT(golden_->deviation("io.safetensors", "G_train", generator_.forward(latents(), {})), kTolerance);
  EXPECT_LT(golden_->deviation("io.safetensors", "D_train_real", discriminator_.forward(images(), {}).sigmoid()),
            kTolerance);
}

class DcganSizes : public ::testing::TestWithParam<std::tuple<std::int64_t, std::int64_t>> {};

TEST_P(DcganSizes, ImagesHaveTheSizeAskedForAndOneLogitEach) {
  const auto [resolution, channels] = GetParam();
  const NetworkShape shape = {
      .latent_size = 7, .channels = channels, .resolution = resolution, .generator_width = 2, .discriminator_width = 3};
  const Networks networks = makeDcgan(shape, 1);
  const at::Tensor images = networks.generator->forward(at::randn({5, 7}), {});
  EXPECT_EQ(images.sizes(), at::IntArrayRef({5, channels, resolution, resolution}));
  EXPECT_LE(images.abs().max().item<float>(), 1);
  EXPECT_EQ(networks.discriminator->forward(images, {}).sizes(), at::IntArrayRef({5}));
}

INSTANTIATE_TEST_SUITE_P(All, DcganSizes,
                         ::testing::Combine(::testing::Values(28, 32, 64, 128), ::testing::Values(1, 3)));

/// Logits of D and pixels of G for one latent and image and each of three classes.
struct OfClasses {
  Networks networks;
  at::Tensor pixels, logits;
};
OfClasses ofClasses() {
  const NetworkShape shape = {.latent_size = 7,
                              .channels = 1,
                              .resolution = 32,
                              .generator_width = 4,
                              .discriminator_width = 4,
                              .classes = 3,
                              .discriminator_spectral_norm = true};
  OfClasses made{.networks = makeDcgan(shape, 5), .pixels = {}, .logits = {}};
  made.networks.generator->eval();
  made.networks.discriminator->eval();
  const at::Tensor classes = at::arange(3, at::kLong);
  const at::Tensor latents = at::ones({1, 7}).expand({3, 7});
  made.pixels = made.networks.generator->forward(latents, made.networks.generator->condition(classes));
  made.logits = made.networks.discriminator->forward(made.pixels.slice(0, 0, 1).expand({3, 1, 32, 32}), classes);
  return made;
}

TEST(ConditionalDcgan, MakesAndJudgesImagesByClass) {
  const OfClasses made = ofClasses();
  EXPECT_EQ(made.networks.generator->facts().classes, 3);
  for (const auto& [a, b] : {std::pair{0, 1}, std::pair{1, 2}, std::pair{0, 2}}) {
    EXPECT_FALSE(made.pixels[a].equal(made.pixels[b]));
    EXPECT_NE(made.logits[a].item<float>(), made.logits[b].item<float>());
  }
}

TEST(ConditionalDcgan, TakesMixturesOfClasses) {
  Networks networks = ofClasses().networks;
  const at::Tensor z = at::ones({1, 7});
  const auto image = [&](std::vector<float> shares) {
    return networks.generator->forward(z, at::tensor(shares).view({1, 3}));
  };
  EXPECT_TRUE(
      image({0, 1, 0}).equal(networks.generator->forward(z, networks.generator->condition(at::ones({1}, at::kLong)))));
  const at::Tensor between = image({0.5F, 0.5F, 0});
  EXPECT_FALSE(between.equal(image({1, 0, 0})));
  EXPECT_FALSE(between.equal(image({0, 1, 0})));
}

/// Miyato and Koyama, 2018, equation 3: what a class adds is linear in its row of the table.
TEST(ConditionalDcgan, ClassesAddTheProductOfTheirRowWithWhatTheLastStageSees) {
  const OfClasses made = ofClasses();
  at::Tensor embed;
  for (auto& item : made.networks.discriminator->named_parameters()) {
    if (item.key() == "embed.weight") embed = item.value();
  }
  ASSERT_TRUE(embed.defined());
  const at::NoGradGuard no_grad;
  const at::Tensor image = made.pixels.slice(0, 0, 1);
  const auto logit = [&] {
    return made.networks.discriminator->forward(image, at::zeros({1}, at::kLong)).item<float>();
  };
  embed.zero_();
  embed[1].fill_(1);  // the spectral norm divides by something other than 0
  const float without = logit();
  embed[0].fill_(1e-3F);
  const float once = logit() - without;
  embed[0].fill_(2e-3F);
  const float twice = logit() - without;
  EXPECT_NE(once, 0);
  EXPECT_NEAR(twice / once, 2, 1e-2);
}

TEST(Dcgan, HasAsManyWeightsAsPytorchsTutorial) {
  EXPECT_EQ(parameterCount(DcganGenerator({})), 3'576'704);
  EXPECT_EQ(parameterCount(DcganDiscriminator({})), 2'765'568);
}

TEST(Dcgan, WeightsAreNormalWithDeviationTwoHundredths) {
  const Networks networks = makeDcgan({}, 3);
  for (const auto& item : networks.generator->named_parameters()) {
    const at::Tensor& weight = item.value();
    if (weight.dim() == 4) {
      const double error = 0.02 / std::sqrt(static_cast<double>(weight.numel()));
      EXPECT_NEAR(weight.mean().item<double>(), 0, 4 * error) << item.key();
      EXPECT_NEAR(weight.std().item<double>(), 0.02, 4 * error) << item.key();
    } else if (item.key().ends_with("weight")) {
      EXPECT_NEAR(weight.mean().item<double>(), 1, 0.02) << item.key();
    } else {
      EXPECT_EQ(weight.abs().max().item<double>(), 0) << item.key();
    }
  }
}

TEST(Dcgan, RefusesAnImageSizeItHasNoStagesFor) {
  const auto error = expectError(ErrorCode::kInvalidArgument, "model_unsupported_shape",
                                 [] { DcganGenerator(NetworkShape{.resolution = 48}); });
  ASSERT_TRUE(error);
  EXPECT_NE(error->message().find("48 pixels"), std::string::npos);
}

}  // namespace
}  // namespace gan
