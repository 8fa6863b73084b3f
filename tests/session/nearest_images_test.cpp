#include "session/nearest_images.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <future>
#include <memory>
#include <tuple>

#include "config/run_config.h"
#include "core/error.h"
#include "data/resample.h"
#include "session/late_images.h"
#include "session/photo.h"
#include "session/weights_run.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

RunConfig shapes(std::int64_t count) {
  RunConfig config;
  config.applyOverrides(std::vector<std::string>{"data.source=shapes", "data.shapes_count=" + std::to_string(count),
                                                 "data.resolution=64", "data.channels=3", "data.flip=true",
                                                 "data.crop=random_resized"});
  return config;
}

NearestImages imagesOf(const RunConfig& config, int threads) {
  return {config, openDataset(config)->info().fingerprint, {.threads = threads}};
}

/// A grey picture of one level everywhere.
void writePicture(const fs::path& file, int level) {
  fs::create_directories(file.parent_path());
  std::ofstream stream(file, std::ios::binary);
  stream << "P5 32 32 255\n" << std::string(32 * 32, static_cast<char>(level));
}

RunConfig folderOf(const fs::path& path, const std::string& corrupt_limit = "0.2") {
  RunConfig config;
  config.applyOverrides(std::vector<std::string>{"data.source=folder", "data.path=" + path.string(),
                                                 "data.resolution=32", "data.channels=1",
                                                 "data.corrupt_limit=" + corrupt_limit});
  return config;
}

Image grey(std::uint8_t level) {
  return {.width = 32, .height = 32, .channels = 1, .pixels = std::vector(32 * 32, level)};
}

TEST(NearestImages, ByFeaturesNeedAClassifierOfTheseImages) {
  const TemporaryFolder cache;
  const RunConfig config = shapes(10);
  const std::string fingerprint = openDataset(config)->info().fingerprint;
  for (const fs::path& place : {fs::path(), cache.path()}) {
    expectError(ErrorCode::kFailedPrecondition, "nearest_no_features",
                [&] { NearestImages(config, fingerprint, {.measure = NearestMeasure::kFeatures, .cache = place}); });
  }
}

TEST(NearestImages, AreThoseOfASearchThroughAll) {
  constexpr std::int64_t kCount = 300;
  const RunConfig config = shapes(kCount);
  const NearestImages images = imagesOf(config, 2);
  ASSERT_EQ(images.count(), kCount);
  const Image picture = images.image(123);
  // Every image, whole, scaled as Pillow does it, one behind the other.
  const auto small = [](Image image) {
    resample(image, 32, 32, ResizeFilter::kBilinear);
    return image.pixels;
  };
  const auto dataset = openDataset(config);
  const std::vector<std::uint8_t> wanted = small(picture);
  std::vector<std::tuple<double, std::int64_t>> expected;
  for (std::int64_t index = 0; index < kCount; ++index) {
    Image image;
    dataset->read(index, image);  // drawn at 64 x 64: there is nothing to crop
    const std::vector<std::uint8_t> other = small(std::move(image));
    double squares = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      squares += std::pow(wanted[i] - other[i], 2);
    }
    expected.emplace_back(squares, index);
  }
  std::ranges::sort(expected);
  std::vector<NearImage> found;
  images.search(picture, 0, kCount, 10, found);
  ASSERT_EQ(found.size(), 10U);
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(std::tuple(found[i].squares, found[i].index), expected[i]) << i;
  }
  EXPECT_EQ(found[0].index, 123);
  EXPECT_EQ(images.distance(found[0]), 0);
  EXPECT_NEAR(images.distance(found[1]), std::sqrt(static_cast<double>(std::get<0>(expected[1])) / (32 * 32 * 3)) / 255,
              1e-15);
}

TEST(NearestImages, AreTheSameInPiecesAndOnAnyNumberOfThreads) {
  const RunConfig config = shapes(200);
  const NearestImages one = imagesOf(config, 1);
  const NearestImages three = imagesOf(config, 3);
  const Image picture = one.image(7);
  std::vector<NearImage> whole;
  one.search(picture, 0, 200, 5, whole);
  std::vector<NearImage> pieces;
  for (std::int64_t first = 0; first < 200; first += 30) {
    three.search(picture, first, std::min<std::int64_t>(30, 200 - first), 5, pieces);
    EXPECT_LE(pieces.size(), 5U);
  }
  EXPECT_EQ(pieces, whole);
}

