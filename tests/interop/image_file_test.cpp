#include "interop/image_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "interop/image_format.h"
#include "support/expect_error.h"
#include "support/read_netpbm.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

const fs::path kImages = fs::path(GAN_SOURCE_DIR) / "tests/interop/images";

std::string content(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

DecodedImage decode(const std::string& bytes, const ImageFileOptions& options = {}) {
  return decodeImage(std::as_bytes(std::span(bytes)), "input", options);
}

std::vector<std::string> pictures() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(kImages)) {
    if (entry.path().extension() != ".expected") names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

std::uint8_t channelOf(const DecodedImage& image, std::size_t pixel, std::size_t channel) {
  const auto channels = static_cast<std::size_t>(image.channels);
  return image.pixels.at(pixel * channels + channel % channels);
}

/// Largest difference of a level, grey taken as three equal channels.
int largestDifference(const DecodedImage& a, const DecodedImage& b) {
  int largest = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(a.width * a.height); ++i) {
    for (std::size_t channel = 0; channel < 3; ++channel) {
      largest = std::max(largest, std::abs(channelOf(a, i, channel) - channelOf(b, i, channel)));
    }
  }
  return largest;
}

class PillowsPictures : public testing::TestWithParam<std::string> {};

TEST_P(PillowsPictures, AreReadAsPillowReadsThem) {
  const fs::path file = kImages / GetParam();
  const DecodedImage expected = test::readNetpbm(file.string() + ".expected");
  const DecodedImage found = readImageFile(file);
  ASSERT_EQ(found.width, expected.width);
  ASSERT_EQ(found.height, expected.height);
  ASSERT_EQ(found.pixels.size(), static_cast<std::size_t>(found.width * found.height * found.channels));
  EXPECT_LE(largestDifference(found, expected), 1);
}

TEST_P(PillowsPictures, ThatAreCutOffAreErrorsThatNameTheFile) {
  const std::string whole = content(kImages / GetParam());
  const std::size_t step = std::max<std::size_t>(1, whole.size() / 97);
  int refused = 0;
  for (std::size_t length = 0; length < whole.size(); length += step) {
    try {
      decode(whole.substr(0, length));
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kDataLoss);
      EXPECT_THAT(error.message(), testing::HasSubstr("input"));
      ++refused;
    }
  }
  // The last bytes of some formats say nothing, and of a moving GIF only the first frame is read.
  EXPECT_GE(refused, GetParam() == "moving.gif" ? 45 : 90);
}

