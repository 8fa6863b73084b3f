#include "evaluation/sliced_wasserstein.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"
#include "data/shapes_dataset.h"
#include "support/read_images.h"

namespace gan {
namespace {

TEST(SlicedWasserstein, IsZeroForTheSameSetInAnotherOrder) {
  const at::Tensor set = at::randn({50, 3, 4, 4});
  EXPECT_NEAR(slicedWasserstein(set, set.flip(0)), 0, 1e-6);
}

TEST(SlicedWasserstein, InOneDimensionIsTheWassersteinDistance) {
  // scipy.stats.wasserstein_distance([0.3, -1.2, 2.5, 0.9, -0.4], [1.1, 0.2, -3.0, 0.7, 4.0]) of SciPy 1.17.
  const at::Tensor a = at::tensor({0.3F, -1.2F, 2.5F, 0.9F, -0.4F}).view({5, 1});
  const at::Tensor b = at::tensor({1.1F, 0.2F, -3.0F, 0.7F, 4.0F}).view({5, 1});
  EXPECT_NEAR(slicedWasserstein(a, b), 0.9, 1e-6);
}

TEST(SlicedWasserstein, OfAShiftIsItsLengthTimesTheMeanProjection) {
  // For a unit vector w uniform on the sphere of R^d, E|<w, e>| = Gamma(d/2) / (sqrt(pi) Gamma((d+1)/2)).
  const at::Tensor set = at::randn({20, 6});
  const at::Tensor shift = at::tensor({2.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F});
  const double expected = 2.0 * std::tgamma(3.0) / (std::sqrt(M_PI) * std::tgamma(3.5));
  EXPECT_NEAR(slicedWasserstein(set, set + shift, 20000), expected, 0.02);
}

TEST(SlicedWasserstein, HeldOutShapesAreNearerThanNoiseIs) {
  const ShapesDataset seen({.seed = 1, .first = 0, .count = 512, .resolution = 32, .channels = 3});
  const ShapesDataset held_out({.seed = 1, .first = 512, .count = 512, .resolution = 32, .channels = 3});
  const at::Tensor real = readImages(seen, 0, 512, 32, 3);
  const double near = slicedWasserstein(real, readImages(held_out, 0, 512, 32, 3));
  EXPECT_LT(near, 0.2 * slicedWasserstein(real, at::randn_like(real).clamp_(-1, 1)));
}

TEST(SlicedWasserstein, RefusesSetsOfDifferentSize) {
  EXPECT_THROW(slicedWasserstein(at::zeros({3, 2}), at::zeros({4, 2})), Error);
}

}  // namespace
}  // namespace gan
