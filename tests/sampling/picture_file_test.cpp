#include "sampling/picture_file.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "interop/image_file.h"
#include "support/expect_error.h"

namespace gan {
namespace {

Image ramp(std::int64_t channels) {
  Image image{.width = 64, .height = 32, .channels = channels, .pixels = {}};
  for (std::int64_t y = 0; y < 32; ++y) {
    for (std::int64_t x = 0; x < 64; ++x) {
      for (std::int64_t c = 0; c < channels; ++c) {
        image.pixels.push_back(static_cast<std::uint8_t>((x * 4 + c * 30) % 256));
      }
    }
  }
  return image;
}

DecodedImage back(const Image& image, PictureFormat format, int quality) {
  const std::string bytes = encodePicture("picture", image, format, quality);
  return decodeImage(std::as_bytes(std::span(bytes)), "picture");
}

TEST(PictureFile, LosslessFormatsKeepEveryPixel) {
  for (const PictureFormat format : {PictureFormat::kPng, PictureFormat::kWebp}) {
    for (const std::int64_t channels : {1, 3}) {
      const Image image = ramp(channels);
      const DecodedImage decoded = back(image, format, 100);
      ASSERT_EQ(decoded.width, 64);
      ASSERT_EQ(decoded.height, 32);
      const std::int64_t stored = decoded.channels;
      for (std::size_t i = 0; i < image.pixels.size(); ++i) {
        const std::size_t place = channels == stored ? i : i * static_cast<std::size_t>(stored);
        ASSERT_EQ(decoded.pixels[place], image.pixels[i]) << nameOf(format);
      }
    }
  }
}

TEST(PictureFile, LossyFormatsStayNear) {
  for (const PictureFormat format : {PictureFormat::kJpeg, PictureFormat::kWebp}) {
    const Image image = ramp(3);
    const DecodedImage decoded = back(image, format, 95);
    double sum = 0;
    for (std::size_t i = 0; i < image.pixels.size(); ++i) sum += std::abs(decoded.pixels[i] - image.pixels[i]);
    EXPECT_LT(sum / static_cast<double>(image.pixels.size()), 4) << nameOf(format);
    EXPECT_LT(encodePicture("p", image, format, 10).size(), encodePicture("p", image, format, 95).size());
  }
}

TEST(PictureFile, KnowsItsNames) {
  EXPECT_EQ(pictureFormat(".jpg"), PictureFormat::kJpeg);
  EXPECT_EQ(pictureFormat("jpeg"), PictureFormat::kJpeg);
  EXPECT_EQ(pictureFormat("webp"), PictureFormat::kWebp);
  expectError(ErrorCode::kInvalidArgument, "picture_format_unknown", [] { pictureFormat(".tiff"); });
}

TEST(PictureFile, RefusesWhatIsTooLarge) {
  Image wide{.width = 70'000, .height = 1, .channels = 3, .pixels = {}};
  wide.pixels.resize(210'000);
  expectError(ErrorCode::kInvalidArgument, "picture_not_encoded",
              [&] { encodePicture("p", wide, PictureFormat::kJpeg, 95); });
  expectError(ErrorCode::kInvalidArgument, "picture_not_encoded",
              [&] { encodePicture("p", wide, PictureFormat::kWebp, 95); });
}

}  // namespace
}  // namespace gan
