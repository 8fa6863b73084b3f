#include "sampling/png.h"

#include <gtest/gtest.h>
#include <png.h>

#include <filesystem>

#include "support/expect_error.h"
#include "support/file_size_limit.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

Image picture(std::int64_t width, std::int64_t height, std::int64_t channels) {
  Image image{.width = width, .height = height, .channels = channels, .pixels = {}};
  std::uint32_t state = 1;
  for (std::int64_t i = 0; i < width * height * channels; ++i) {
    state = state * 1664525U + 1013904223U;
    image.pixels.push_back(static_cast<std::uint8_t>(state >> 24U));
  }
  return image;
}

/// As libpng's own reader sees it.
Image readBack(const std::filesystem::path& path) {
  png_image head{};
  head.version = PNG_IMAGE_VERSION;
  EXPECT_NE(png_image_begin_read_from_file(&head, path.c_str()), 0) << head.message;
  const bool colour = (head.format & PNG_FORMAT_FLAG_COLOR) != 0;
  EXPECT_EQ(head.format & ~png_uint_32{PNG_FORMAT_FLAG_COLOR}, 0U);
  Image image{.width = head.width, .height = head.height, .channels = colour ? 3 : 1, .pixels = {}};
  image.pixels.resize(PNG_IMAGE_SIZE(head));
  EXPECT_NE(png_image_finish_read(&head, nullptr, image.pixels.data(), 0, nullptr), 0) << head.message;
  return image;
}

TEST(WritePng, ComesBackPixelByPixel) {
  const TemporaryFolder folder;
  for (const std::int64_t channels : {1, 3}) {
    const Image image = picture(37, 23, channels);
    writePng(folder / "picture.png", image);
    const Image read = readBack(folder / "picture.png");
    EXPECT_EQ(read.width, 37);
    EXPECT_EQ(read.height, 23);
    EXPECT_EQ(read.channels, channels);
    EXPECT_EQ(read.pixels, image.pixels);
  }
}

TEST(WritePng, RefusesAnImageWithTooFewBytes) {
  const TemporaryFolder folder;
  Image image = picture(4, 4, 3);
  image.pixels.pop_back();
  expectError(ErrorCode::kInvalidArgument, "picture_bad_shape", [&] { writePng(folder / "x.png", image); });
  EXPECT_FALSE(std::filesystem::exists(folder / "x.png"));
}

TEST(WritePng, OnAFullDiskKeepsTheOldPicture) {
  const TemporaryFolder folder;
  const Image old = picture(4, 4, 1);
  writePng(folder / "x.png", old);
  {
    const FileSizeLimit limit(1000);
    EXPECT_THROW(writePng(folder / "x.png", picture(200, 200, 3)), Error);
  }
  EXPECT_EQ(readBack(folder / "x.png").pixels, old.pixels);
}

TEST(WritePng, NamesAMissingFolder) {
  const TemporaryFolder folder;
  EXPECT_THROW(writePng(folder / "missing" / "x.png", picture(4, 4, 1)), Error);
}

}  // namespace
}  // namespace gan
