#include <gtest/gtest.h>
#include <sys/stat.h>

#include "link/data_task.h"
#include "studio/support/idx_file.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

using test::idxHeader;
using test::writeBytes;
using test::writeGzip;

std::string problemId(const std::filesystem::path& path) {
  const DataFinding found = findData(QString::fromStdString(path.string()));
  return found.problem ? found.problem->id : "none";
}

class DataFindingTest : public testing::Test {
 protected:
  TemporaryFolder folder_;
};

TEST_F(DataFindingTest, ReadsTheSizesOfAFileOfImages) {
  writeBytes(folder_ / "images", idxHeader(8, {60000, 28, 27}));
  const DataFinding found = findData(QString::fromStdString((folder_ / "images").string()));
  ASSERT_FALSE(found.problem);
  EXPECT_EQ(found.count, 60000);
  EXPECT_EQ(found.height, 28);
  EXPECT_EQ(found.width, 27);
  EXPECT_EQ(found.channels, 1);
}

TEST_F(DataFindingTest, LeavesABucketToTheEngine) {
  const QString bucket = QStringLiteral("s3://dogs/train set");
  const DataFinding found = findData(bucket);
  EXPECT_FALSE(found.problem);
  EXPECT_EQ(found.source, QStringLiteral("s3"));
}

TEST_F(DataFindingTest, ReadsThroughGzipAndColour) {
  writeGzip(folder_ / "images.gz", idxHeader(8, {10, 32, 32, 3}));
  const DataFinding found = findData(QString::fromStdString((folder_ / "images.gz").string()));
  ASSERT_FALSE(found.problem);
  EXPECT_EQ(found.count, 10);
  EXPECT_EQ(found.channels, 3);
}

TEST_F(DataFindingTest, FindsTheTrainingImagesOfAFolder) {
  writeGzip(folder_ / "train-images-idx3-ubyte.gz", idxHeader(8, {7, 28, 28}));
  const DataFinding found = findData(QString::fromStdString(folder_.path().string()));
  ASSERT_FALSE(found.problem);
  EXPECT_EQ(found.count, 7);
}

TEST_F(DataFindingTest, ReadsFashionMnist) {
  const std::filesystem::path file =
      std::filesystem::path(GAN_SHARED_DIR) / "data/fashion_mnist/t10k-images-idx3-ubyte.gz";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "../shared/data/fashion_mnist is not here";
  const DataFinding found = findData(QString::fromStdString(file.string()));
  ASSERT_FALSE(found.problem);
  EXPECT_EQ(found.count, 10000);
  EXPECT_EQ(found.height, 28);
  EXPECT_EQ(found.width, 28);
}

TEST_F(DataFindingTest, CountsPicturesAndTheirClasses) {
  const std::filesystem::path pictures = std::filesystem::path(GAN_SOURCE_DIR) / "tests/interop/images";
  for (const char* name : {"a", "b"}) {
    std::filesystem::create_directories(folder_ / name);
    std::filesystem::copy_file(pictures / "colour.png", folder_ / name / "1.png");
  }
  const DataFinding found = findData(QString::fromStdString(folder_.path().string()));
  ASSERT_FALSE(found.problem);
  EXPECT_EQ(found.source, QStringLiteral("folder"));
  EXPECT_EQ(found.count, 2);
  EXPECT_EQ(found.classes, 2);
  EXPECT_EQ(found.width, 22);
  EXPECT_EQ(found.height, 14);
}

TEST_F(DataFindingTest, ReadsTheShapeOfAnArchive) {
  const std::filesystem::path archives = std::filesystem::path(GAN_SOURCE_DIR) / "tests/interop/archives";
  const DataFinding found = findData(QString::fromStdString((archives / "channels_first.npz").string()));
  ASSERT_FALSE(found.problem);
  EXPECT_EQ(found.source, QStringLiteral("npz"));
  EXPECT_EQ(found.count, 5);
  EXPECT_EQ(found.width, 4);
  EXPECT_EQ(found.channels, 3);
  EXPECT_EQ(problemId(archives / "floats.npz"), "data_archive_without_images");
}

TEST_F(DataFindingTest, CountsCifarByTheLengthOfItsFiles) {
  for (int batch = 1; batch <= 5; ++batch) {
    writeBytes(folder_ / ("data_batch_" + std::to_string(batch) + ".bin"), std::string(2 * 3073, '\0'));
  }
  const DataFinding found = findData(QString::fromStdString(folder_.path().string()));
  ASSERT_FALSE(found.problem);
  EXPECT_EQ(found.source, QStringLiteral("cifar"));
  EXPECT_EQ(found.count, 10);
  EXPECT_EQ(found.classes, 10);
}

TEST_F(DataFindingTest, RefusesWhatHoldsNoImages) {
  EXPECT_EQ(problemId(folder_ / "nothing"), "data_not_there");
  EXPECT_EQ(problemId(folder_.path()), "image_folder_empty");
  writeBytes(folder_ / "labels", idxHeader(8, {10}));
  EXPECT_EQ(problemId(folder_ / "labels"), "data_file_unknown");
  writeBytes(folder_ / "floats", idxHeader(0x0D, {10, 28, 28}));
  EXPECT_EQ(problemId(folder_ / "floats"), "data_unknown");
  writeBytes(folder_ / "two_channels", idxHeader(8, {10, 28, 28, 2}));
  EXPECT_EQ(problemId(folder_ / "two_channels"), "data_file_unknown");
  writeBytes(folder_ / "none", idxHeader(8, {0, 28, 28}));
  EXPECT_EQ(problemId(folder_ / "none"), "data_file_unknown");
  writeBytes(folder_ / "picture.png", "\x89PNG\r\n\x1a\n................................");
  EXPECT_EQ(problemId(folder_ / "picture.png"), "data_one_picture");
}

TEST_F(DataFindingTest, RefusesFilesThatAreCutOff) {
  const std::string header = idxHeader(8, {10, 28, 28});
  writeBytes(folder_ / "cut", "");
  EXPECT_EQ(problemId(folder_ / "cut"), "data_file_empty");
  for (std::size_t length = 1; length < header.size(); ++length) {
    writeBytes(folder_ / "cut", header.substr(0, length));
    EXPECT_EQ(problemId(folder_ / "cut"), length < 3 ? "data_unknown" : "data_file_unknown") << length;
  }
  writeBytes(folder_ / "cut.gz", "\x1f\x8b\x08");
  EXPECT_EQ(problemId(folder_ / "cut.gz"), "data_file_unknown");
}

TEST_F(DataFindingTest, DoesNotWaitAtAPipe) {
  ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  EXPECT_NE(problemId(folder_ / "pipe"), "none");
}

}  // namespace
}  // namespace gan
