#include "data/image_fit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <set>
#include <tuple>
#include <vector>

#include "config/run_config.h"
#include "core/error.h"
#include "support/read_netpbm.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

const fs::path kResized = fs::path(GAN_SOURCE_DIR) / "tests/data/resized";

Image golden(const std::string& name) {
  DecodedImage image = test::readNetpbm(kResized / name);
  return {.width = image.width, .height = image.height, .channels = image.channels, .pixels = std::move(image.pixels)};
}

TEST(Resample, EqualsPillow) {
  const std::pair<const char*, ResizeFilter> filters[] = {{"box", ResizeFilter::kBox},
                                                          {"bilinear", ResizeFilter::kBilinear},
                                                          {"bicubic", ResizeFilter::kBicubic},
                                                          {"lanczos", ResizeFilter::kLanczos}};
  for (const auto& [name, filter] : filters) {
    for (const char* size : {"16x16", "41x33", "9x29"}) {
      const Image expected = golden(std::string(name) + "_" + size + ".ppm");
      Image image = golden("source.ppm");
      resample(image, expected.width, expected.height, filter);
      ASSERT_EQ(image.pixels.size(), expected.pixels.size());
      int largest = 0;
      for (std::size_t i = 0; i < image.pixels.size(); ++i) {
        largest = std::max(largest, std::abs(image.pixels[i] - expected.pixels[i]));
      }
      EXPECT_EQ(largest, 0) << name << " " << size;
    }
  }
}

TEST(Resample, WithoutRoundingEqualsPillowOnNumbers) {
  struct Case {
    std::int64_t width, height;
    double sum;        // of all numbers
    double variation;  // sum of the differences between neighbours in a row
    std::vector<std::tuple<std::size_t, std::size_t, std::size_t, float>> spots;  // channel, row, column, number
  };
  // Pillow 13: Image.fromarray(channel.astype(float32), mode="F").resize(size, BICUBIC) of each channel.
  const Case cases[] = {{41,
                         33,
                         510960.4947206378,
                         39729.91688238084,
                         {{0, 0, 0, -0.15890569984912872F},
                          {1, 16, 13, 128.0F},
                          {2, 32, 40, 244.39247131347656F},
                          {0, 3, 39, 249.1419219970703F},
                          {2, 28, 1, 24.64759635925293F}}},
                        {9,
                         29,
                         98604.96034812927,
                         13384.872367858887,
                         {{0, 0, 0, 11.507329940795898F},
                          {1, 14, 3, 128.0F},
                          {2, 28, 8, 58.85087966918945F},
                          {0, 3, 7, 215.3949432373047F},
                          {2, 24, 1, 20.121932983398438F}}}};
  const Image source = golden("source.ppm");
  for (const Case& wanted : cases) {
    const auto width = static_cast<std::size_t>(wanted.width);
    const auto height = static_cast<std::size_t>(wanted.height);
    std::vector<float> planes(3 * width * height);
    resampleToFloats(source, wanted.width, wanted.height, ResizeFilter::kBicubic, planes);
    for (const auto& [channel, row, column, number] : wanted.spots) {
      EXPECT_EQ(planes[(channel * height + row) * width + column], number) << channel << " " << row << " " << column;
    }
    double sum = 0;
    double variation = 0;
    for (std::size_t i = 0; i < planes.size(); ++i) {
      sum += planes[i];
      if (i % width > 0) variation += std::abs(static_cast<double>(planes[i]) - planes[i - 1]);
    }
    EXPECT_NEAR(sum, wanted.sum, 1e-7 * wanted.sum);
    EXPECT_NEAR(variation, wanted.variation, 1e-7 * wanted.variation);
  }
}