TEST(NearestImages, OfEqualOnesTheFirstComesFirstAndDamagedOnesArePassedOver) {
  const TemporaryFolder folder;
  for (const auto& [name, level] : {std::pair("0", 90), {"1", 200}, {"2", 100}, {"3", 110}, {"4", 90}, {"5", 105}}) {
    writePicture(folder.path() / "grey" / (std::string(name) + ".pgm"), level);
  }
  std::ofstream(folder.path() / "grey" / "2.pgm", std::ios::binary) << "P5 32 32 255\nshort";
  const NearestImages images = imagesOf(folderOf(folder.path()), 2);
  std::vector<NearImage> found;
  images.search(grey(100), 0, images.count(), 4, found);
  std::vector<std::string> names;
  for (const NearImage& image : found) names.push_back(images.name(image.index));
  ASSERT_EQ(names.size(), 4U);
  EXPECT_TRUE(names[0].ends_with("5.pgm"));
  EXPECT_TRUE(names[1].ends_with("0.pgm"));
  EXPECT_TRUE(names[2].ends_with("3.pgm"));
  EXPECT_TRUE(names[3].ends_with("4.pgm"));
  EXPECT_NEAR(images.distance(found[0]), 5.0 / 255, 1e-15);
  EXPECT_EQ(images.className(found[0].index), "grey");
  EXPECT_EQ(images.unreadable(), 1);
}

TEST(NearestImages, AreRefusedWhereMoreImagesCannotBeReadThanTrainingWouldStand) {
  const TemporaryFolder folder;
  const auto file = [&](int i) { return folder.path() / "grey" / (std::to_string(i) + ".pgm"); };
  for (int i = 0; i < 8; ++i) writePicture(file(i), 10 * i);
  const NearestImages images = imagesOf(folderOf(folder.path(), "0.25"), 2);
  const NearestImages patient = imagesOf(folderOf(folder.path(), "1"), 2);
  std::vector<NearImage> found;
  for (int i = 0; i < 3; ++i) fs::remove(file(i));
  images.search(grey(100), 0, 2, 8, found);
  EXPECT_EQ(images.unreadable(), 2);
  expectError(ErrorCode::kDataLoss, "nearest_too_damaged", [&] { images.search(grey(100), 2, 6, 8, found); });
  patient.search(grey(100), 0, 8, 8, found);
  EXPECT_EQ(patient.unreadable(), 3);
  for (int i = 0; i < 8; ++i) writePicture(file(i), 10 * i);
  found.clear();
  images.search(grey(100), 0, 8, 8, found);
  EXPECT_EQ(images.unreadable(), 0) << "they are back";
  EXPECT_EQ(found.size(), 8U);
  fs::remove_all(folder.path() / "grey");
  expectError(ErrorCode::kDataLoss, "nearest_too_damaged", [&] { patient.search(grey(100), 0, 8, 8, found); });
}

TEST(NearestImages, AreReadWhereTheyLieAndNotCopied) {
  const TemporaryFolder folder;
  for (int i = 0; i < 3; ++i) writePicture(folder.path() / "data" / "grey" / (std::to_string(i) + ".pgm"), 10 * i);
  RunConfig config = folderOf(folder.path() / "data");
  const std::string fingerprint = openDataset(config)->info().fingerprint;
  config.set("data.stage_to", Value((folder.path() / "copy").string()));
  EXPECT_EQ(NearestImages(config, fingerprint, {}).count(), 3);
  EXPECT_FALSE(fs::exists(folder.path() / "copy"));
}

TEST(NearestImages, AreRefusedWhereTheDataAreNotTheRuns) {
  const RunConfig config = shapes(10);
  expectError(ErrorCode::kFailedPrecondition, "trained_other_data", [&] { NearestImages(config, "other", {}); });
  expectError(ErrorCode::kFailedPrecondition, "trained_no_data", [&] { NearestImages(config, kWeightsAlone, {}); });
  std::vector<NearImage> found;
  expectError(ErrorCode::kInvalidArgument, "nearest_other_size",
              [&] { imagesOf(config, 1).search(grey(0), 0, 10, 1, found); });
}

