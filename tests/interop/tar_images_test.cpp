#include "interop/tar_images.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <map>
#include <sstream>

#include "core/atomic_file.h"
#include "interop/data_source.h"
#include "interop/image_file.h"
#include "support/expect_error.h"
#include "support/tar_builder.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;
using test::tarEnd;
using test::tarFile;
using testing::ElementsAre;
using testing::HasSubstr;

const fs::path kGoldens = fs::path(GAN_SOURCE_DIR) / "tests/interop/archives/imagenet";

class TarImagesTest : public testing::Test {
 protected:
  void put(const std::string& name, const std::string& content) {
    std::ofstream(folder_ / name, std::ios::binary) << content;
  }
  TarImages list(const std::string& name) const { return TarImages::list(folder_ / name, DataSplit::kTrain); }
  TemporaryFolder folder_;
};

std::vector<std::string> contents(const TarImages& images) {
  std::vector<std::string> result;
  for (std::int64_t i = 0; i < images.count(); ++i) {
    const TarImages::Picture picture = images.read(i);
    result.push_back(picture.name + " " + std::to_string(images.label(i)) + " " + picture.bytes);
  }
  return result;
}

TEST_F(TarImagesTest, FoldersAndArchivesInsideNameTheClasses) {
  put("folders.tar", tarFile("set", "", '5') + tarFile("set/dog/b.jpg", "B") + tarFile("set/cat/a.png", "A") +
                         tarFile("set/cat/.hidden.jpg", "x") + tarFile("set/readme.txt", "text") + tarEnd());
  EXPECT_THAT(list("folders.tar").classNames(), ElementsAre("cat", "dog"));
  EXPECT_THAT(contents(list("folders.tar")),
              ElementsAre("folders.tar/set/cat/a.png 0 A", "folders.tar/set/dog/b.jpg 1 B"));
  const std::string dog = tarFile("2.JPEG", "two") + tarFile("1.JPEG", "one") + tarEnd();
  put("archives.tar", tarFile("dog.tar", dog) + tarFile("cat.tar", tarFile("3.JPEG", "three")) + tarEnd());
  EXPECT_THAT(contents(list("archives.tar")),
              ElementsAre("archives.tar/3.JPEG 0 three", "archives.tar/1.JPEG 1 one", "archives.tar/2.JPEG 1 two"));
}

TEST_F(TarImagesTest, FlatArchivesHaveNoLabels) {
  put("flat.tar", tarFile("test/b.jpg", "B") + tarFile("test/a.jpg", "A") + tarFile("test/noname", "GIF89a"));
  EXPECT_TRUE(list("flat.tar").classNames().empty());
  EXPECT_THAT(contents(list("flat.tar")),
              ElementsAre("flat.tar/test/a.jpg -1 A", "flat.tar/test/b.jpg -1 B", "flat.tar/test/noname -1 GIF89a"));
}

TEST_F(TarImagesTest, RefusesWhatIsNotClear) {
  put("empty.tar", tarFile("a.txt", "text"));
  expectError(ErrorCode::kNotFound, "tar_no_images", [&] { list("empty.tar"); });
  put("mixed.tar", tarFile("a.jpg", "1") + tarFile("b/c.jpg", "2"));
  expectError(ErrorCode::kInvalidArgument, "tar_mixed", [&] { list("mixed.tar"); });
  expectError(ErrorCode::kNotFound, "data_no_split", [&] { TarImages::list(folder_ / "mixed.tar", DataSplit::kTest); });
  put("cut.tar", tarFile("dog.tar", tarFile("1.JPEG", std::string(600, 'x')).substr(0, 900)));
  const auto cut = expectError(ErrorCode::kDataLoss, "tar_damaged", [&] { list("cut.tar"); });
  EXPECT_THAT(cut->message(), HasSubstr("cut.tar/dog"));
}

TEST_F(TarImagesTest, NoticesAnArchiveThatChanged) {
  put("a.tar", tarFile("a/1.jpg", "one") + tarFile("b/2.jpg", "two"));
  const TarImages images = list("a.tar");
  std::fstream(folder_ / "a.tar", std::ios::in | std::ios::out | std::ios::binary) << tarFile("a/1.jpg", "others");
  expectError(ErrorCode::kDataLoss, "tar_damaged", [&] { images.read(0); });
  std::fstream(folder_ / "a.tar", std::ios::in | std::ios::out | std::ios::binary) << tarFile("a/1.jpg", "o");
  expectError(ErrorCode::kDataLoss, "tar_changed", [&] { images.read(0); });
  EXPECT_EQ(images.read(1).bytes, "two");
}

