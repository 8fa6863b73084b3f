#include <gtest/gtest.h>

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

TEST(OpenDataset, NamesASourceThatHasNoParts) {
  RunConfig config;
  config.setText("data.split", "test");
  expectError(ErrorCode::kNotFound, "data_no_split", [&] { openDataset(config); });
}

}  // namespace
}  // namespace gan