TEST(LateImages, AreOpenedBesideWhatElseIsAskedFor) {
  std::promise<void> disk;
  std::atomic<int> opened = 0;
  const LateImages::Open open = [&, answers = disk.get_future().share()] {
    ++opened;
    answers.wait();
    return std::make_unique<NearestImages>(imagesOf(shapes(10), 1));
  };
  LateImages images;
  for (int i = 0; i < 3; ++i) EXPECT_EQ(images.find("data", open, std::chrono::milliseconds(1)), nullptr);
  disk.set_value();
  const NearestImages* const found = images.find("data", open, std::chrono::minutes(1));
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->count(), 10);
  EXPECT_EQ(images.find("data", open, std::chrono::milliseconds(0)), found);
  EXPECT_EQ(opened, 1);
  EXPECT_NE(images.find("other data", open, std::chrono::minutes(1)), nullptr);
  EXPECT_EQ(opened, 2);
}

TEST(LateImages, ThatCannotBeOpenedAreTriedAgainWhenTheyAreAskedForAgain) {
  LateImages images;
  const LateImages::Open fail = []() -> std::unique_ptr<NearestImages> {
    throw Error(ErrorCode::kUnavailable, "disk_away", "The disk is away.");
  };
  expectError(ErrorCode::kUnavailable, "disk_away", [&] { images.find("data", fail, std::chrono::minutes(1)); });
  const LateImages::Open open = [] { return std::make_unique<NearestImages>(imagesOf(shapes(10), 1)); };
  EXPECT_NE(images.find("data", open, std::chrono::minutes(1)), nullptr);
}

TEST(Photo, IsFittedToTheGeneratorsPictures) {
  std::string file = "P6 6 2 255\n";  // its middle third is red, the rest black
  for (int y = 0; y < 2; ++y) {
    for (int x = 0; x < 6; ++x) file += x / 2 == 1 ? std::string("\xff\0\0", 3) : std::string(3, '\0');
  }
  const auto bytes = std::as_bytes(std::span(file));
  const Image colour = fittedPhoto(bytes, "photo", 4, 3, 1000);
  EXPECT_EQ(colour.width, 4);
  EXPECT_EQ(colour.height, 4);
  constexpr std::size_t kInside = 4 + 1;  // at the edges the black beside it weighs in
  EXPECT_EQ(colour.pixels[3 * kInside], 255);
  EXPECT_EQ(colour.pixels[3 * kInside + 1], 0);
  const Image levels = fittedPhoto(bytes, "photo", 4, 1, 1000);
  EXPECT_EQ(levels.channels, 1);
  EXPECT_EQ(levels.pixels[kInside], 76) << "0.299 * 255";
  const std::string grey_file = "P5 1 1 255\n\x40";
  const Image three = fittedPhoto(std::as_bytes(std::span(grey_file)), "photo", 1, 3, 1000);
  EXPECT_EQ(three.pixels, (std::vector<std::uint8_t>{0x40, 0x40, 0x40}));
  expectError(ErrorCode::kDataLoss, "image_too_large", [&] { fittedPhoto(bytes, "photo", 4, 3, 11); });
  expectError(ErrorCode::kInvalidArgument, "photo_missing", [] { fittedPhoto({}, "photo", 4, 3, 11); });
}

TEST(LastPhoto, IsFittedOnceForAllWhoLookAtIt) {
  const std::string grey_file = "P5 1 1 255\n\x40";
  const std::string white_file = "P5 1 1 255\n\xff";
  LastPhoto last;
  const std::uint8_t* const first = last.fitted(grey_file, "photo", 1, 3, 1000).pixels.data();
  EXPECT_EQ(last.fitted(grey_file, "photo", 1, 3, 1000).pixels.data(), first) << "it was made again";
  EXPECT_EQ(last.fitted(grey_file, "photo", 1, 1, 1000).channels, 1);
  EXPECT_EQ(last.fitted(grey_file, "photo", 4, 1, 1000).width, 4);
  EXPECT_EQ(last.fitted(white_file, "photo", 1, 3, 1000).pixels, (std::vector<std::uint8_t>{0xff, 0xff, 0xff}));
  expectError(ErrorCode::kInvalidArgument, "photo_missing", [&] { last.fitted({}, "photo", 4, 3, 11); });
  expectError(ErrorCode::kInvalidArgument, "photo_missing", [&] { last.fitted({}, "photo", 4, 3, 11); });
}

}  // namespace
}  // namespace gan
