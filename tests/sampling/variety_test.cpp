#include "sampling/variety.h"

#include <gtest/gtest.h>

#include <functional>

namespace gan {
namespace {

constexpr std::int64_t kSize = 32;
constexpr std::int64_t kPadding = 2;

/// A grid of grey pictures whose pixel (x, y) of number i is level(i, x, y).
Image gridOf(const SampleInfo& info, const std::function<int(std::int64_t, std::int64_t, std::int64_t)>& level) {
  const std::int64_t cell = kSize + kPadding;
  const std::int64_t rows = (info.count + info.columns - 1) / info.columns;
  Image grid{.width = info.columns * cell + kPadding, .height = rows * cell + kPadding, .channels = 1, .pixels = {}};
  grid.pixels.assign(static_cast<std::size_t>(grid.width * grid.height), 0);
  for (std::int64_t i = 0; i < info.count; ++i) {
    for (std::int64_t y = 0; y < kSize; ++y) {
      for (std::int64_t x = 0; x < kSize; ++x) {
        const std::int64_t line = kPadding + i / info.columns * cell + y;
        grid.pixels[static_cast<std::size_t>(line * grid.width + kPadding + i % info.columns * cell + x)] =
            static_cast<std::uint8_t>(level(i, x, y));
      }
    }
  }
  return grid;
}

SampleInfo infoOf(std::int64_t count, std::int64_t columns) {
  SampleInfo info;
  info.count = count;
  info.columns = columns;
  info.padding = kPadding;
  return info;
}

TEST(Variety, IsTheVarianceOfPixelsOverThePictures) {
  const SampleInfo info = infoOf(4, 2);
  // Levels 100, 110, 120, 130 everywhere: their variance is 500 / 3.
  const Variety found =
      varietyOf(gridOf(info, [](auto i, auto, auto) { return 100 + 10 * static_cast<int>(i); }), info);
  EXPECT_NEAR(found.variance.value(), 500.0 / 3, 1e-3);
  EXPECT_EQ(found.equal, 0);
}

TEST(Variety, IsTakenWithinClassesWhereTheyAreKnown) {
  SampleInfo info = infoOf(6, 3);
  info.labels = {4, 4, 4, 7, 7, 7};
  // 10, 20, 30 and 210, 220, 230: each class has a variance of 100, all together more than 10,000.
  const auto level = [](std::int64_t i, std::int64_t, std::int64_t) {
    return static_cast<int>(200 * (i / 3) + 10 * (i % 3 + 1));
  };
  EXPECT_NEAR(varietyOf(gridOf(info, level), info).variance.value(), 100, 1e-3);
  EXPECT_GT(varietyOf(gridOf(infoOf(6, 3), level), infoOf(6, 3)).variance.value(), 10'000);
}

TEST(Variety, IsNotKnownOfPicturesThatAreEachOfAnotherClass) {
  SampleInfo info = infoOf(4, 1);
  const auto level = [](std::int64_t i, std::int64_t, std::int64_t) { return static_cast<int>(50 * i); };
  info.labels = {0, 1, 2, 3};
  EXPECT_FALSE(varietyOf(gridOf(info, level), info).variance);
  info.labels = {0, 1, 2, 0};
  EXPECT_TRUE(varietyOf(gridOf(info, level), info).variance);
}

TEST(Variety, CountsPicturesThatLookLikeAnotherOne) {
  const SampleInfo info = infoOf(5, 3);
  // 0 and 1 differ by 3 levels, 2 and 3 by 4; 4 is alone.
  constexpr int kLevels[] = {50, 53, 100, 104, 200};
  const Image grid = gridOf(info, [&](auto i, auto, auto) { return kLevels[i]; });
  EXPECT_DOUBLE_EQ(varietyOf(grid, info).equal, 2.0 / 5);
}

TEST(Variety, SeesNoiseAsLittleOfIt) {
  const SampleInfo info = infoOf(4, 2);
  // A chequered pattern, turned about in every other picture: patches of 2 x 2 pixels have the same mean in all.
  const Image grid = gridOf(info, [](auto i, auto x, auto y) { return (i + x + y) % 2 == 0 ? 0 : 200; });
  const Variety found = varietyOf(grid, info);
  EXPECT_NEAR(found.variance.value(), 0, 1e-6);
  EXPECT_EQ(found.equal, 1);
}

TEST(Variety, OfOnePictureOrOfWhatIsNoGridIsNothing) {
  const SampleInfo one = infoOf(1, 1);
  EXPECT_EQ(varietyOf(gridOf(one, [](auto, auto, auto) { return 7; }), one).equal, 0);
  EXPECT_EQ(
      varietyOf(Image{.width = 3, .height = 3, .channels = 1, .pixels = std::vector<std::uint8_t>(9)}, infoOf(64, 8))
          .equal,
      0);
}

}  // namespace
}  // namespace gan
