#include "tensor/image.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/error.h"

namespace gan {
namespace {

at::Tensor allLevels() { return at::arange(256, at::kByte).view({1, 1, 16, 16}); }

TEST(UnitRange, EveryByteComesBackExactly) { EXPECT_TRUE(at::equal(toBytes(toUnitRange(allLevels())), allLevels())); }

TEST(UnitRange, BlackIsMinusOneAndWhiteIsOne) {
  const at::Tensor values = toUnitRange(allLevels());
  EXPECT_EQ(values.min().item<float>(), -1.0F);
  EXPECT_EQ(values.max().item<float>(), 1.0F);
}

TEST(ToBytes, ClampsWhatIsOutsideAndTakesNanForBlack) {
  const float infinity = std::numeric_limits<float>::infinity();
  const at::Tensor values = at::tensor({-7.0F, 7.0F, std::nanf(""), infinity, -infinity, 0.0F}).view({1, 1, 1, 6});
  EXPECT_TRUE(at::equal(toBytes(values).flatten(), at::tensor({0, 255, 0, 255, 0, 128}, at::kByte)));
}

TEST(ToBytes, KeepsItsArgument) {
  const at::Tensor values = at::zeros({1, 1, 2, 2});
  toBytes(values);
  EXPECT_TRUE(at::equal(values, at::zeros({1, 1, 2, 2})));
}

TEST(MakeGrid, PlacesImagesInRowsWithPaddingAround) {
  const at::Tensor images = at::arange(1, 4, at::kByte).view({3, 1, 1, 1}).expand({3, 3, 2, 2});
  const Image grid = makeGrid(images, 2, 1);
  ASSERT_EQ(grid.width, 7);
  ASSERT_EQ(grid.height, 7);
  ASSERT_EQ(grid.channels, 3);
  const std::vector<int> expected = {
      0, 0, 0, 0, 0, 0, 0,  //
      0, 1, 1, 0, 2, 2, 0,  //
      0, 1, 1, 0, 2, 2, 0,  //
      0, 0, 0, 0, 0, 0, 0,  //
      0, 3, 3, 0, 0, 0, 0,  //
      0, 3, 3, 0, 0, 0, 0,  //
      0, 0, 0, 0, 0, 0, 0,
  };
  ASSERT_EQ(grid.pixels.size(), expected.size() * 3);
  for (std::size_t i = 0; i < grid.pixels.size(); ++i) {
    ASSERT_EQ(grid.pixels[i], expected[i / 3]) << i;
  }
}

TEST(MakeGrid, InterleavesChannels) {
  const at::Tensor image = at::arange(6, at::kByte).view({1, 3, 1, 2});
  EXPECT_EQ(makeGrid(image, 8, 0).pixels, (std::vector<std::uint8_t>{0, 2, 4, 1, 3, 5}));
}

TEST(MakeGrid, RefusesWhatIsNoBatchOfImages) {
  EXPECT_THROW(makeGrid(at::zeros({1, 2, 4, 4}, at::kByte), 1, 0), Error);
  EXPECT_THROW(makeGrid(at::zeros({1, 3, 4, 4}), 1, 0), Error);
  EXPECT_THROW(makeGrid(at::zeros({3, 4, 4}, at::kByte), 1, 0), Error);
  EXPECT_THROW(makeGrid(at::zeros({0, 3, 4, 4}, at::kByte), 1, 0), Error);
  EXPECT_THROW(makeGrid(at::zeros({1, 3, 4, 4}, at::kByte), 0, 0), Error);
}

}  // namespace
}  // namespace gan
