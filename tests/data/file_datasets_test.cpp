#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "data/cifar_dataset.h"
#include "data/decoded_image.h"
#include "data/image_fit.h"
#include "data/image_folder_dataset.h"
#include "data/npz_dataset.h"
#include "data/tar_dataset.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

const fs::path kPictures = fs::path(GAN_SOURCE_DIR) / "tests/interop/images";
const fs::path kArchives = fs::path(GAN_SOURCE_DIR) / "tests/interop/archives";

/// A record as https://www.cs.toronto.edu/~kriz/cifar.html describes it: label bytes, 1024 red, green, blue bytes.
std::string record(const std::string& labels, char red, char green, char blue) {
  return labels + std::string(1024, red) + std::string(1024, green) + std::string(1024, blue);
}

void write(const fs::path& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

TEST(ImageFolderDataset, ReadsPicturesWithTheirClass) {
  const TemporaryFolder folder;
  fs::create_directories(folder / "b");
  fs::create_directories(folder / "a");
  fs::copy_file(kPictures / "colour.png", folder / "b/1.png");
  fs::copy_file(kPictures / "rgba.png", folder / "a/1.png");
  const ImageFolderDataset dataset(folder.path(), {.shorter_side_at_least = 0, .background = {0, 0, 0}});
  EXPECT_EQ(dataset.info().count, 2);
  EXPECT_THAT(dataset.info().class_names, testing::ElementsAre("a", "b"));
  Image image;
  EXPECT_EQ(dataset.read(1, image), 1);
  EXPECT_EQ(image.width, 22);
  EXPECT_EQ(image.height, 14);
  EXPECT_EQ(dataset.read(0, image), 0);
  EXPECT_EQ(image.pixels.front(), 0);  // transparent there
  expectError(ErrorCode::kInvalidArgument, "image_folder_no_such_image", [&] { dataset.read(2, image); });
}

TEST(ImageFolderDataset, EachPictureDecodedSmallerIsWithinTwoLevelsOfItDecodedWhole) {
  const fs::path data = fs::path(GAN_SHARED_DIR) / "data/clothing";
  if (!fs::exists(data)) GTEST_SKIP() << "../shared/data/clothing is not here";
  const ImageFolderDataset small(data,
                                 {.shorter_side_at_least = shorterSideToDecode(64), .background = {255, 255, 255}});
  const ImageFolderDataset whole(data, {.shorter_side_at_least = 0, .background = {255, 255, 255}});
  FitOptions fit;
  for (std::int64_t i = 0; i < whole.info().count; i += 20) {
    Image a;
    Image b;
    ASSERT_EQ(small.read(i, a), whole.read(i, b));
    ASSERT_LT(a.pixels.size(), b.pixels.size());
    fitImage(a, fit, 0);
    fitImage(b, fit, 0);
    double sum = 0;
    for (std::size_t at = 0; at < a.pixels.size(); ++at) sum += std::abs(a.pixels[at] - b.pixels[at]);
    EXPECT_LT(sum / static_cast<double>(a.pixels.size()), 2.0) << i;
  }
}

TEST(TarDataset, DecodesPicturesInsideAnArchive) {
  const TarDataset dataset(kArchives / "imagenet", {.split = DataSplit::kValidation});
  EXPECT_EQ(dataset.info().count, 4);
  EXPECT_EQ(dataset.info().class_names.size(), 3U);
  Image image;
  EXPECT_EQ(dataset.read(0, image), 2);
  EXPECT_EQ(image.width, 8);
  EXPECT_EQ(image.height, 6);
  EXPECT_EQ(image.channels, 3);
  EXPECT_EQ(dataset.imageName(0), "ILSVRC2012_val_00000001.JPEG");
  expectError(ErrorCode::kInvalidArgument, "tar_no_such_image", [&] { dataset.read(4, image); });
}

TEST(CifarDataset, ReadsTheFiveFilesOfCifar10) {
  const TemporaryFolder folder;
  for (int batch = 1; batch <= 5; ++batch) {
    write(folder / ("data_batch_" + std::to_string(batch) + ".bin"),
          record(std::string(1, static_cast<char>(batch)), 10, 20, static_cast<char>(batch)) +
              record(std::string(1, '\0'), 1, 2, 3));
  }
  write(folder / "batches.meta.txt", "airplane\nautomobile\nbird\ncat\ndeer\ndog\nfrog\nhorse\nship\ntruck\n\n");
  const CifarDataset dataset(folder.path());
  EXPECT_EQ(dataset.info().count, 10);
  EXPECT_EQ(dataset.info().class_names.at(9), "truck");
  Image image;
  EXPECT_EQ(dataset.read(8, image), 5);
  EXPECT_EQ(image.width, 32);
  EXPECT_THAT(std::vector<int>(image.pixels.begin() + 3000, image.pixels.begin() + 3003),
              testing::ElementsAre(10, 20, 5));
}

TEST(CifarDataset, TakesTheFineLabelsOfCifar100) {
  const TemporaryFolder folder;
  write(folder / "train.bin", record("\x13\x63", 1, 2, 3));
  const CifarDataset dataset(folder.path());
  Image image;
  EXPECT_EQ(dataset.read(0, image), 99);
  EXPECT_EQ(dataset.info().class_names.size(), 100U);
}

TEST(CifarDataset, ReadsTheTestImages) {
  const TemporaryFolder folder;
  write(folder / "data_batch_1.bin", record("\x01", 1, 2, 3));
  const auto missing =
      expectError(ErrorCode::kNotFound, "data_no_split", [&] { CifarDataset(folder.path(), DataSplit::kTest); });
  EXPECT_THAT(missing->message(), testing::HasSubstr("it holds train."));
  write(folder / "test_batch.bin", record("\x07", 1, 2, 3));
  const CifarDataset dataset(folder.path(), DataSplit::kTest);
  EXPECT_EQ(dataset.info().count, 1);
  EXPECT_EQ(dataset.label(0), 7);
  const auto validation =
      expectError(ErrorCode::kNotFound, "data_no_split", [&] { CifarDataset(folder.path(), DataSplit::kValidation); });
  EXPECT_THAT(validation->message(), testing::HasSubstr("it holds train, test."));
}

TEST(CifarDataset, SaysWhatIsWrong) {
  const TemporaryFolder folder;
  expectError(ErrorCode::kNotFound, "cifar_missing", [&] { CifarDataset(folder.path()); });
  write(folder / "train.bin", record("\x01\x02", 1, 2, 3).substr(1));
  expectError(ErrorCode::kDataLoss, "cifar_size", [&] { CifarDataset(folder.path()); });
  write(folder / "train.bin", record("\x01\x64", 1, 2, 3));
  expectError(ErrorCode::kDataLoss, "cifar_label", [&] { CifarDataset(folder.path()); });
}

TEST(NpzDataset, ReadsImagesInBothOrdersOfChannels) {
  for (const char* name : {"channels_last.npz", "channels_first.npz"}) {
    const NpzDataset dataset(kArchives / name);
    EXPECT_EQ(dataset.info().count, 5);
    EXPECT_EQ(dataset.info().class_names.size(), 3U);
    const bool planar = std::string_view(name) == "channels_first.npz";
    Image image;
    for (std::int64_t n = 0; n < 5; ++n) {
      ASSERT_EQ(dataset.read(n, image), 2 - n % 3);
      ASSERT_EQ(image.channels, 3);
      // Pixel i of image n is (7 n + i) mod 251 in the order in memory, as the script made it.
      for (std::int64_t pixel = 0; pixel < 16; ++pixel) {
        for (std::int64_t channel = 0; channel < 3; ++channel) {
          const std::int64_t i = planar ? channel * 16 + pixel : pixel * 3 + channel;
          ASSERT_EQ(image.pixels.at(static_cast<std::size_t>(pixel * 3 + channel)), (7 * n + i) % 251);
        }
      }
    }
  }
}

TEST(NpzDataset, ReadsGreyImagesWithoutLabels) {
  const NpzDataset dataset(kArchives / "grey.npz");
  Image image;
  EXPECT_EQ(dataset.read(4, image), kNoLabel);
  EXPECT_EQ(image.channels, 1);
  EXPECT_EQ(image.width, 12);
  EXPECT_EQ(image.height, 4);
  EXPECT_TRUE(dataset.info().class_names.empty());
}

TEST(NpzDataset, NamesWhatItFoundInsteadOfImages) {
  const auto error = expectError(ErrorCode::kDataLoss, "npz_no_images", [] { NpzDataset(kArchives / "floats.npz"); });
  EXPECT_THAT(error->message(), testing::HasSubstr("images <f8 [5, 4, 4, 3]"));
}

}  // namespace
}  // namespace gan
