#include "sampling/grid_sampler.h"

#include <ATen/ops/bincount.h>
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
  SampledGenerator generator(std::make_shared<FixedGenerator>(pixels));
  return drawGrid(generator, /*step=*/3, config, 1, {});
}

/// Makes images of one pixel whose brightness is the class, of ten.
class ClassGenerator : public Generator {
 public:
  GeneratorFacts facts() const override { return {.latent_size = 4, .classes = 10, .channels = 1, .resolution = 1}; }
  at::Tensor condition(const at::Tensor& classes) override { return classes.to(at::kFloat).view({-1, 1}); }
  at::Tensor forward(const at::Tensor& latents, const at::Tensor& condition) override {
    return (condition * (20 / 127.5) - 1).view({latents.size(0), 1, 1, 1});
  }
  std::shared_ptr<Generator> blank() const override { return std::make_shared<ClassGenerator>(); }
};

SampleGrid gridOfClasses(const std::string& chosen) {
  RunConfig config;
  for (const char* assignment : {"model.classes=10", "sampling.rows=20", "sampling.columns=4"}) {
    config.applyOverride(assignment);
  }
  config.setText("sampling.classes", chosen);
  const std::vector<std::string> names = {"circle", "square", "triangle"};
  SampledGenerator generator(std::make_shared<ClassGenerator>());
  return drawGrid(generator, /*step=*/3, config, 1, names);
}

TEST(SampleGrid, ShowsAClassARow) {
  const SampleGrid grid = gridOfClasses("2, 7-9");
  const std::vector<std::int64_t> rows = {2, 7, 8, 9};
  ASSERT_EQ(grid.info.labels.size(), 80U);
  for (std::int64_t row = 0; row < 20; ++row) {
    for (std::int64_t column = 0; column < 4; ++column) {
      const std::int64_t expected = rows[static_cast<std::size_t>(row % 4)];
      EXPECT_EQ(grid.info.labels[static_cast<std::size_t>(row * 4 + column)], expected);
      const std::int64_t y = kGridPadding + row * (1 + kGridPadding);
      const std::int64_t x = kGridPadding + column * (1 + kGridPadding);
      EXPECT_EQ(grid.image.pixels[static_cast<std::size_t>(y * grid.image.width + x)], expected * 20);
    }
  }
  EXPECT_EQ(grid.info.class_names, (std::map<std::int64_t, std::string>{{2, "triangle"}}));
}

TEST(SampleGrid, ShowsAllClassesInTheirOrderWhenNoneAreChosen) {
  const SampleGrid grid = gridOfClasses("");
  for (std::int64_t row = 0; row < 20; ++row) EXPECT_EQ(grid.info.labels[static_cast<std::size_t>(row * 4)], row % 10);
}

/// The same, of images that remember how many of each class they were made together with.
class CountingGenerator : public ClassGenerator {
 public:
  at::Tensor forward(const at::Tensor& latents, const at::Tensor& condition) override {
    together.push_back(at::bincount(condition.flatten().to(at::kLong), {}, 10));
    return ClassGenerator::forward(latents, condition);
  }
  std::vector<at::Tensor> together;
};

TEST(SampleGrid, OfBatchStatisticsMakesImagesOfAllRowsTogether) {
  RunConfig config;
  for (const char* assignment :
       {"model.classes=10", "sampling.rows=10", "sampling.columns=8", "sampling.statistics=batch"}) {
    config.applyOverride(assignment);
  }
  const auto counting = std::make_shared<CountingGenerator>();
  SampledGenerator generator(counting);
  const SampleGrid grid = drawGrid(generator, /*step=*/3, config, 1, {});
  std::int64_t made = 0;
  for (const at::Tensor& classes : counting->together) {
    EXPECT_EQ(classes.min().item<std::int64_t>(), classes.max().item<std::int64_t>()) << classes;
    made += classes.sum().item<std::int64_t>();
  }
  EXPECT_EQ(made, 80);
  for (std::int64_t row = 0; row < 10; ++row) {
    for (std::int64_t column = 0; column < 8; ++column) {
      const std::int64_t y = kGridPadding + row * (1 + kGridPadding);
      const std::int64_t x = kGridPadding + column * (1 + kGridPadding);
      EXPECT_EQ(grid.image.pixels[static_cast<std::size_t>(y * grid.image.width + x)], row * 20);
    }
  }
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
