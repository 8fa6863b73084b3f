#include "interop/image_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "interop/data_source.h"
#include "interop/tar_images.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

using testing::ElementsAre;
using testing::HasSubstr;

class ImageFolderTest : public testing::Test {
 protected:
  void put(const fs::path& name, const std::string& content = "x") {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << content;
  }
  ImageFolder list(const fs::path& below = {}) const { return ImageFolder::list(folder_ / below); }
  static std::vector<std::string> names(const ImageFolder& folder) {
    std::vector<std::string> result;
    for (std::int64_t i = 0; i < folder.count(); ++i) result.emplace_back(folder.name(i));
    return result;
  }
  static std::vector<int> labels(const ImageFolder& folder) {
    std::vector<int> result;
    for (std::int64_t i = 0; i < folder.count(); ++i) result.push_back(folder.label(i));
    return result;
  }
  TemporaryFolder folder_;
};

TEST_F(ImageFolderTest, NumbersClassesInTheOrderOfTheirNames) {
  put("dog/b.JPG");
  put("cat/deep/er/a.png");
  put("cat/z.webp");
  put("cat wild/c.jpeg");
  const ImageFolder folder = list();
  EXPECT_THAT(folder.classNames(), ElementsAre("cat", "cat wild", "dog"));
  EXPECT_THAT(names(folder), ElementsAre("cat/deep/er/a.png", "cat/z.webp", "cat wild/c.jpeg", "dog/b.JPG"));
  EXPECT_THAT(labels(folder), ElementsAre(0, 0, 1, 2));
  EXPECT_TRUE(fs::exists(folder.file(0)));
}

TEST_F(ImageFolderTest, HasNoLabelsWhereAllLiesFlat) {
  put("b.jpg");
  put("a.png");
  const ImageFolder folder = list();
  EXPECT_TRUE(folder.classNames().empty());
  EXPECT_THAT(names(folder), ElementsAre("a.png", "b.jpg"));
  EXPECT_THAT(labels(folder), ElementsAre(-1, -1));
}

TEST_F(ImageFolderTest, LooksIntoFilesOfOtherNames) {
  put("a.jpg");
  put("without_ending", "\x89PNG\r\n\x1a\n");
  put("readme.txt", "a text");
  put(".hidden.jpg");
  put(".git/b.jpg");
  EXPECT_THAT(names(list()), ElementsAre("a.jpg", "without_ending"));
}

TEST_F(ImageFolderTest, TakesTheTrainingSplit) {
  put("train/cat/a.jpg");
  put("val/cat/b.jpg");
  put("LICENSE", "text");
  EXPECT_THAT(names(list()), ElementsAre("cat/a.jpg"));
  put("other/c.jpg");  // now "train" is a class like others
  EXPECT_THAT(list().classNames(), ElementsAre("other", "train", "val"));
}

TEST_F(ImageFolderTest, TakesTheSplitThatIsAskedFor) {
  put("train/cat/a.jpg");
  put("valid/cat/b.jpg");
  put("test/c.jpg");
  EXPECT_THAT(names(ImageFolder::list(folder_.path(), DataSplit::kValidation)), ElementsAre("cat/b.jpg"));
  EXPECT_THAT(names(ImageFolder::list(folder_.path(), DataSplit::kTest)), ElementsAre("c.jpg"));
}

TEST_F(ImageFolderTest, NamesWhatItHoldsInsteadOfASplit) {
  put("train/cat/a.jpg");
  put("val/cat/b.jpg");
  const auto missing =
      expectError(ErrorCode::kNotFound, "data_no_split", [&] { ImageFolder::list(folder_.path(), DataSplit::kTest); });
  EXPECT_THAT(missing->message(), HasSubstr("it holds train, val."));
  const auto classes = expectError(ErrorCode::kNotFound, "data_no_split",
                                   [&] { ImageFolder::list(folder_ / "train", DataSplit::kValidation); });
  EXPECT_THAT(classes->message(), HasSubstr("it holds cat."));
}

