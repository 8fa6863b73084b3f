#include "data/hdf5_dataset.h"

#include <gtest/gtest.h>
#include <hdf5.h>

#include <array>
#include <filesystem>

#include "interop/safetensors.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

/// What the reference says of images and labels: the first eight of BigGAN-PyTorch's file.
class Hdf5DatasetGoldens : public testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(folder_)) GTEST_SKIP() << folder_ << " is absent: it holds files of BigGAN-PyTorch.";
  }
  fs::path folder_ = fs::path(GAN_SHARED_DIR) / "goldens/peer_files/hdf5";
};

TEST_F(Hdf5DatasetGoldens, PixelsAndLabelsAreBigGanPyTorchs) {
  const SafetensorsFile reference(folder_ / "first8.safetensors");
  const auto planes = reference.at("imgs").bytes;
  const auto labels = reference.at("labels").bytes;
  for (const char* name : {"ILSVRC32_none.hdf5", "ILSVRC32_lzf.hdf5", "ILSVRC32_gzip.hdf5"}) {
    for (const auto residence : {Hdf5Residence::kOnDisk, Hdf5Residence::kInMemory}) {
      const Hdf5Dataset dataset(folder_ / name, residence);
      EXPECT_EQ(dataset.info().count, 200);
      EXPECT_EQ(dataset.info().class_names.size(), 5U);
      Image image;
      for (std::size_t i = 0; i < 8; ++i) {
        EXPECT_EQ(dataset.read(static_cast<std::int64_t>(i), image), static_cast<std::int64_t>(labels[8 * i]));
        ASSERT_EQ(image.pixels.size(), 3072U);
        for (std::size_t pixel = 0; pixel < 1024; ++pixel) {
          for (std::size_t channel = 0; channel < 3; ++channel) {
            const auto expected = static_cast<std::uint8_t>(planes[i * 3072 + channel * 1024 + pixel]);
            ASSERT_EQ(image.pixels[3 * pixel + channel], expected) << name << " image " << i << " pixel " << pixel;
          }
        }
      }
    }
  }
}

TEST_F(Hdf5DatasetGoldens, OnlyImagesThatArePackedTogetherStayNearEachOther) {
  EXPECT_EQ(Hdf5Dataset(folder_ / "ILSVRC32_none.hdf5", Hdf5Residence::kOnDisk).info().block_size, 1);
  EXPECT_EQ(Hdf5Dataset(folder_ / "ILSVRC32_lzf.hdf5", Hdf5Residence::kOnDisk).info().block_size, 50);
}

void writePixels(const fs::path& path, std::uint8_t first) {
  const std::array<hsize_t, 4> shape{2, 2, 4, 3};  // as StudioGAN stores them: count, height, width, channels
  std::array<std::uint8_t, 48> values{};
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::uint8_t>(first + i);
  const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t space = H5Screate_simple(4, shape.data(), nullptr);
  const hid_t data = H5Dcreate2(file, "imgs", H5T_NATIVE_UINT8, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  EXPECT_GE(H5Dwrite(data, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0);
  H5Dclose(data);
  H5Sclose(space);
  H5Fclose(file);
}

TEST(Hdf5Dataset, ImagesStoredAsPixelsComeAsTheyAre) {
  const TemporaryFolder folder;
  writePixels(folder / "a.hdf5", 5);
  const Hdf5Dataset dataset(folder / "a.hdf5", Hdf5Residence::kOnDisk);
  Image image;
  EXPECT_EQ(dataset.read(1, image), kNoLabel);
  EXPECT_EQ(image.height, 2);
  EXPECT_EQ(image.width, 4);
  EXPECT_EQ(image.pixels[0], 5 + 24);
  EXPECT_EQ(image.pixels[23], 5 + 47);
}

TEST(Hdf5Dataset, OtherPixelsHaveAnotherFingerprint) {
  const TemporaryFolder folder;
  const auto fingerprintOf = [&](std::uint8_t first) {
    writePixels(folder / "a.hdf5", first);
    return Hdf5Dataset(folder / "a.hdf5", Hdf5Residence::kOnDisk).info().fingerprint;
  };
  EXPECT_EQ(fingerprintOf(5), fingerprintOf(5));
  EXPECT_NE(fingerprintOf(5), fingerprintOf(6));
}

}  // namespace
}  // namespace gan