TEST(Resample, MakesOnlyWhatIsKeptAndMakesItAlike) {
  Image whole = golden("source.ppm");
  resample(whole, 19, 23, ResizeFilter::kBicubic);
  cut(whole, 2, 5, 17, 7);
  Image part = golden("source.ppm");
  const Resizing::Span all_columns{.begin = 0, .length = static_cast<double>(part.width)};
  const Resizing::Span all_rows{.begin = 0, .length = static_cast<double>(part.height)};
  resample(part, {.across = all_columns,
                  .down = all_rows,
                  .width = 19,
                  .height = 23,
                  .left = 2,
                  .top = 5,
                  .kept_width = 17,
                  .kept_height = 7,
                  .filter = ResizeFilter::kBicubic});
  EXPECT_EQ(part.width, 17);
  EXPECT_EQ(part.height, 7);
  EXPECT_EQ(part.pixels, whole.pixels);
}

TEST(Resample, KeepsLevelsThatAreEverywhereTheSameAtAnySize) {
  for (const std::int64_t channels : {1, 3}) {
    for (std::int64_t from = 1; from < 40; from += 3) {
      for (std::int64_t to = 1; to < 40; to += 4) {
        Image image{.width = from, .height = 41 - from, .channels = channels, .pixels = {}};
        image.pixels.assign(static_cast<std::size_t>(from * (41 - from) * channels), 255);
        resample(image, to, 40 - to, ResizeFilter::kLanczos);
        ASSERT_EQ(image.pixels, std::vector<std::uint8_t>(static_cast<std::size_t>(to * (40 - to) * channels), 255))
            << from << " to " << to;
      }
    }
  }
}

TEST(Resample, RefusesImagesThatAreNotWhole) {
  Image cut{.width = 2, .height = 2, .channels = 1, .pixels = {1, 2, 3}};
  EXPECT_THROW(resample(cut, 1, 1, ResizeFilter::kBox), Error);
  Image good{.width = 2, .height = 2, .channels = 1, .pixels = {1, 2, 3, 4}};
  EXPECT_THROW(resample(good, 0, 1, ResizeFilter::kBox), Error);
}

/// Column x has the level x; all rows are the same.
Image columns(std::int64_t width, std::int64_t height) {
  Image image{.width = width, .height = height, .channels = 1, .pixels = {}};
  for (std::int64_t i = 0; i < width * height; ++i) image.pixels.push_back(static_cast<std::uint8_t>(i % width));
  return image;
}

FitOptions options(Crop crop, std::int64_t resolution) {
  FitOptions result;
  result.resolution = resolution;
  result.channels = 1;
  result.crop = crop;
  return result;
}

TEST(FitImage, CutsTheMiddleOutAsTorchvisionDoes) {
  // center_crop() of 9 x 4 to 4: left = round(2.5) = 2 in Python; of 11 x 4: round(3.5) = 4.
  for (const Crop crop : {Crop::kCentre, Crop::kLongEdge}) {
    for (const auto& [width, left] : {std::pair(9, 2), std::pair(11, 4), std::pair(8, 2)}) {
      Image image = columns(width, 4);
      fitImage(image, options(crop, 4), 0);
      EXPECT_EQ(image.pixels.front(), left) << width;
      EXPECT_EQ(image.pixels.size(), 16U);
    }
  }
}

TEST(FitImage, ResizesTheShorterSideFirstWhereTheMiddleIsWanted) {
  // Resize(8) makes 37 x 29 into int(8 * 37 / 29) = 10 x 8; the middle begins at column 1.
  Image image = golden("source.ppm");
  Image expected = golden("source.ppm");
  FitOptions wanted = options(Crop::kCentre, 8);
  wanted.channels = 3;
  fitImage(image, wanted, 0);
  resample(expected, 10, 8, ResizeFilter::kBilinear);
  ASSERT_EQ(image.width, 8);
  for (std::size_t y = 0; y < 8; ++y) {
    for (std::size_t i = 0; i < 24; ++i) ASSERT_EQ(image.pixels[y * 24 + i], expected.pixels[y * 30 + 3 + i]);
  }
}

