#include "data/shapes_dataset.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "core/error.h"

namespace gan {
namespace {

Image read(const ShapesDataset& dataset, std::int64_t index) {
  Image image;
  dataset.read(index, image);
  return image;
}

TEST(ShapesDataset, AnImageIsAFunctionOfSeedAndNumber) {
  const ShapesDataset dataset({.seed = 3, .first = 0, .count = 100, .resolution = 32, .channels = 3});
  const ShapesDataset later({.seed = 3, .first = 40, .count = 10, .resolution = 32, .channels = 3});
  const ShapesDataset other({.seed = 4, .first = 0, .count = 100, .resolution = 32, .channels = 3});
  EXPECT_EQ(read(dataset, 42).pixels, read(later, 2).pixels);
  EXPECT_NE(read(dataset, 42).pixels, read(other, 42).pixels);
  EXPECT_NE(read(dataset, 42).pixels, read(dataset, 52).pixels);
}

TEST(ShapesDataset, MemoryIsReusedWithoutTraces) {
  const ShapesDataset dataset({.seed = 3, .first = 0, .count = 100, .resolution = 32, .channels = 3});
  Image image;
  dataset.read(7, image);
  const std::uint8_t* memory = image.pixels.data();
  dataset.read(8, image);
  EXPECT_EQ(image.pixels.data(), memory);
  EXPECT_EQ(image.pixels, read(dataset, 8).pixels);
}

TEST(ShapesDataset, ClassesAreBalancedAndNamed) {
  const ShapesDataset dataset({.seed = 0, .first = 0, .count = 100, .resolution = 8, .channels = 1});
  ASSERT_EQ(dataset.info().class_names.size(), 10U);
  std::array<int, 10> counts{};
  Image image;
  for (std::int64_t i = 0; i < 100; ++i) {
    ++counts.at(static_cast<std::size_t>(dataset.read(i, image)));
  }
  EXPECT_EQ(counts, (std::array<int, 10>{10, 10, 10, 10, 10, 10, 10, 10, 10, 10}));
}

TEST(ShapesDataset, SmallImagesLookLikeLargeOnesSeenFromAfar) {
  // Antialiasing: the mean colour of a scene does not depend on the resolution, up to rounding and a thin edge.
  for (std::int64_t i = 0; i < 50; ++i) {
    std::array<double, 2> means{};
    for (const std::size_t large : {0U, 1U}) {
      const ShapesDataset dataset(
          {.seed = 1, .first = 0, .count = 50, .resolution = large == 1 ? 256 : 32, .channels = 3});
      const Image image = read(dataset, i);
      for (const std::uint8_t byte : image.pixels) {
        means[large] += byte / static_cast<double>(image.pixels.size());
      }
    }
    EXPECT_NEAR(means[0], means[1], 1.0) << i;
  }
}

TEST(ShapesDataset, ShapesStandOutAndTouchNoBorder) {
  for (const std::int64_t channels : {1, 3}) {
    const ShapesDataset dataset({.seed = 2, .first = 0, .count = 200, .resolution = 64, .channels = channels});
    for (std::int64_t i = 0; i < 200; ++i) {
      const Image image = read(dataset, i);
      int largest_difference = 0;
      for (std::size_t at = 0; at < image.pixels.size(); ++at) {
        const std::size_t column = at / static_cast<std::size_t>(channels) % 64;
        const std::size_t row = at / static_cast<std::size_t>(channels) / 64;
        const std::size_t background = at % static_cast<std::size_t>(channels);
        const int difference = std::abs(image.pixels[at] - image.pixels[background]);
        largest_difference = std::max(largest_difference, difference);
        if (row == 0 || column == 0 || row == 63 || column == 63) {
          ASSERT_EQ(difference, 0) << i;
        }
      }
      EXPECT_GT(largest_difference, 45) << i;
    }
  }
}

TEST(ShapesDataset, PlainShapesAreBrightLargeAndInTheMiddleOfADarkGround) {
  constexpr std::int64_t kSize = 100;
  const ShapesDataset dataset(
      {.seed = 2, .count = 200, .resolution = kSize, .channels = 3, .style = ShapesStyle::kPlain});
  for (std::int64_t i = 0; i < 200; ++i) {
    const Image image = read(dataset, i);
    const auto brightness = [&](std::int64_t x, std::int64_t y) {
      const auto* pixel = image.pixels.data() + 3 * (y * kSize + x);
      return std::max({pixel[0], pixel[1], pixel[2]});
    };
    std::int64_t left = kSize, right = 0, top = kSize, bottom = 0;
    for (std::int64_t y = 0; y < kSize; ++y) {
      for (std::int64_t x = 0; x < kSize; ++x) {
        if (brightness(x, y) < 128) continue;
        left = std::min(left, x);
        right = std::max(right, x);
        top = std::min(top, y);
        bottom = std::max(bottom, y);
      }
    }
    EXPECT_LE(brightness(0, 0), 39) << i;
    const std::int64_t longer = std::max(right - left, bottom - top);
    EXPECT_GE(longer, 42) << i;  // a square of 0.6 is 0.7 of that wide
    EXPECT_LE(longer, 81) << i;
    EXPECT_NEAR(static_cast<double>(left + right) / 2, 50, 17) << i;  // a crescent lies to one side of its middle
    EXPECT_NEAR(static_cast<double>(top + bottom) / 2, 50, 17) << i;
  }
}

TEST(ShapesDataset, FingerprintNamesTheWholeSet) {
  const ShapesOptions options{.seed = 1, .first = 0, .count = 10, .resolution = 32, .channels = 3};
  std::set<std::string> seen;
  const auto add = [&](auto change) {
    ShapesOptions changed = options;
    change(changed);
    seen.insert(ShapesDataset(changed).info().fingerprint);
  };
  add([](ShapesOptions&) {});
  add([](ShapesOptions&) {});
  add([](ShapesOptions& o) { o.seed = 2; });
  add([](ShapesOptions& o) { o.first = 1; });
  add([](ShapesOptions& o) { o.count = 11; });
  add([](ShapesOptions& o) { o.resolution = 33; });
  add([](ShapesOptions& o) { o.channels = 1; });
  add([](ShapesOptions& o) { o.style = ShapesStyle::kPlain; });
  EXPECT_EQ(seen.size(), 7U);
}

TEST(ShapesDataset, RefusesWhatCannotBeDrawn) {
  EXPECT_THROW(ShapesDataset({.seed = 0, .first = 0, .count = 0, .resolution = 32, .channels = 3}), Error);
  EXPECT_THROW(ShapesDataset({.seed = 0, .first = -1, .count = 5, .resolution = 32, .channels = 3}), Error);
  EXPECT_THROW(ShapesDataset({.seed = 0, .first = 0, .count = 5, .resolution = 32, .channels = 2}), Error);
  EXPECT_THROW(ShapesDataset({.seed = 0, .first = 0, .count = 5, .resolution = 0, .channels = 3}), Error);
  const ShapesDataset dataset({.seed = 0, .first = 0, .count = 5, .resolution = 32, .channels = 3});
  EXPECT_THROW(read(dataset, 5), Error);
}

}  // namespace
}  // namespace gan
