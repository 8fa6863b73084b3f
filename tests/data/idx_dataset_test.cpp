#include "data/idx_dataset.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <fstream>
#include <string>

#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

std::string idx(const std::vector<std::uint32_t>& shape, const std::string& data) {
  std::string file{'\0', '\0', '\x08', static_cast<char>(shape.size())};
  for (const std::uint32_t size : shape) {
    for (const unsigned shift : {24U, 16U, 8U, 0U}) {
      file.push_back(static_cast<char>(size >> shift & 0xffU));
    }
  }
  return file + data;
}

void writePlain(const std::filesystem::path& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
}

void writeGzip(const std::filesystem::path& path, const std::string& content) {
  gzFile file = gzopen(path.c_str(), "wb");
  gzwrite(file, content.data(), static_cast<unsigned>(content.size()));
  gzclose(file);
}

const std::string kTwoImages = idx({2, 2, 3}, "abcdefghijkl");

TEST(IdxDataset, FindsImagesAndLabelsInAFolder) {
  const TemporaryFolder folder;
  writeGzip(folder / "train-images-idx3-ubyte.gz", kTwoImages);
  writePlain(folder / "train-labels-idx1-ubyte", idx({2}, std::string("\x02\x00", 2)));
  const IdxDataset dataset(folder.path());
  EXPECT_EQ(dataset.info().count, 2);
  EXPECT_EQ(dataset.info().class_names, (std::vector<std::string>{"0", "1", "2"}));
  Image image;
  EXPECT_EQ(dataset.read(1, image), 0);
  EXPECT_EQ(dataset.read(0, image), 2);
  EXPECT_EQ(image.width, 3);
  EXPECT_EQ(image.height, 2);
  EXPECT_EQ(image.channels, 1);
  EXPECT_EQ(std::string(image.pixels.begin(), image.pixels.end()), "abcdef");
}

TEST(IdxDataset, ReadsTheTestImagesOfAFolder) {
  const TemporaryFolder folder;
  writePlain(folder / "train-images-idx3-ubyte", kTwoImages);
  expectError(ErrorCode::kNotFound, "data_no_split", [&] { IdxDataset(folder.path(), DataSplit::kTest); });
  writePlain(folder / "t10k-images-idx3-ubyte", idx({1, 2, 3}, "uvwxyz"));
  writePlain(folder / "t10k-labels-idx1-ubyte", idx({1}, "\x04"));
  const IdxDataset dataset(folder.path(), DataSplit::kTest);
  EXPECT_EQ(dataset.info().count, 1);
  EXPECT_EQ(dataset.label(0), 4);
  const auto missing =
      expectError(ErrorCode::kNotFound, "data_no_split", [&] { IdxDataset(folder.path(), DataSplit::kValidation); });
  EXPECT_NE(missing->message().find("it holds train, test."), std::string::npos);
}

TEST(IdxDataset, ReadsOneFileOfColourImagesWithoutLabels) {
  const TemporaryFolder folder;
  writePlain(folder / "pictures", idx({2, 1, 2, 3}, "abcdefghijkl"));
  const IdxDataset dataset(folder / "pictures");
  Image image;
  EXPECT_EQ(dataset.read(1, image), kNoLabel);
  EXPECT_EQ(image.channels, 3);
  EXPECT_EQ(std::string(image.pixels.begin(), image.pixels.end()), "ghijkl");
  EXPECT_TRUE(dataset.info().class_names.empty());
}

TEST(IdxDataset, FingerprintChangesWithImagesShapeAndLabels) {
  const TemporaryFolder folder;
  const auto fingerprint = [&](const std::string& images, const std::string& labels) {
    writePlain(folder / "t10k-images-idx3-ubyte", images);
    writePlain(folder / "t10k-labels-idx1-ubyte", idx({2}, labels));
    return IdxDataset(folder / "t10k-images-idx3-ubyte").info().fingerprint;
  };
  const std::string first = fingerprint(kTwoImages, "ab");
  EXPECT_EQ(fingerprint(kTwoImages, "ab"), first);
  EXPECT_NE(fingerprint(idx({2, 2, 3}, "abcdefghijkL"), "ab"), first);
  EXPECT_NE(fingerprint(idx({2, 3, 2}, "abcdefghijkl"), "ab"), first);
  EXPECT_NE(fingerprint(kTwoImages, "ac"), first);
}

TEST(IdxDataset, NamesWhatIsMissingOrWrong) {
  const TemporaryFolder folder;
  expectError(ErrorCode::kNotFound, "idx_no_images", [&] { IdxDataset(folder.path()); });
  expectError(ErrorCode::kNotFound, "idx_no_images", [&] { IdxDataset(folder / "nowhere"); });
  writePlain(folder / "labels", idx({5}, "abcde"));
  expectError(ErrorCode::kDataLoss, "idx_not_images", [&] { IdxDataset(folder / "labels"); });
  writePlain(folder / "empty", idx({0, 4, 4}, ""));
  expectError(ErrorCode::kDataLoss, "idx_not_images", [&] { IdxDataset(folder / "empty"); });
  writePlain(folder / "train-images-idx3-ubyte", kTwoImages);
  writePlain(folder / "train-labels-idx1-ubyte", idx({3}, "abc"));
  expectError(ErrorCode::kDataLoss, "idx_labels_mismatch", [&] { IdxDataset(folder.path()); });
}

TEST(IdxDataset, RefusesImagesThatAreNotThere) {
  const TemporaryFolder folder;
  writePlain(folder / "pictures", kTwoImages);
  const IdxDataset dataset(folder / "pictures");
  Image image;
  expectError(ErrorCode::kInvalidArgument, "idx_no_such_image", [&] { dataset.read(2, image); });
  expectError(ErrorCode::kInvalidArgument, "idx_no_such_image", [&] { dataset.read(-1, image); });
}

TEST(IdxDataset, OpensFashionMnist) {
  const std::filesystem::path folder = std::filesystem::path(GAN_SHARED_DIR) / "data/fashion_mnist";
  if (!std::filesystem::exists(folder)) {
    GTEST_SKIP() << "Fashion-MNIST is not at " << folder;
  }
  const IdxDataset dataset(folder);
  EXPECT_EQ(dataset.info().count, 60000);
  EXPECT_EQ(dataset.info().class_names.size(), 10U);
  Image image;
  EXPECT_EQ(dataset.read(0, image), 9);  // the first training image is an ankle boot
  EXPECT_EQ(image.pixels.size(), 28U * 28U);
}

}  // namespace
}  // namespace gan