/// Levels that rise evenly, with the mean of each two by two pixels where it is reduced; 2 * columns is the whole width
/// or one more.
Image halvedRamp(std::int64_t width, std::int64_t height) {
  Image image{.width = (width + 1) / 2, .height = (height + 1) / 2, .channels = 1, .pixels = {}};
  for (std::int64_t y = 0; y < image.height; ++y) {
    for (std::int64_t x = 0; x < image.width; ++x) image.pixels.push_back(static_cast<std::uint8_t>(4 * x + 2));
  }
  image.reduction = 2;
  image.full_width = width;
  image.full_height = height;
  return image;
}

TEST(FitImage, HitsTheSamePlacesInAPictureThatWasDecodedSmaller) {
  for (const Crop crop : {Crop::kNone, Crop::kCentre, Crop::kLongEdge, Crop::kRandom}) {
    for (const std::int64_t width : {75, 76, 97, 100}) {
      Image whole{.width = width, .height = 51, .channels = 1, .pixels = {}};
      for (std::int64_t i = 0; i < width * 51; ++i) whole.pixels.push_back(static_cast<std::uint8_t>(2 * (i % width)));
      Image reduced = halvedRamp(width, 51);
      fitImage(whole, options(crop, 8), 7);
      fitImage(reduced, options(crop, 8), 7);
      ASSERT_EQ(reduced.pixels.size(), whole.pixels.size());
      // The first and last columns mix in what lies beyond the part, of which the reduced picture knows less.
      for (std::size_t i = 0; i < whole.pixels.size(); ++i) {
        if (i % 8 == 0 || i % 8 == 7) continue;
        ASSERT_NEAR(reduced.pixels[i], whole.pixels[i], 2) << static_cast<int>(crop) << " " << width << " " << i;
      }
    }
  }
}

TEST(FitImage, SqueezesWhereNothingIsCut) {
  Image image = golden("source.ppm");
  FitOptions wanted = options(Crop::kNone, 16);
  wanted.channels = 3;
  fitImage(image, wanted, 0);
  const Image expected = golden("bilinear_16x16.ppm");
  for (std::size_t i = 0; i < expected.pixels.size(); ++i) ASSERT_NEAR(image.pixels[i], expected.pixels[i], 1);
}

TEST(FitImage, CutsAnywhereAlongTheLongerSideByThePosition) {
  std::set<int> places;
  for (std::int64_t position = 0; position < 200; ++position) {
    Image image = columns(10, 4);
    fitImage(image, options(Crop::kRandom, 4), position);
    Image again = columns(10, 4);
    fitImage(again, options(Crop::kRandom, 4), position);
    ASSERT_EQ(image.pixels, again.pixels);
    places.insert(image.pixels.front());
  }
  EXPECT_THAT(places, testing::ElementsAre(0, 1, 2, 3, 4, 5, 6));
}

TEST(FitImage, MirrorsHalfOfTheImages) {
  FitOptions wanted = options(Crop::kCentre, 4);
  wanted.flip = Flip::kRandom;
  int mirrored = 0;
  for (std::int64_t position = 0; position < 1000; ++position) {
    Image image = columns(4, 4);
    fitImage(image, wanted, position);
    ASSERT_THAT(image.pixels.front(), testing::AnyOf(0, 3));
    ASSERT_EQ(image.pixels.front() + image.pixels[3], 3);
    mirrored += image.pixels.front() == 3 ? 1 : 0;
  }
  EXPECT_NEAR(mirrored, 500, 80);  // five standard deviations
}

TEST(FitImage, IsSetByTheConfiguration) {
  RunConfig config;
  config.setText("data.crop", "long_edge");
  config.setText("data.resize", "lanczos");
  config.setText("data.flip", "on");
  config.setText("data.resolution", "32");
  const FitOptions found = fitOptions(config);
  EXPECT_EQ(found.crop, Crop::kLongEdge);
  EXPECT_EQ(found.filter, ResizeFilter::kLanczos);
  EXPECT_EQ(found.flip, Flip::kRandom);
  EXPECT_EQ(found.resolution, 32);
}

}  // namespace
}  // namespace gan
