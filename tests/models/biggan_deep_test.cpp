#include "models/biggan_deep.h"

#include <gtest/gtest.h>

#include "models/parameter_count.h"
#include "support/expect_error.h"

namespace gan {
namespace {

BigGanShape ofImageNet(std::int64_t resolution) {
  return {.latent_size = 128,
          .resolution = resolution,
          .classes = 1000,
          .generator_width = 128,
          .discriminator_width = 128,
          .generator_attention = {64},
          .discriminator_attention = {64},
          .shared_size = 128};
}

/// What BigGAN-PyTorch's networks of its launch script have.
TEST(BigGanDeep, HasAsManyWeightsAsTheReference) {
  EXPECT_EQ(parameterCount(BigGanDeepGenerator(ofImageNet(128))), 50'244'484);
  EXPECT_EQ(parameterCount(BigGanDeepDiscriminator(ofImageNet(128))), 34'590'210);
  EXPECT_EQ(parameterCount(BigGanDeepGenerator(ofImageNet(256))), 55'736'708);
  EXPECT_EQ(parameterCount(BigGanDeepDiscriminator(ofImageNet(256))), 38'247'426);
}

TEST(BigGanDeep, ASharedEmbeddingOfNoSizeIsThatOfTheLatent) {
  BigGanShape shape = ofImageNet(128);
  const std::int64_t asked = parameterCount(BigGanDeepGenerator(shape));
  shape.shared_size = 0;
  EXPECT_EQ(parameterCount(BigGanDeepGenerator(shape)), asked);
}

class BigGanDeepSizes : public ::testing::TestWithParam<std::int64_t> {};

TEST_P(BigGanDeepSizes, ImagesHaveTheSizeAskedForAndOneLogitEachWithAndWithoutClasses) {
  for (const std::int64_t classes : {0, 3}) {
    for (const std::int64_t depth : {1, 2, 3}) {
      const BigGanShape shape = {.latent_size = 5,
                                 .channels = classes == 0 ? 3 : 1,
                                 .resolution = GetParam(),
                                 .classes = classes,
                                 .generator_width = 8,
                                 .discriminator_width = 8,
                                 .generator_attention = {16},
                                 .discriminator_attention = {16},
                                 .shared_size = 4,
                                 .generator_depth = depth,
                                 .discriminator_depth = depth};
      BigGanDeepGenerator generator(shape);
      BigGanDeepDiscriminator discriminator(shape);
      const at::NoGradGuard no_grad;
      const at::Tensor labels = classes > 0 ? at::arange(2, at::kLong) : at::Tensor();
      const at::Tensor condition = classes > 0 ? generator.condition(labels) : at::Tensor();
      const at::Tensor images = generator.forward(at::randn({2, 5}), condition);
      EXPECT_EQ(images.sizes(), at::IntArrayRef({2, shape.channels, GetParam(), GetParam()}));
      EXPECT_EQ(discriminator.forward(images, labels).sizes(), at::IntArrayRef({2}));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, BigGanDeepSizes, ::testing::Values(32, 64, 128, 256, 512));

/// A block of the generator for each size of maps and more of them add weights; one of each is the least.
TEST(BigGanDeep, IsAsDeepAsAsked) {
  const auto blocks = [](std::int64_t depth) {
    std::int64_t count = 0;
    const BigGanShape shape = {.resolution = 64, .generator_depth = depth};
    const BigGanDeepGenerator generator(shape);
    for (const auto& item : generator.named_parameters()) count += item.key().ends_with(".0.conv1.weight") ? 1 : 0;
    return count;
  };
  EXPECT_EQ(blocks(1), 4);
  EXPECT_EQ(blocks(2), 8);
  EXPECT_EQ(blocks(5), 20);
}

TEST(BigGanDeep, RefusesWhatItCannotBuildAndSaysWhy) {
  const auto why = [](const BigGanShape& shape) {
    const auto error = expectError(ErrorCode::kInvalidArgument, "model_unsupported_shape", [&] {
      BigGanDeepGenerator{shape};
      BigGanDeepDiscriminator{shape};
    });
    return error ? error->message() : std::string();
  };
  EXPECT_NE(why({.resolution = 48}).find("32, 64, 128"), std::string::npos);
  EXPECT_NE(why({.generator_width = 1}).find("a quarter of their channels"), std::string::npos);
  EXPECT_NE(why({.discriminator_width = 1}).find("a quarter of their channels"), std::string::npos);
  EXPECT_NE(why({.generator_width = 4, .generator_attention = {128}}).find("at least 8 channels"), std::string::npos);
}

}  // namespace
}  // namespace gan