TEST_F(ImageFolderTest, ReadsImageNetAsKaggleShipsIt) {
  const fs::path images = "ILSVRC/Data/CLS-LOC";
  put(images / "train/n02000000/n02000000_1.JPEG");
  put(images / "train/n01000000/n01000000_7.JPEG");
  put(images / "val/ILSVRC2012_val_00000001.JPEG");
  put(images / "val/ILSVRC2012_val_00000002.JPEG");
  put("LOC_val_solution.csv",
      "ImageId,PredictionString\r\nILSVRC2012_val_00000002,n01000000 85 1 499 272 \r\n"
      "ILSVRC2012_val_00000001,n02000000 1 2 3 4 n02000000 5 6 7 8 \r\nILSVRC2012_val_00000003,n01500000 0 0 9 9\r\n");
  for (const fs::path& below : {fs::path(), fs::path("ILSVRC"), images / "train"}) {
    EXPECT_THAT(list(below).classNames(), ElementsAre("n01000000", "n02000000")) << below;
    EXPECT_EQ(list(below).count(), 2);
  }
  const ImageFolder validation = list(images / "val");
  EXPECT_THAT(validation.classNames(), ElementsAre("n01000000", "n01500000", "n02000000"));
  EXPECT_THAT(labels(validation), ElementsAre(2, 0));
  put(images / "test/ILSVRC2012_test_00000001.JPEG");
  EXPECT_THAT(labels(ImageFolder::list(folder_.path(), DataSplit::kValidation)), ElementsAre(2, 0));
  EXPECT_THAT(labels(ImageFolder::list(folder_.path(), DataSplit::kTest)), ElementsAre(-1));
}

TEST_F(ImageFolderTest, TakesLabelsFromTheDevelopmentKitBesideAnUnpackedArchive) {
  const fs::path archives = fs::path(GAN_SOURCE_DIR) / "tests/interop/archives/imagenet";
  const TarImages packed = TarImages::list(archives / "ILSVRC2012_img_val.tar", DataSplit::kTrain);
  for (std::int64_t i = 0; i < packed.count(); ++i) put("val/" + packed.name(i), packed.read(i).bytes);
  EXPECT_TRUE(list("val").classNames().empty());
  for (const char* place : {"", "val"}) {
    const fs::path kit = folder_ / place / "ILSVRC2012_devkit_t12.tar.gz";
    fs::copy_file(archives / kit.filename(), kit);
    for (const char* written : {"val", "val/"}) {
      const ImageFolder unpacked = list(written);
      EXPECT_EQ(unpacked.classNames(), packed.classNames());
      ASSERT_EQ(unpacked.count(), packed.count());
      for (std::int64_t i = 0; i < packed.count(); ++i) EXPECT_EQ(unpacked.label(i), packed.label(i)) << i;
    }
    fs::remove(kit);
  }
  fs::copy_file(archives / "ILSVRC2012_devkit_t12.tar.gz", folder_ / "ILSVRC2012_devkit_t12.tar.gz");
  put("val/ILSVRC2012_val_00000099.JPEG");
  const auto other = expectError(ErrorCode::kDataLoss, "devkit_other_images", [&] { list("val"); });
  EXPECT_THAT(other->message(), HasSubstr("ILSVRC2012_val_00000099.JPEG"));
}

TEST_F(ImageFolderTest, SaysWhichImageHasNoLabel) {
  put("val/ILSVRC2012_val_00000001.JPEG");
  put("LOC_val_solution.csv", "ImageId,PredictionString\nILSVRC2012_val_00000002,n01000000 85 1 499 272\n");
  const auto missing = expectError(ErrorCode::kDataLoss, "image_labels_missing", [&] { list("val"); });
  EXPECT_THAT(missing->message(), HasSubstr("ILSVRC2012_val_00000001.JPEG"));
  put("LOC_val_solution.csv", "ImageId,PredictionString\nILSVRC2012_val_00000001\n");
  const auto bad = expectError(ErrorCode::kDataLoss, "image_labels_bad", [&] { list("val"); });
  EXPECT_THAT(bad->message(), HasSubstr("Line 2"));
}

TEST_F(ImageFolderTest, RefusesWhatIsNotClear) {
  expectError(ErrorCode::kNotFound, "image_folder_missing", [&] { list("nothing"); });
  expectError(ErrorCode::kNotFound, "image_folder_empty", [&] { list(); });
  put("notes.txt", "words");
  const auto others = expectError(ErrorCode::kNotFound, "image_folder_others", [&] { list(); });
  EXPECT_THAT(others->message(), HasSubstr("1 text (notes.txt)"));
  put("a.jpg");
  put("old/b.jpg");
  const auto mixed = expectError(ErrorCode::kInvalidArgument, "image_folder_mixed", [&] { list(); });
  EXPECT_THAT(mixed->message(), HasSubstr("1 pictures beside 1"));
}

