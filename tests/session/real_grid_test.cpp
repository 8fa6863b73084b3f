#include "session/real_grid.h"

#include <gtest/gtest.h>
#include <png.h>

#include <fstream>
#include <map>
#include <set>

#include "config/preset.h"
#include "core/atomic_file.h"
#include "run/sample_info.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

constexpr std::int64_t kPadding = 2;

Image readPng(const std::filesystem::path& path) {
  png_image head{};
  head.version = PNG_IMAGE_VERSION;
  EXPECT_NE(png_image_begin_read_from_file(&head, path.c_str()), 0) << head.message;
  head.format = PNG_FORMAT_RGB;
  Image image{head.width, head.height, 3, std::vector<std::uint8_t>(PNG_IMAGE_SIZE(head))};
  EXPECT_NE(png_image_finish_read(&head, nullptr, image.pixels.data(), 0, nullptr), 0) << head.message;
  return image;
}

/// The pixels of one cell of a grid.
std::vector<std::uint8_t> cell(const Image& grid, std::int64_t column, std::int64_t row, std::int64_t size) {
  std::vector<std::uint8_t> pixels;
  for (std::int64_t y = 0; y < size; ++y) {
    const std::int64_t top = kPadding + row * (size + kPadding) + y;
    const std::int64_t left = kPadding + column * (size + kPadding);
    const auto begin = grid.pixels.begin() + (top * grid.width + left) * 3;
    pixels.insert(pixels.end(), begin, begin + size * 3);
  }
  return pixels;
}

TEST(RealGrid, ShowsDifferentImagesOfTheDataSetAsTheyAre) {
  const TemporaryFolder folder;
  RunConfig config = configFromPreset("shapes-dcgan");
  for (const char* setting : {"data.shapes_count=64", "sampling.rows=3", "sampling.columns=4"}) {
    config.applyOverride(setting);
  }
  const auto dataset = openDataset(config);
  writeRealGrid(*dataset, config, folder.path());

  std::set<std::vector<std::uint8_t>> known;
  Image image;
  for (std::int64_t i = 0; i < dataset->info().count; ++i) {
    dataset->read(i, image);
    known.insert(image.pixels);
  }
  const std::int64_t size = config.integer("data.resolution");
  const Image grid = readPng(folder / "real.png");
  ASSERT_EQ(grid.width, kPadding + 4 * (size + kPadding));
  ASSERT_EQ(grid.height, kPadding + 3 * (size + kPadding));
  std::set<std::vector<std::uint8_t>> shown;
  for (std::int64_t row = 0; row < 3; ++row) {
    for (std::int64_t column = 0; column < 4; ++column) {
      shown.insert(cell(grid, column, row, size));
      EXPECT_TRUE(known.contains(cell(grid, column, row, size))) << row << ", " << column;
    }
  }
  EXPECT_EQ(shown.size(), 12U);
}

TEST(RealGrid, SaysBesideThePictureOfWhatClassEachImageIs) {
  const TemporaryFolder folder;
  RunConfig config = configFromPreset("shapes-dcgan");
  for (const char* setting : {"data.shapes_count=64", "sampling.rows=3", "sampling.columns=4"}) {
    config.applyOverride(setting);
  }
  const auto dataset = openDataset(config);
  writeRealGrid(*dataset, config, folder.path());
  const SampleInfo info = sampleInfoFromJson(readFile(folder / "real.json", 1U << 20U), "real.json");
  EXPECT_EQ(info.count, 12);
  EXPECT_EQ(info.columns, 4);
  EXPECT_EQ(info.padding, kPadding);
  ASSERT_EQ(info.labels.size(), 12U);

  std::map<std::vector<std::uint8_t>, std::int64_t> label_of;
  Image image;
  for (std::int64_t i = 0; i < dataset->info().count; ++i) {
    const std::int64_t label = dataset->read(i, image);
    label_of[image.pixels] = label;
  }
  const std::int64_t size = config.integer("data.resolution");
  const Image grid = readPng(folder / "real.png");
  for (std::int64_t i = 0; i < 12; ++i) {
    const std::int64_t label = info.labels[static_cast<std::size_t>(i)];
    EXPECT_EQ(label, label_of.at(cell(grid, i % 4, i / 4, size))) << i;
    EXPECT_EQ(info.class_names.at(label), dataset->info().class_names.at(static_cast<std::size_t>(label)));
  }
}

TEST(RealGrid, LeavesAPictureThatIsThereAlone) {
  const TemporaryFolder folder;
  std::ofstream(folder / "real.png") << "mine";
  const RunConfig config = configFromPreset("shapes-dcgan");
  writeRealGrid(*openDataset(config), config, folder.path());
  EXPECT_EQ(std::filesystem::file_size(folder / "real.png"), 4U);
  EXPECT_FALSE(std::filesystem::exists(folder / "real.json"));
}

}  // namespace
}  // namespace gan
