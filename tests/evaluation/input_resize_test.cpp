#include "evaluation/input_resize.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "config/feature_input.h"
#include "data/resample.h"

namespace gan {
namespace {

/// A picture of noise, and the same as float32 [1, 3, H, W].
struct Picture {
  Image image;
  at::Tensor numbers;
};

Picture noise(std::int64_t width, std::int64_t height) {
  const at::Tensor bytes =
      at::arange(height * width * 3).mul(7919).remainder(251).to(at::kByte).view({height, width, 3});
  Picture picture;
  picture.image = {.width = width, .height = height, .channels = 3, .pixels = {}};
  picture.image.pixels.assign(bytes.const_data_ptr<std::uint8_t>(),
                              bytes.const_data_ptr<std::uint8_t>() + bytes.numel());
  picture.numbers = bytes.permute({2, 0, 1}).unsqueeze(0).to(at::kFloat).contiguous();
  return picture;
}

at::Tensor resized(const Image& image, InputResize way, std::int64_t size) {
  at::Tensor planes = at::empty({1, 3, size, size}, at::kFloat);
  resizeInput(image, way, size, {planes.mutable_data_ptr<float>(), static_cast<std::size_t>(planes.numel())});
  return planes;
}

void expectNear(const at::Tensor& found, const at::Tensor& expected, double tolerance) {
  ASSERT_EQ(found.sizes(), expected.sizes());
  EXPECT_LT((found - expected).abs().max().item<double>(), tolerance);
}

constexpr std::pair<std::int64_t, std::int64_t> kSizes[] = {{32, 32}, {299, 299}, {400, 310}, {17, 301}, {1, 5}};

TEST(InputResize, EachHasAWordThatAnybodyMayChoose) {
  constexpr InputResize kWays[] = {InputResize::kPytorchFid, InputResize::kStyleGan, InputResize::kCleanFid,
                                   InputResize::kBigGan};
  std::vector<std::string> names = {kUsualResize};
  for (const InputResize way : kWays) names.emplace_back(nameOf(way));
  EXPECT_EQ(resizeNames(), names);
}

TEST(InputResize, OfPytorchFidIsTorchsBilinearWithoutAntialiasing) {
  for (const auto& [width, height] : kSizes) {
    const Picture picture = noise(width, height);
    expectNear(resized(picture.image, InputResize::kPytorchFid, 299),
               at::upsample_bilinear2d(picture.numbers, {299, 299}, /*align_corners=*/false), 2e-3);
  }
}

TEST(InputResize, OfBigGanIsTorchsBilinearBetweenCorners) {
  for (const auto& [width, height] : kSizes) {
    const Picture picture = noise(width, height);
    expectNear(resized(picture.image, InputResize::kBigGan, 299),
               at::upsample_bilinear2d(picture.numbers, {299, 299}, /*align_corners=*/true), 2e-3);
  }
}

TEST(InputResize, OfStyleGanIsTheGridThatItsFileOfInceptionLooksUp) {
  // inception-2015-12-05.pt: an identity whose corner lies on a pixel's centre in both sizes.
  for (const auto& [width, height] : kSizes) {
    const Picture picture = noise(width, height);
    at::Tensor theta = at::eye(2, 3, at::kDouble);
    theta[0][2] = 1.0 / static_cast<double>(width) - 1.0 / 299;
    theta[1][2] = 1.0 / static_cast<double>(height) - 1.0 / 299;
    const at::Tensor grid = at::affine_grid_generator(theta.unsqueeze(0), {1, 3, 299, 299}, /*align_corners=*/false);
    const at::Tensor expected = at::grid_sampler(picture.numbers.to(at::kDouble), grid, /*interpolation_mode=*/0,
                                                 /*padding_mode=*/1, /*align_corners=*/false);
    expectNear(resized(picture.image, InputResize::kStyleGan, 299), expected.to(at::kFloat), 2e-2);
  }
}

TEST(InputResize, OfCleanFidIsPillowsBicubicFilterCutToBytesRange) {
  const Picture picture = noise(61, 40);
  std::vector<float> planes(3 * 90 * 90);
  resampleToFloats(picture.image, 90, 90, ResizeFilter::kBicubic, planes);
  const at::Tensor free = at::from_blob(planes.data(), {1, 3, 90, 90}, at::kFloat);
  ASSERT_LT(free.min().item<float>(), 0);
  EXPECT_TRUE(at::equal(resized(picture.image, InputResize::kCleanFid, 90), free.clamp(0, 255)));
}

TEST(InputResize, OfGreyGivesThreeEqualPlanes) {
  Image grey{.width = 5, .height = 4, .channels = 1, .pixels = {}};
  for (std::uint8_t i = 0; i < 20; ++i) grey.pixels.push_back(static_cast<std::uint8_t>(i * 12));
  for (const InputResize way : {InputResize::kPytorchFid, InputResize::kStyleGan, InputResize::kCleanFid}) {
    const at::Tensor planes = resized(grey, way, 30);
    EXPECT_TRUE(at::equal(planes[0][0], planes[0][1]));
    EXPECT_TRUE(at::equal(planes[0][0], planes[0][2]));
    EXPECT_GT(planes.std().item<float>(), 10);
  }
}

TEST(InputResize, NormalisesAsEachProgramDoes) {
  const at::Tensor numbers = at::tensor({0.0F, 128.0F, 255.0F}).view({1, 1, 1, 3}).expand({1, 3, 1, 3}).contiguous();
  const auto expect = [&](InputResize way, std::vector<double> expected) {
    expectNear(normaliseInput(numbers, way)[0][0][0], at::tensor(expected).to(at::kFloat), 1e-6);
  };
  expect(InputResize::kPytorchFid, {-1, 2 * 128 / 255.0 - 1, 1});
  expect(InputResize::kStyleGan, {-1, 0, 127 / 128.0});
  expect(InputResize::kCleanFid, {-1, 0, 127 / 128.0});
  expect(InputResize::kBigGan, {-0.485 / 0.229, (128 / 255.0 - 0.485) / 0.229, (1 - 0.485) / 0.229});
}

}  // namespace
}  // namespace gan