TEST_F(ImageFolderTest, CountsWhatItPassesOverByKind) {
  put("a/1.jpg");
  put("a/scan.tif", std::string("II*\0\x08\0\0\0", 8));
  for (const char* name : {"5", "3", "4", "2"}) put(std::string("b/") + name + ".csv", "x,y\n1,2\n");
  put("b/1.jpg");
  put("b/empty.dat", "");
  put("b/.hidden", "words");
  const ImageFolder folder = list();
  EXPECT_EQ(folder.count(), 2);
  EXPECT_EQ(describe(folder.passedOver()),
            "1 TIFF (a/scan.tif), 1 empty (b/empty.dat), 4 text (b/2.csv, b/3.csv, b/4.csv, ...)");
}

TEST_F(ImageFolderTest, ChangesItsFingerprintWithNamesLengthsAndClasses) {
  put("a/1.jpg");
  put("b/2.jpg");
  const std::string before = list().fingerprint();
  EXPECT_EQ(list().fingerprint(), before);
  put("a/1.jpg", "longer");
  const std::string longer = list().fingerprint();
  EXPECT_NE(longer, before);
  fs::rename(folder_ / "b/2.jpg", folder_ / "b/3.jpg");
  EXPECT_NE(list().fingerprint(), longer);
}

TEST_F(ImageFolderTest, FollowsLinksButNotForEver) {
  put("elsewhere/a.jpg");
  fs::create_directories(folder_ / "set");
  fs::create_directory_symlink(folder_ / "elsewhere", folder_ / "set/class");
  EXPECT_THAT(names(list("set")), ElementsAre("class/a.jpg"));
  fs::create_directory_symlink(folder_ / "elsewhere", folder_ / "elsewhere/again");
  expectError(ErrorCode::kInvalidArgument, "image_folder_mixed", [&] { list("elsewhere"); });
}

TEST_F(ImageFolderTest, IsToldFromOtherSources) {
  put("pictures/a.jpg");
  put("mnist/train-images-idx3-ubyte.gz");
  put("cifar/data_batch_1.bin");
  put("a.npz", "PK\x03\x04 and more");
  put("a.hdf5", "\x89HDF\r\n\x1a\n");
  put("a.idx", std::string("\0\0\x08\x03", 4));
  put("a.txt", "text");
  EXPECT_EQ(dataSourceAt(folder_ / "pictures"), "folder");
  EXPECT_EQ(dataSourceAt(folder_ / "mnist"), "idx");
  EXPECT_EQ(dataSourceAt(folder_ / "cifar"), "cifar");
  EXPECT_EQ(dataSourceAt(folder_ / "a.npz"), "npz");
  EXPECT_EQ(dataSourceAt(folder_ / "a.hdf5"), "hdf5");
  EXPECT_EQ(dataSourceAt(folder_ / "a.idx"), "idx");
  expectError(ErrorCode::kInvalidArgument, "data_unknown", [&] { dataSourceAt(folder_ / "a.txt"); });
  put("bad.npz", "");
  put("bad.HDF5", "not what it says");
  put("one.ppm", "P6 1 1 255\nabc");
  const auto refused = [&](const char* name, const char* id) {
    return expectError(ErrorCode::kInvalidArgument, id, [&] { dataSourceAt(folder_ / name); })->message();
  };
  EXPECT_THAT(refused("bad.npz", "data_file_empty"), testing::HasSubstr((folder_ / "bad.npz").string()));
  EXPECT_THAT(refused("bad.HDF5", "data_not_as_named"), testing::HasSubstr("is no HDF5 file"));
  EXPECT_THAT(refused("one.ppm", "data_one_picture"), testing::HasSubstr("folder, " + folder_.path().string() + ","));
  expectError(ErrorCode::kNotFound, "data_not_there", [&] { dataSourceAt(folder_ / "nothing"); });
}

TEST(ImageFolder, ListsTheClothing) {
  const fs::path data = fs::path(GAN_SHARED_DIR) / "data/clothing";
  if (!fs::exists(data)) GTEST_SKIP() << "../shared/data/clothing is not here";
  const ImageFolder folder = ImageFolder::list(data);
  EXPECT_THAT(folder.classNames(), ElementsAre("dress", "hat", "longsleeve", "outwear", "pants", "shirt", "shoes",
                                               "shorts", "skirt", "t-shirt"));
  std::int64_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(data / "train")) files += entry.is_regular_file() ? 1 : 0;
  EXPECT_EQ(folder.count(), files);
}

}  // namespace
}  // namespace gan
