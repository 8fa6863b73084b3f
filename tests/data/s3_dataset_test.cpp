#include "data/s3_dataset.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "config/run_config.h"
#include "interop/aws_environment.h"
#include "support/expect_error.h"
#include "support/fake_s3.h"

namespace gan {
namespace {

class S3DatasetTest : public ::testing::Test {
 protected:
  S3DatasetTest() {
    environment_.set("AWS_ACCESS_KEY_ID", server_.access_key);
    environment_.set("AWS_SECRET_ACCESS_KEY", server_.secret_key);
    config_.setText("data.source", "s3");
    config_.setText("data.path", "s3://dogs/train");
    config_.setText("data.s3_endpoint", server_.http().address());
    config_.setText("data.s3_region", server_.region);
    config_.setText("data.cache_path", (environment_.folder / "cache").string());
  }

  // A picture of one pixel, in a format that shows its colours.
  static std::string pixel(char red, char green, char blue) { return std::string("P6 1 1 255\n") + red + green + blue; }

  AwsEnvironment environment_;
  FakeS3 server_;
  RunConfig config_;
};

TEST_F(S3DatasetTest, LabelsPicturesAfterTheFolderThatHoldsThem) {
  server_.objects = {{"train/pug/2.ppm", pixel(4, 5, 6)},
                     {"train/a/deep/beagle/1.PPM", pixel(1, 2, 3)},
                     {"train/pug/notes.txt", "not a picture"},
                     {"train/pug/", ""},
                     {"train/pug/empty.jpg", ""},
                     {"training/pug/3.ppm", pixel(7, 8, 9)}};
  const auto dataset = openDataset(config_);
  ASSERT_EQ(dataset->info().count, 2);
  EXPECT_EQ(dataset->info().class_names, (std::vector<std::string>{"beagle", "pug"}));
  Image image;
  EXPECT_EQ(dataset->read(0, image), 0);
  EXPECT_EQ(image.pixels, (std::vector<std::uint8_t>{1, 2, 3}));
  EXPECT_EQ(dataset->read(1, image), 1);
  EXPECT_EQ(image.pixels, (std::vector<std::uint8_t>{4, 5, 6}));
  EXPECT_TRUE(server_.faults().empty());
}

TEST_F(S3DatasetTest, PicturesAreToldByContentWhateverTheirKeys) {
  server_.objects = {{"train/0", pixel(1, 2, 3)},
                     {"train/1.jfif", pixel(1, 2, 4)},
                     {"train/2.v2", pixel(1, 2, 5)},
                     {"train/3.unknown", "plainly not a picture"},
                     {"train/.hidden", pixel(1, 2, 6)},
                     {"train/4.CSV", "name,class\n"},
                     {"train/_SUCCESS", "written by Spark"},
                     {"train/labels.json", "{\"labels\": []}"},
                     {"train/all.tar.gz", "an archive"}};
  const auto dataset = openDataset(config_);
  ASSERT_EQ(dataset->info().count, 4);
  Image image;
  for (std::uint8_t i = 0; i < 3; ++i) {
    dataset->read(i, image);
    EXPECT_EQ(image.pixels, (std::vector<std::uint8_t>{1, 2, static_cast<std::uint8_t>(3 + i)}));
  }
  const auto error = expectError(ErrorCode::kDataLoss, "image_unknown_format", [&] { dataset->read(3, image); });
  EXPECT_NE(error->message().find("s3://dogs/train/3.unknown"), std::string::npos);
}

TEST_F(S3DatasetTest, TheSchemeOfAnAddressMayBeInCapitals) {
  server_.objects = {{"train/1.ppm", pixel(1, 2, 3)}};
  config_.setText("data.path", "S3://dogs/train");
  EXPECT_EQ(openDataset(config_)->info().count, 1);
}

TEST_F(S3DatasetTest, AServerWithoutASchemeIsRefusedWithBothThatThereAre) {
  config_.setText("data.s3_endpoint", "localhost:9377");
  const auto error = expectError(ErrorCode::kInvalidArgument, "s3_endpoint_scheme", [&] { openDataset(config_); });
  EXPECT_NE(error->message().find("http:// or https://"), std::string::npos);
}

TEST_F(S3DatasetTest, ACacheThatCannotBeMadeIsToldInAnErrorOfOurOwn) {
  server_.objects = {{"train/1.ppm", pixel(1, 2, 3)}};
  const std::filesystem::path file = environment_.folder / "file";
  std::ofstream(file) << "no folder";
  config_.setText("data.cache_path", (file / "cache").string());
  testing::internal::CaptureStderr();
  const auto error = expectError(ErrorCode::kPermissionDenied, "cache_no_folder", [&] { openDataset(config_); });
  EXPECT_EQ(testing::internal::GetCapturedStderr().find("filesystem error"), std::string::npos);
  EXPECT_NE(error->message().find("data.cache_path"), std::string::npos);
}

TEST_F(S3DatasetTest, PicturesInTheFolderItselfHaveNoLabels) {
  server_.objects = {{"train/1.ppm", pixel(1, 2, 3)}, {"train/2.ppm", pixel(4, 5, 6)}};
  const auto dataset = openDataset(config_);
  Image image;
  EXPECT_EQ(dataset->read(1, image), kNoLabel);
  EXPECT_TRUE(dataset->info().class_names.empty());
}

TEST_F(S3DatasetTest, ReadsEachPictureFromTheServerOnce) {
  server_.objects = {{"train/1.ppm", pixel(1, 2, 3)}, {"train/2.ppm", pixel(4, 5, 6)}};
  Image image;
  for (int start = 0; start < 2; ++start) {
    const auto dataset = openDataset(config_);
    for (const std::int64_t index : {0, 1, 0, 1}) dataset->read(index, image);
  }
  EXPECT_EQ(image.pixels, (std::vector<std::uint8_t>{4, 5, 6}));
  EXPECT_EQ(server_.http().requests(), 3);  // one list, two pictures
}

TEST_F(S3DatasetTest, KeepsNoCopiesAndNoListWhereNoneAreWanted) {
  server_.objects = {{"train/1.ppm", pixel(1, 2, 3)}};
  config_.setText("data.cache_limit", "0");
  config_.setText("data.s3_listing_hours", "0");
  Image image;
  for (int start = 0; start < 2; ++start) openDataset(config_)->read(0, image);
  EXPECT_EQ(server_.http().requests(), 4);
}

TEST_F(S3DatasetTest, TheFingerprintFollowsTheContent) {
  config_.setText("data.s3_listing_hours", "0");
  server_.objects = {{"train/1.ppm", pixel(1, 2, 3)}};
  const std::string before = openDataset(config_)->info().fingerprint;
  EXPECT_EQ(openDataset(config_)->info().fingerprint, before);
  server_.objects["train/1.ppm"] = pixel(1, 2, 4);
  EXPECT_NE(openDataset(config_)->info().fingerprint, before);
}

TEST_F(S3DatasetTest, SaysThatAFolderHoldsNoPictures) {
  server_.objects = {{"train/readme.txt", "hello"}};
  const auto error = expectError(ErrorCode::kNotFound, "s3_no_images", [&] { openDataset(config_); });
  EXPECT_NE(error->message().find("s3://dogs/train/"), std::string::npos);
}

TEST_F(S3DatasetTest, ADamagedPictureIsNamed) {
  server_.objects = {{"train/1.jpg", "not a picture at all"}};
  const auto dataset = openDataset(config_);
  Image image;
  try {
    dataset->read(0, image);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kDataLoss);
    EXPECT_NE(error.message().find("s3://dogs/train/1.jpg"), std::string::npos);
  }
}

TEST_F(S3DatasetTest, SecretsAreNotWritten) {
  server_.objects = {{"train/1.ppm", pixel(1, 2, 3)}};
  Image image;
  openDataset(config_)->read(0, image);
  int files = 0;
  for (const auto& file : std::filesystem::recursive_directory_iterator(environment_.folder.path())) {
    if (!file.is_regular_file()) continue;
    ++files;
    std::string text(file.file_size(), '\0');
    FILE* stream = std::fopen(file.path().c_str(), "rb");
    ASSERT_EQ(std::fread(text.data(), 1, text.size(), stream), text.size());
    std::fclose(stream);
    EXPECT_EQ(text.find(server_.secret_key), std::string::npos) << file.path();
    EXPECT_EQ(text.find(server_.access_key), std::string::npos) << file.path();
  }
  EXPECT_EQ(files, 2);
}

}  // namespace
}  // namespace gan