INSTANTIATE_TEST_SUITE_P(ImageFile, PillowsPictures, testing::ValuesIn(pictures()), [](const auto& picture) {
  std::string name = picture.param;
  std::ranges::replace_if(
      name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
});

TEST(ImageFile, TellsFormatsByContentWhateverTheName) {
  const TemporaryFolder folder;
  fs::copy_file(kImages / "colour.png", folder / "picture.jpg");
  EXPECT_EQ(readImageFile(folder / "picture.jpg").channels, 3);
  EXPECT_EQ(imageFormatOf(std::as_bytes(std::span("\xff\xd8\xff\xe0", 4))), ImageFormat::kJpeg);
  EXPECT_EQ(imageFormatOf(std::as_bytes(std::span("BMW is a car, not a map", 23))), std::nullopt);
}

TEST(ImageFile, SaysHowAnUnknownFileBegins) {
  const auto error = expectError(ErrorCode::kDataLoss, "image_unknown_format", [] { decode("%PDF-1.7 and more"); });
  EXPECT_THAT(error->message(), testing::HasSubstr("25 50 44 46 2d 31 2e 37"));
  expectError(ErrorCode::kDataLoss, "image_unknown_format", [] { decode(""); });
}

TEST(ImageFile, RoundsSixteenBitsToEight) {
  // A ramp from 0 to 65535 over 22 x 14 pixels, as the script made it.
  const DecodedImage image = readImageFile(kImages / "grey_16bit.png");
  ASSERT_EQ(image.channels, 1);
  for (std::size_t i = 0; i < image.pixels.size(); ++i) {
    const double value = std::floor(65535.0 * static_cast<double>(i) / static_cast<double>(image.pixels.size() - 1));
    EXPECT_NEAR(image.pixels[i], value / 257, 0.51) << i;
  }
}

TEST(ImageFile, LaysTransparencyOverTheChosenColour) {
  ImageFileOptions options;
  options.background = {10, 200, 30};
  const DecodedImage image = readImageFile(kImages / "rgba.png", options);
  // Pixel (0, 0) is wholly transparent, as the script made it.
  EXPECT_THAT(std::vector<int>(image.pixels.begin(), image.pixels.begin() + 3), testing::ElementsAre(10, 200, 30));
  EXPECT_EQ(readImageFile(kImages / "grey_alpha.png", options).channels, 3);
  EXPECT_EQ(readImageFile(kImages / "grey_alpha.png").channels, 1);
  EXPECT_TRUE(readImageFile(kImages / "grey_alpha.png").composed);
}

TEST(ImageFile, DecodesJpegAtTheSmallestSizeThatIsLargeEnough) {
  const std::map<std::int64_t, std::int64_t> heights{{0, 14}, {14, 14}, {8, 14}, {7, 7}, {4, 7}, {3, 4}, {1, 2}};
  for (const auto& [wanted, height] : heights) {
    ImageFileOptions options;
    options.shorter_side_at_least = wanted;
    EXPECT_EQ(readImageFile(kImages / "colour_420.jpg", options).height, height) << wanted;
  }
}

TEST(ImageFile, SaysHowMuchSmallerAPictureWasDecoded) {
  ImageFileOptions options;
  options.shorter_side_at_least = 3;
  const DecodedImage reduced = readImageFile(kImages / "colour_420.jpg", options);
  EXPECT_EQ(reduced.reduction, 4);
  EXPECT_EQ(reduced.full_width, 22);
  EXPECT_EQ(reduced.full_height, 14);
  const DecodedImage upright = readImageFile(kImages / "orientation_6.jpg", options);
  EXPECT_TRUE(upright.composed);
  EXPECT_LT(upright.width, upright.height);
  EXPECT_EQ(upright.full_width, readImageFile(kImages / "orientation_6.jpg").width);
  EXPECT_EQ(upright.full_height, readImageFile(kImages / "orientation_6.jpg").height);
  const DecodedImage whole = readImageFile(kImages / "colour.png", options);
  EXPECT_EQ(whole.reduction, 1);
  EXPECT_EQ(whole.full_width, whole.width);
}

TEST(ImageFile, RefusesHugePicturesBeforeTakingMemory) {
  // 65,500 x 65,500 px in a few bytes of each kind.
  std::string png = content(kImages / "colour.png");
  png.replace(16, 8, std::string("\0\0\xff\xdc\0\0\xff\xdc", 8));
  std::string gif = content(kImages / "plain.gif");
  gif.replace(6, 4, "\xdc\xff\xdc\xff");
  std::string bmp = content(kImages / "colour.bmp");
  bmp.replace(18, 8, std::string("\xdc\xff\0\0\xdc\xff\0\0", 8));
  const std::string ppm = "P6 65500 65500 255 x";
  for (const std::string& bytes : {gif, bmp, ppm}) {
    const auto error = expectError(ErrorCode::kDataLoss, "image_too_large", [&] { decode(bytes); });
    EXPECT_THAT(error->message(), testing::HasSubstr("65500x65500"));
  }
  expectError(ErrorCode::kDataLoss, "image_damaged", [&] { decode(png); });  // by its checksum
  ImageFileOptions options;
  options.max_pixels = 22 * 14 - 1;
  for (const std::string& name : pictures()) {
    expectError(ErrorCode::kDataLoss, "image_too_large", [&] { readImageFile(kImages / name, options); });
  }
}

TEST(ImageFile, RefusesAFileTooShortForItsSize) {
  std::string jpeg = content(kImages / "grey.jpg");
  const std::size_t frame = jpeg.find("\xff\xc0");
  ASSERT_NE(frame, std::string::npos);
  jpeg.replace(frame + 5, 4, "\x20\x01\x20\x01");  // 8193 x 8193
  const auto error = expectError(ErrorCode::kDataLoss, "image_damaged", [&] { decode(jpeg); });
  EXPECT_THAT(error->message(), testing::HasSubstr("too short for its width and height"));
}

TEST(ExifOrientation, ReadsBothByteOrders) {
  const std::string little("II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0", 22);
  const std::string big("MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0", 22);
  EXPECT_EQ(exifOrientation(std::as_bytes(std::span(little))), 6);
  EXPECT_EQ(exifOrientation(std::as_bytes(std::span(big))), 6);
}

TEST(ExifOrientation, IsOneWhereBlocksLie) {
  const std::string whole("II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0", 22);
  for (std::size_t length = 0; length < 20; ++length) {
    EXPECT_EQ(exifOrientation(std::as_bytes(std::span(whole.data(), length))), 1) << length;
  }
  std::string far = whole;
  far.replace(4, 4, "\xff\xff\xff\xff");
  EXPECT_EQ(exifOrientation(std::as_bytes(std::span(far))), 1);
  std::string ninth = whole;
  ninth[18] = 9;
  EXPECT_EQ(exifOrientation(std::as_bytes(std::span(ninth))), 1);
}

}  // namespace
}  // namespace gan