TEST_F(TarImagesTest, TheFingerprintChangesWithNamesLengthsAndClasses) {
  const auto fingerprint = [&](const std::string& archive) {
    put("x.tar", archive);
    return list("x.tar").fingerprint();
  };
  const std::string before = fingerprint(tarFile("a/1.jpg", "one") + tarFile("b/2.jpg", "two"));
  EXPECT_EQ(fingerprint(tarFile("b/2.jpg", "two") + tarFile("a/1.jpg", "one") + tarEnd()), before);
  EXPECT_NE(fingerprint(tarFile("a/1.jpg", "ones") + tarFile("b/2.jpg", "two")), before);
  EXPECT_NE(fingerprint(tarFile("a/3.jpg", "one") + tarFile("b/2.jpg", "two")), before);
  EXPECT_NE(fingerprint(tarFile("c/1.jpg", "one") + tarFile("b/2.jpg", "two")), before);
}

/// "file class" of every picture of a split, after torchvision's ImageNet.
std::map<std::string, std::string> torchvisionLabels(const std::string& wanted) {
  std::map<std::string, std::string> labels;
  std::istringstream lines(readFile(kGoldens / "labels.txt", 1U << 20U));
  for (std::string split, name, wnid; lines >> split >> name >> wnid;) {
    if (split == wanted) labels[name] = wnid;
  }
  return labels;
}

TEST(ImageNetArchives, GiveTheLabelsThatTorchvisionGives) {
  EXPECT_EQ(dataSourceAt(kGoldens), "tar");
  for (const DataSplit split : {DataSplit::kTrain, DataSplit::kValidation}) {
    const TarImages images = TarImages::list(kGoldens, split);
    EXPECT_THAT(images.classNames(), ElementsAre("n01000001", "n02000002", "n03000003"));
    std::map<std::string, std::string> labels;
    for (std::int64_t i = 0; i < images.count(); ++i) {
      const TarImages::Picture picture = images.read(i);
      labels[fs::path(picture.name).filename().string()] =
          images.classNames().at(static_cast<std::size_t>(images.label(i)));
      const DecodedImage decoded = decodeImage(std::as_bytes(std::span(picture.bytes)), picture.name);
      EXPECT_EQ(decoded.width, 8);
    }
    EXPECT_EQ(labels, torchvisionLabels(std::string(nameOf(split))));
  }
  const auto error =
      expectError(ErrorCode::kNotFound, "data_no_split", [&] { TarImages::list(kGoldens, DataSplit::kTest); });
  EXPECT_THAT(error->message(), HasSubstr("it holds train, val."));
}

TEST(ImageNetArchives, WithoutTheKitHaveNoValidationLabels) {
  const TemporaryFolder folder;
  fs::copy_file(kGoldens / "ILSVRC2012_img_val.tar", folder / "ILSVRC2012_img_val.tar");
  const TarImages images = TarImages::list(folder.path(), DataSplit::kValidation);
  EXPECT_EQ(images.count(), 4);
  EXPECT_TRUE(images.classNames().empty());
}

TEST(TarReaderOfPythonsArchives, FindsWhatTarfileFinds) {
  for (const std::string name : {"gnu.tar", "pax.tar", "ILSVRC2012_img_val.tar"}) {
    const std::string archive = readFile(kGoldens / name, 1U << 20U);
    TarReader reader(
        [&archive](std::uint64_t offset, std::span<std::byte> out) {
          std::memcpy(out.data(), archive.data() + offset, out.size());
        },
        archive.size(), name);
    std::string listing;
    while (const auto entry = reader.next()) {
      listing += entry->name + "\t" + std::to_string(entry->content) + "\t" + std::to_string(entry->bytes) + "\n";
    }
    EXPECT_EQ(listing, readFile(kGoldens / (name + ".listing"), 1U << 20U)) << name;
  }
}

}  // namespace
}  // namespace gan
