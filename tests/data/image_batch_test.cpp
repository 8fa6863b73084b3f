#include "data/image_batch.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <numeric>

#include "core/error.h"

namespace gan {
namespace {

Image image(std::int64_t width, std::int64_t height, std::int64_t channels, std::vector<std::uint8_t> pixels) {
  return {.width = width, .height = height, .channels = channels, .pixels = std::move(pixels)};
}

std::vector<float> unitRange(const std::vector<std::uint8_t>& bytes) {
  const at::Tensor values = toUnitRange(at::tensor(at::ArrayRef<std::uint8_t>(bytes), at::kByte));
  return {values.const_data_ptr<float>(), values.const_data_ptr<float>() + values.numel()};
}

TEST(WritePlanes, MapsEveryByteAsToUnitRangeDoes) {
  std::vector<std::uint8_t> bytes(256);
  std::iota(bytes.begin(), bytes.end(), 0);
  std::vector<float> planes(256);
  Image levels = image(16, 16, 1, bytes);
  writePlanes(levels, 16, 1, planes);
  EXPECT_EQ(planes, unitRange(bytes));
}

TEST(WritePlanes, SeparatesColoursIntoPlanes) {
  std::vector<float> planes(12);
  Image colours = image(2, 2, 3, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  writePlanes(colours, 2, 3, planes);
  EXPECT_EQ(planes, unitRange({1, 4, 7, 10, 2, 5, 8, 11, 3, 6, 9, 12}));
}

TEST(WritePlanes, RepeatsGrey) {
  std::vector<float> planes(12);
  Image grey = image(2, 2, 1, {1, 2, 3, 4});
  writePlanes(grey, 2, 3, planes);
  EXPECT_EQ(planes, unitRange({1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4}));
}

TEST(WritePlanes, WeighsColourToGreyAsPillowDoes) {
  // Image.convert("L") of Pillow 13.
  std::vector<float> planes(4);
  Image colours = image(2, 2, 3, {255, 0, 0, 0, 255, 0, 0, 0, 255, 200, 100, 50});
  writePlanes(colours, 2, 1, planes);
  EXPECT_EQ(planes, unitRange({76, 150, 29, 124}));
}

TEST(WritePlanes, ResizesToTheAskedSizeAsATenDoes) {
  std::vector<std::uint8_t> bytes(40 * 30 * 3);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::uint8_t>(i * i / 7);
  }
  const at::Tensor whole =
      at::tensor(at::ArrayRef<std::uint8_t>(bytes), at::kByte).view({1, 30, 40, 3}).permute({0, 3, 1, 2});
  std::vector<float> planes(3 * 16 * 16);
  Image source = image(40, 30, 3, bytes);
  writePlanes(source, 16, 3, planes);
  // ATen's weights have fewer bits.
  const at::Tensor expected =
      toUnitRange(at::_upsample_bilinear2d_aa(whole, {16, 16}, /*align_corners=*/false, std::nullopt, std::nullopt));
  const at::Tensor difference = (at::from_blob(planes.data(), {1, 3, 16, 16}) - expected).abs().max();
  EXPECT_LE(difference.item<float>(), 1.01F / 127.5F);
}

TEST(WritePlanes, RefusesImagesThatAreNotWhole) {
  std::vector<float> planes(4);
  Image cut = image(2, 2, 1, {1, 2, 3});
  EXPECT_THROW(writePlanes(cut, 2, 1, planes), Error);
  Image two_channels = image(1, 2, 2, {1, 2, 3, 4});
  EXPECT_THROW(writePlanes(two_channels, 2, 1, planes), Error);
  Image good = image(2, 2, 1, {1, 2, 3, 4});
  EXPECT_THROW(writePlanes(good, 3, 1, planes), Error);
}

}  // namespace
}  // namespace gan
