#include "interop/hdf5_images.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hdf5.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/sha256.h"
#include "interop/hdf5_library.h"
#include "interop/safetensors.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;
using Shape = std::vector<hsize_t>;

std::string readWhole(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Writes a file as other programs do, through the library alone.
class ForeignFile {
 public:
  explicit ForeignFile(const fs::path& path)
      : file_(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose) {}
  ~ForeignFile() { file_.reset(); }

  /// Values count upwards from 0, modulo 251 so that rows differ; with `fill` nothing is written at all.
  enum class Content { kCounting, kNothing };
  void add(const char* name, hid_t type, const Shape& shape, const Shape& chunk = {},
           Content content = Content::kCounting) {
    const Hdf5Id properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    if (!chunk.empty()) H5Pset_chunk(properties.get(), static_cast<int>(chunk.size()), chunk.data());
    const Hdf5Id space(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr), H5Sclose);
    const Hdf5Id data(H5Dcreate2(file_.get(), name, type, space.get(), H5P_DEFAULT, properties.get(), H5P_DEFAULT),
                      H5Dclose);
    ASSERT_TRUE(data) << name;
    if (content == Content::kNothing) return;
    std::size_t count = 1;
    for (const hsize_t side : shape) count *= side;
    std::vector<std::uint8_t> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<std::uint8_t>(i % 251);
    ASSERT_GE(H5Dwrite(data.get(), H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0);
  }

 private:
  Hdf5Id file_;
};

class Hdf5Goldens : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!fs::exists(folder_)) GTEST_SKIP() << folder_ << " is absent: it holds files of BigGAN-PyTorch.";
  }
  fs::path folder_ = fs::path(GAN_SHARED_DIR) / "goldens/peer_files/hdf5";
};

TEST_P(Hdf5Goldens, FilesOfBigGanPyTorchAreReadByteForByte) {
  const auto content = nlohmann::json::parse(readWhole(folder_ / "content.json"));
  const auto& expected = content["files"]["ILSVRC32_none.hdf5"];  // all three hold the same
  const Hdf5Images file(folder_ / GetParam());
  const Hdf5ImagesInfo& info = file.info();
  EXPECT_TRUE(info.planar);
  ASSERT_EQ(info.count, 200);
  ASSERT_EQ(info.imageBytes(), 3 * 32 * 32);
  Sha256 images;
  std::vector<std::uint8_t> image(static_cast<std::size_t>(info.imageBytes()));
  for (std::int64_t i = 0; i < info.count; ++i) {
    file.read(i, image);
    images.update(std::as_bytes(std::span(image)));
  }
  EXPECT_EQ(images.finish(), expected["imgs"]["sha256_of_bytes"]);
  Sha256 labels;
  labels.update(std::as_bytes(std::span(info.labels)));
  EXPECT_EQ(labels.finish(), expected["labels"]["sha256_of_bytes"]);
}

TEST_P(Hdf5Goldens, OnlyPackedImagesAskToBeReadInBlocks) {
  const Hdf5Images file(folder_ / GetParam());
  EXPECT_EQ(file.info().chunk_images, std::string(GetParam()) == "ILSVRC32_none.hdf5" ? 1 : 50);
}

TEST_P(Hdf5Goldens, SeveralThreadsReadTheSame) {
  const Hdf5Images file(folder_ / GetParam());
  const auto sum = [&](std::int64_t first) {
    std::uint64_t total = 0;
    std::vector<std::uint8_t> image(static_cast<std::size_t>(file.info().imageBytes()));
    for (std::int64_t i = 0; i < 200; ++i) {
      file.read((first + 37 * i) % 200, image);
      for (const std::uint8_t byte : image) total += byte;
    }
    return total;
  };
  const std::uint64_t expected = sum(0);
  std::vector<std::uint64_t> sums(4);
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < sums.size(); ++i) {
      threads.emplace_back([&, i] { sums[i] = sum(static_cast<std::int64_t>(i) * 13); });
    }
  }
  EXPECT_THAT(sums, testing::Each(expected));
}

