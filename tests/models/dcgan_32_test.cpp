#include "models/dcgan_32.h"

#include <gtest/gtest.h>

#include "models/parameter_count.h"
#include "support/expect_error.h"

namespace gan {
namespace {

/// As in the logs of StudioGAN's runs on CIFAR-10.
TEST(Dcgan32, HasAsManyWeightsAsStudioGansDcgan) {
  const NetworkShape shape = {.latent_size = 128, .resolution = 32};
  EXPECT_EQ(parameterCount(Dcgan32Generator(shape)), 3'812'355);
  EXPECT_EQ(parameterCount(Dcgan32Discriminator(shape)), 2'931'009);
}

TEST(Dcgan32, ImagesHaveTheSizeAskedForAndOneLogitEachOfClassesOrNot) {
  for (const std::int64_t classes : {0, 3}) {
    for (const bool spectral_norm : {false, true}) {
      const NetworkShape shape = {.latent_size = 5,
                                  .channels = classes == 0 ? 3 : 1,
                                  .resolution = 32,
                                  .generator_width = 3,
                                  .discriminator_width = 2,
                                  .classes = classes,
                                  .discriminator_spectral_norm = spectral_norm};
      const Networks networks = makeDcgan32(shape, 1);
      const at::NoGradGuard no_grad;
      const at::Tensor labels = at::tensor({0, 2}, at::kLong);
      const at::Tensor images = networks.generator->forward(at::randn({2, 5}), networks.generator->condition(labels));
      EXPECT_EQ(images.sizes(), at::IntArrayRef({2, shape.channels, 32, 32}));
      EXPECT_EQ(networks.discriminator->forward(images, classes > 0 ? labels : at::Tensor()).sizes(),
                at::IntArrayRef({2}));
    }
  }
}

TEST(Dcgan32, BeginsWithOrthogonalWeightsAndNoBias) {
  const Networks networks = makeDcgan32({.latent_size = 5, .resolution = 32, .generator_width = 4}, 1);
  for (const auto& item : networks.generator->named_parameters()) {
    const at::Tensor values = item.value().detach();
    if (item.key() == "linear0.weight") {
      EXPECT_TRUE(values.t().mm(values).allclose(at::eye(5), 1e-5, 1e-5));
    } else if (item.key().ends_with("bias")) {
      EXPECT_EQ(values.abs().max().item<float>(), 0) << item.key();
    }
  }
}

TEST(Dcgan32, RefusesAnotherResolution) {
  const auto error = expectError(ErrorCode::kInvalidArgument, "model_unsupported_shape",
                                 [] { Dcgan32Generator(NetworkShape{.resolution = 64}); });
  ASSERT_TRUE(error);
  EXPECT_NE(error->message().find("64 pixels"), std::string::npos);
}

}  // namespace
}  // namespace gan
