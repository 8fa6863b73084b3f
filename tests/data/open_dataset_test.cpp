#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "config/run_config.h"
#include "data/dataset.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

TEST(OpenDataset, DrawsShapesAsConfigured) {
  RunConfig config;
  config.setText("data.source", "shapes");
  config.setText("data.shapes_count", "123");
  config.setText("data.resolution", "32");
  config.setText("data.channels", "1");
  const auto dataset = openDataset(config);
  EXPECT_EQ(dataset->info().count, 123);
  Image image;
  dataset->read(122, image);
  EXPECT_EQ(image.width, 32);
  EXPECT_EQ(image.channels, 1);
}

TEST(OpenDataset, SaysWhenIdxHasNoPath) {
  RunConfig config;
  config.setText("data.source", "idx");
  expectError(ErrorCode::kInvalidArgument, "data_path_missing", [&] { openDataset(config); });
}

TEST(OpenDataset, SaysWhenIdxFilesAreMissing) {
  const TemporaryFolder folder;
  RunConfig config;
  config.setText("data.source", "idx");
  config.setText("data.path", folder.path().string());
  const auto error = expectError(ErrorCode::kNotFound, "idx_no_images", [&] { openDataset(config); });
  EXPECT_NE(error->message().find(folder.path().string()), std::string::npos);
}

TEST(OpenDataset, StagesIdxFilesToo) {
  const TemporaryFolder folder;
  const auto write = [&](const char* name, std::initializer_list<char> bytes) {
    std::ofstream(folder / name, std::ios::binary).write(bytes.begin(), static_cast<std::streamsize>(bytes.size()));
  };
  std::filesystem::create_directories(folder / "idx");
  write("idx/train-images-idx3-ubyte", {0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 10, 20});
  write("idx/train-labels-idx1-ubyte", {0, 0, 8, 1, 0, 0, 0, 2, 4, 1});
  RunConfig config;
  config.setText("data.source", "idx");
  config.setText("data.stage_to", (folder / "fast").string());
  for (const char* path : {"idx", "idx/train-images-idx3-ubyte"}) {
    config.setText("data.path", (folder / path).string());
    const auto dataset = openDataset(config);
    EXPECT_TRUE(dataset->info().name.starts_with((folder / "fast").string())) << dataset->info().name;
    EXPECT_EQ(dataset->label(0), 4);
  }
}

TEST(OpenDataset, NamesASourceThatHasNoParts) {
  RunConfig config;
  config.setText("data.split", "test");
  expectError(ErrorCode::kNotFound, "data_no_split", [&] { openDataset(config); });
}

}  // namespace
}  // namespace gan