TEST_P(Hdf5Goldens, ATruncatedFileIsRefusedWhereverItEnds) {
  const TemporaryFolder folder;
  const std::string whole = readWhole(folder_ / GetParam());
  for (const double share : {0.0, 0.001, 0.01, 0.3, 0.9, 0.9999}) {
    const fs::path path = folder / "cut.hdf5";
    std::ofstream(path, std::ios::binary)
        << whole.substr(0, static_cast<std::size_t>(share * static_cast<double>(whole.size())));
    const auto error = expectError(ErrorCode::kDataLoss, "hdf5_damaged", [&] { Hdf5Images{path}; });
    EXPECT_THAT(error->message(), testing::HasSubstr("cut.hdf5"));
  }
}

INSTANTIATE_TEST_SUITE_P(EachCompression, Hdf5Goldens,
                         testing::Values("ILSVRC32_none.hdf5", "ILSVRC32_lzf.hdf5", "ILSVRC32_gzip.hdf5"),
                         [](const auto& golden) { return fs::path(golden.param).stem().string(); });

/// The values that ForeignFile counts into image `index` of `bytes` bytes.
std::vector<std::uint8_t> counted(std::size_t index, std::size_t bytes) {
  std::vector<std::uint8_t> values(bytes);
  for (std::size_t i = 0; i < bytes; ++i) values[i] = static_cast<std::uint8_t>((index * bytes + i) % 251);
  return values;
}

TEST(Hdf5Images, TellsPlanesFromPixelsByTheShape) {
  const TemporaryFolder folder;
  struct Case {
    Shape shape;
    bool planar;
    std::int64_t channels;
  };
  for (const Case& c : {Case{{4, 3, 8, 6}, true, 3}, Case{{4, 8, 6, 3}, false, 3}, Case{{4, 1, 8, 8}, true, 1},
                        Case{{4, 8, 8, 1}, false, 1}, Case{{4, 3, 3, 3}, true, 3}, Case{{4, 3, 8, 3}, false, 3}}) {
    const fs::path path = folder / "file.hdf5";
    ForeignFile(path).add("imgs", H5T_NATIVE_UINT8, c.shape);
    const Hdf5Images file(path);
    EXPECT_EQ(file.info().planar, c.planar);
    EXPECT_EQ(file.info().channels, c.channels);
    EXPECT_EQ(file.info().height, static_cast<std::int64_t>(c.planar ? c.shape[2] : c.shape[1]));
    EXPECT_TRUE(file.info().labels.empty());
  }
}

TEST(Hdf5Images, ReadsEveryWayThatTheLibraryStoresThem) {
  const TemporaryFolder folder;
  const fs::path path = folder / "file.hdf5";
  const Shape shape{10, 3, 4, 5};
  for (const Shape& chunk : {Shape{}, Shape{1, 3, 4, 5}, Shape{4, 3, 4, 5}, Shape{3, 1, 2, 5}, Shape{10, 3, 4, 5}}) {
    ForeignFile(path).add("imgs", H5T_NATIVE_UINT8, shape, chunk);
    const Hdf5Images file(path);
    std::vector<std::uint8_t> image(60);
    for (const std::size_t index : {9U, 0U, 4U, 7U}) {
      file.read(static_cast<std::int64_t>(index), image);
      EXPECT_EQ(image, counted(index, 60)) << "chunk of " << chunk.size() << " sides, image " << index;
    }
  }
}

