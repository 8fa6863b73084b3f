#include "models/biggan.h"

#include <ATen/ops/randn.h>
#include <gtest/gtest.h>

#include "models/parameter_count.h"
#include "support/expect_error.h"

namespace gan {
namespace {

struct Counts {
  const char* name;
  BigGanShape shape;
  std::int64_t generator;
  std::int64_t discriminator;  // 0: not known of the reference
};

BigGanShape ofImageNet(std::int64_t resolution, std::int64_t width) {
  return {.latent_size = resolution == 256 ? 140 : 120,
          .resolution = resolution,
          .classes = 1000,
          .generator_width = width,
          .discriminator_width = width,
          .generator_attention = {64},
          .discriminator_attention = {64},
          .shared_size = 128,
          .hierarchical = true};
}

/// What the reference programs' networks have, counted from them.
TEST(BigGan, HasAsManyWeightsAsTheReference) {
  BigGanShape cifar = {.latent_size = 128, .resolution = 32, .classes = 10};
  BigGanShape sagan = {
      .resolution = 128, .classes = 1000, .generator_attention = {64}, .discriminator_attention = {64}};
  BigGanShape sngan = {.resolution = 128, .classes = 1000, .discriminator_thin = true};
  BigGanShape attends_later = ofImageNet(256, 96);
  attends_later.generator_attention = {128};
  BigGanShape small = ofImageNet(64, 64);
  small.generator_attention = small.discriminator_attention = {32};
  for (const Counts& counts : {
           Counts{"BigGAN-128, width 96", ofImageNet(128, 96), 70'433'988, 87'982'370},
           Counts{"BigGAN-128, width 64", ofImageNet(128, 64), 31'978'628, 39'448'258},
           Counts{"BigGAN-256, width 96", ofImageNet(256, 96), 82'235'844, 99'225'890},
           Counts{"BigGAN-256 of TFHub", attends_later, 82'097'604, 0},
           Counts{"BigGAN-64, width 64", small, 31'969'540, 20'571'842},
           Counts{"32 px, CIFAR", cifar, 4'304'387, 4'207'361},
           Counts{"SAGAN-128", sagan, 42'017'412, 39'448'258},
           Counts{"SNGAN-128", sngan, 41'996'931, 30'005'013},
       }) {
    EXPECT_EQ(parameterCount(BigGanGenerator(counts.shape)), counts.generator) << counts.name;
    if (counts.discriminator == 0) continue;
    EXPECT_EQ(parameterCount(BigGanDiscriminator(counts.shape)), counts.discriminator) << counts.name;
  }
}

class BigGanSizes : public ::testing::TestWithParam<std::int64_t> {};

TEST_P(BigGanSizes, ImagesHaveTheSizeAskedForAndOneLogitEachWithAndWithoutClasses) {
  for (const std::int64_t classes : {0, 3}) {
    for (const bool hierarchical : {false, true}) {
      const std::int64_t latent_size = 3 * 4 * 5 * 6 * 7 * 8 / 24;  // a multiple of any number of parts
      const BigGanShape shape = {.latent_size = latent_size,
                                 .channels = 1,
                                 .resolution = GetParam(),
                                 .classes = classes,
                                 .generator_width = 8,
                                 .discriminator_width = 8,
                                 .generator_attention = {16},
                                 .discriminator_attention = {16},
                                 .shared_size = hierarchical ? 5 : 0,
                                 .hierarchical = hierarchical};
      BigGanGenerator generator(shape);
      BigGanDiscriminator discriminator(shape);
      const at::NoGradGuard no_grad;
      const at::Tensor labels = classes > 0 ? at::arange(2, at::kLong) : at::Tensor();
      const at::Tensor condition = classes > 0 ? generator.condition(labels) : at::Tensor();
      const at::Tensor images = generator.forward(at::randn({2, latent_size}), condition);
      EXPECT_EQ(images.sizes(), at::IntArrayRef({2, 1, GetParam(), GetParam()}));
      EXPECT_EQ(discriminator.forward(images, labels).sizes(), at::IntArrayRef({2}));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, BigGanSizes, ::testing::Values(32, 64, 128, 256, 512));

TEST(BigGan, RefusesWhatItCannotBuildAndSaysWhy) {
  const auto why = [](const BigGanShape& shape) {
    const auto error =
        expectError(ErrorCode::kInvalidArgument, "model_unsupported_shape", [&] { BigGanGenerator{shape}; });
    return error ? error->message() : std::string();
  };
  EXPECT_NE(why({.resolution = 48}).find("32, 64, 128"), std::string::npos);
  EXPECT_NE(why({.latent_size = 121, .hierarchical = true}).find("6 equal parts"), std::string::npos);
  EXPECT_NE(why({.latent_size = 120, .classes = 3, .hierarchical = true}).find("shared embedding"), std::string::npos);
  EXPECT_NE(why({.generator_width = 2, .generator_attention = {128}}).find("at least 8 channels"), std::string::npos);
}

/// The names are those of BigGAN-PyTorch's layers.py: SN(num_svs) registers u0, u1 and sv0, sv1; ccbn has
/// running statistics for norm_style bn and in only, and the output layer a bn whatever norm_style says.
TEST(BigGan, HasTheBuffersOfBigGanPyTorchForEachNormalisationAndNumberOfSingularValues) {
  for (const char* const name : {"sngan", "sagan", "biggan", "biggan-deep"}) {
    for (const NormKind norm : {NormKind::kBatch, NormKind::kInstance, NormKind::kGroup, NormKind::kNone}) {
      const Networks networks = findArchitecture(name).make({.latent_size = 4,
                                                             .resolution = 32,
                                                             .generator_width = 4,
                                                             .discriminator_width = 4,
                                                             .classes = 3,
                                                             .spectral_norm = {.values = 2, .iterations = 2},
                                                             .norm = norm},
                                                            1);
      const auto generator = networks.generator->named_buffers();
      const bool keeps_statistics = norm == NormKind::kBatch || norm == NormKind::kInstance;
      EXPECT_EQ(generator.contains("blocks.0.0.bn1.stored_mean"), keeps_statistics) << name;
      EXPECT_EQ(generator.contains("blocks.0.0.bn2.stored_var"), keeps_statistics) << name;
      EXPECT_TRUE(generator.contains("output_layer.0.stored_mean")) << name;
      const auto discriminator = networks.discriminator->named_buffers();
      for (const char* const buffer : {"blocks.0.0.conv1.u1", "blocks.0.0.conv1.sv1", "linear.u1", "linear.sv1"}) {
        EXPECT_TRUE(generator.contains(buffer)) << name << ' ' << buffer;
        EXPECT_TRUE(discriminator.contains(buffer)) << name << ' ' << buffer;
      }
      EXPECT_FALSE(discriminator.contains("linear.u2")) << name;
    }
  }
}

TEST(BigGan, LooksNothingUpForClassesThatItDoesNotKnow) {
  const Networks networks =
      makeSngan({.latent_size = 4, .resolution = 32, .generator_width = 2, .discriminator_width = 2}, 1);
  EXPECT_FALSE(networks.generator->condition(at::zeros({2}, at::kLong)).defined());
}

}  // namespace
}  // namespace gan
