#include "session/grid_sampler.h"

#include <ATen/ops/full.h>
#include <ATen/ops/linspace.h>
#include <gtest/gtest.h>

#include <limits>

namespace gan {
namespace {

/// Makes every picture of these four pixels.
class FixedGenerator : public Generator {
 public:
  explicit FixedGenerator(at::Tensor pixels) : pixels_(std::move(pixels)) {}
  GeneratorFacts facts() const override { return {.latent_size = 100, .channels = 1, .resolution = 2}; }
  at::Tensor forward(const at::Tensor& latents, const at::Tensor& /*condition*/) override {
    return pixels_.view({1, 1, 2, 2}).expand({latents.size(0), 1, 2, 2}).clone();
  }
  std::shared_ptr<Generator> blank() const override { return std::make_shared<FixedGenerator>(pixels_); }

 private:
  at::Tensor pixels_;
};

SampleGrid gridOf(const at::Tensor& pixels) {
  RunConfig config;
  config.applyOverride("sampling.rows=9");  // with 8 columns more than are drawn at a time
  return drawGrid({.step = 3, .generator = std::make_shared<FixedGenerator>(pixels)}, config, 1);
}

TEST(SampleGrid, IsBlankWherePicturesDifferByLessThanALevelOfAByte) {
  EXPECT_TRUE(gridOf(at::full({4}, -1.0)).blank);
  EXPECT_TRUE(gridOf(at::linspace(0.5, 0.507, 4)).blank);
  EXPECT_FALSE(gridOf(at::linspace(0.5, 0.508, 4)).blank);
  EXPECT_TRUE(gridOf(at::full({4}, -1.0)).finite);
}

TEST(SampleGrid, TellsOfPixelsThatAreNotFinite) {
  for (const double value : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    at::Tensor pixels = at::linspace(-1, 1, 4);
    pixels[2].fill_(value);
    const SampleGrid grid = gridOf(pixels);
    EXPECT_FALSE(grid.finite) << value;
    EXPECT_FALSE(grid.blank) << value;
  }
}

}  // namespace
}  // namespace gan