TEST(Hdf5Images, OtherShapesAndTypesAreRefusedNamingThem) {
  const TemporaryFolder folder;
  const fs::path path = folder / "file.hdf5";
  const auto refused = [&](const char* name, hid_t type, const Shape& shape) {
    ForeignFile(path).add(name, type, shape);
    const auto error = expectError(ErrorCode::kDataLoss, "hdf5_not_images", [&] { Hdf5Images{path}; });
    return error ? error->message() : std::string();
  };
  EXPECT_THAT(refused("pictures", H5T_NATIVE_UINT8, {4, 3, 8, 8}), testing::HasSubstr("no imgs"));
  EXPECT_THAT(refused("imgs", H5T_NATIVE_UINT8, {4, 3, 8}), testing::HasSubstr("[4, 3, 8]"));
  EXPECT_THAT(refused("imgs", H5T_NATIVE_UINT8, {4, 4, 8, 8}), testing::HasSubstr("[4, 4, 8, 8]"));
  EXPECT_THAT(refused("imgs", H5T_NATIVE_FLOAT, {4, 3, 8, 8}), testing::HasSubstr("another type"));
  EXPECT_THAT(refused("imgs", H5T_NATIVE_INT8, {4, 3, 8, 8}), testing::HasSubstr("another type"));
  EXPECT_THAT(refused("imgs", H5T_NATIVE_UINT8, {0, 3, 8, 8}), testing::HasSubstr("[0, 3, 8, 8]"));
}

TEST(Hdf5Images, LabelsThatDoNotFitAreRefused) {
  const TemporaryFolder folder;
  const fs::path path = folder / "file.hdf5";
  for (const Shape& shape : {Shape{3}, Shape{5}, Shape{4, 1}}) {
    {
      ForeignFile file(path);
      file.add("imgs", H5T_NATIVE_UINT8, {4, 3, 8, 8});
      file.add("labels", H5T_NATIVE_INT64, shape);
    }
    expectError(ErrorCode::kDataLoss, "hdf5_not_images", [&] { Hdf5Images{path}; });
  }
}

TEST(Hdf5Images, ImagesThatAreAnnouncedButNotStoredTakeNoMemory) {
  const TemporaryFolder folder;
  const fs::path path = folder / "file.hdf5";
  for (const Shape& chunk : {Shape{}, Shape{100, 3, 64, 64}}) {
    ForeignFile(path).add("imgs", H5T_NATIVE_UINT8, {1'000'000'000, 3, 64, 64}, chunk, ForeignFile::Content::kNothing);
    const auto error = expectError(ErrorCode::kDataLoss, "hdf5_incomplete", [&] { Hdf5Images{path}; });
    EXPECT_THAT(error->message(), testing::HasSubstr("1000000000"));
  }
  ForeignFile(path).add("imgs", H5T_NATIVE_UINT8, {hsize_t{1} << 39U, 3, 65'535, 65'535}, {1, 3, 64, 64},
                        ForeignFile::Content::kNothing);
  expectError(ErrorCode::kDataLoss, "hdf5_not_images", [&] { Hdf5Images{path}; });
}

TEST(Hdf5Images, FilesThatAreNotHdf5AreTold) {
  const TemporaryFolder folder;
  std::ofstream(folder / "text.hdf5") << "these are no images";
  EXPECT_FALSE(looksLikeHdf5(folder / "text.hdf5"));
  expectError(ErrorCode::kDataLoss, "hdf5_damaged", [&] { Hdf5Images{folder / "text.hdf5"}; });
  expectError(ErrorCode::kNotFound, "file_not_found", [&] { Hdf5Images{folder / "nothing.hdf5"}; });
  ForeignFile(folder / "good").add("imgs", H5T_NATIVE_UINT8, {1, 3, 2, 2});
  EXPECT_TRUE(looksLikeHdf5(folder / "good"));
}

TEST(Hdf5Images, AFileThatShrinksWhileItIsReadIsNamed) {
  const TemporaryFolder folder;
  const fs::path path = folder / "file.hdf5";
  ForeignFile(path).add("imgs", H5T_NATIVE_UINT8, {10, 3, 64, 64});
  const Hdf5Images file(path);
  fs::resize_file(path, fs::file_size(path) - 100);
  std::vector<std::uint8_t> image(3 * 64 * 64);
  EXPECT_NO_THROW(file.read(0, image));
  expectError(ErrorCode::kDataLoss, "hdf5_cut_short", [&] { file.read(9, image); });
  expectError(ErrorCode::kInvalidArgument, "hdf5_no_such_image", [&] { file.read(10, image); });
}

}  // namespace
}  // namespace gan
