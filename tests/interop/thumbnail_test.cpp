#include "interop/thumbnail.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <span>
#include <string>

#include "interop/image_file.h"
#include "support/expect_error.h"
#include "support/tiny_png.h"

namespace gan {
namespace {

std::span<const std::byte> bytesOfText(const std::string& text) { return std::as_bytes(std::span(text)); }

DecodedImage thumbnail(const std::string& file, std::int64_t longest_side) {
  return decodeImage(bytesOfText(thumbnailOf(bytesOfText(file), "file", longest_side)), "thumbnail");
}

/// A plain PGM of so many pixels.
std::string greyFile(std::int64_t width, std::int64_t height, int (*level)(std::int64_t x, std::int64_t y)) {
  std::string file = "P5 " + std::to_string(width) + " " + std::to_string(height) + " 255\n";
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x) file += static_cast<char>(level(x, y));
  }
  return file;
}

TEST(Thumbnail, KeepsTheProportionsOfAPictureThatIsLarger) {
  const std::string file = greyFile(300, 120, [](auto, auto) { return 77; });
  const DecodedImage small = thumbnail(file, 100);
  EXPECT_EQ(small.width, 100);
  EXPECT_EQ(small.height, 40);
  EXPECT_EQ(small.channels, 1);
  for (const std::uint8_t level : small.pixels) ASSERT_NEAR(level, 77, 1);
}

TEST(Thumbnail, IsTheMeanOfWhatEachPixelCovers) {
  const std::string file = greyFile(64, 64, [](std::int64_t x, std::int64_t y) { return (x + y) % 2 == 0 ? 0 : 200; });
  const DecodedImage small = thumbnail(file, 16);
  ASSERT_EQ(small.pixels.size(), 256U);
  for (const std::uint8_t level : small.pixels) ASSERT_NEAR(level, 100, 2) << "a pixel of many was taken for all";
  const std::string halves = greyFile(64, 64, [](std::int64_t x, std::int64_t) { return x < 32 ? 20 : 220; });
  const DecodedImage divided = thumbnail(halves, 16);
  EXPECT_NEAR(divided.pixels[2], 20, 6);
  EXPECT_NEAR(divided.pixels[13], 220, 6);
}

TEST(Thumbnail, OfASmallPictureKeepsItsSize) {
  const DecodedImage same = thumbnail(test::tinyPng(), 512);
  EXPECT_EQ(same.width, 2);
  EXPECT_EQ(same.height, 1);
  const DecodedImage thin = thumbnail(greyFile(1000, 2, [](auto, auto) { return 9; }), 10);
  EXPECT_EQ(thin.width, 10);
  EXPECT_EQ(thin.height, 1);
}

TEST(Thumbnail, OfWhatIsNoPictureOrTooLargeIsRefusedByName) {
  expectError(ErrorCode::kDataLoss, "image_unknown_format", [] { thumbnailOf(bytesOfText("no picture"), "file", 10); });
  const std::string huge = "P5 100000 100000 255\n";
  expectError(ErrorCode::kDataLoss, "image_too_large", [&] { thumbnailOf(bytesOfText(huge), "file", 10); });
}

}  // namespace
}  // namespace gan
