#include "interop/npz.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <sstream>

#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

const fs::path kArchives = fs::path(GAN_SOURCE_DIR) / "tests/interop/archives";

std::string content(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

TEST(Npz, ReadsStoredAndPackedArraysOfNumpy) {
  for (const auto& [file, name] : {std::pair("channels_last.npz", "images"), std::pair("channels_first.npz", "x")}) {
    const NpyArray array = NpzFile(kArchives / file).read(name);
    EXPECT_EQ(array.type, "|u1");
    ASSERT_EQ(array.bytes.size(), 5U * 48U) << file;
    for (std::size_t i = 0; i < array.bytes.size(); ++i) {
      ASSERT_EQ(std::to_integer<std::size_t>(array.bytes[i]), (7 * (i / 48) + i % 48) % 251) << file << " " << i;
    }
  }
  EXPECT_THAT(NpzFile(kArchives / "channels_first.npz").read("x").shape, testing::ElementsAre(5, 3, 4, 4));
  EXPECT_THAT(NpzFile(kArchives / "channels_last.npz").names(), testing::ElementsAre("images", "labels"));
}

TEST(Npz, ReadsStatisticsOfOtherPrograms) {
  const fs::path folder = fs::path(GAN_SHARED_DIR) / "goldens/peer_files/moments";
  if (!fs::exists(folder)) GTEST_SKIP() << "../shared/goldens is not here";
  for (const char* file : {"I32_inception_moments.npz", "pytorch_fid_dims64.npz"}) {
    const NpyArray sigma = NpzFile(folder / file).read("sigma");
    EXPECT_EQ(sigma.type, "<f8");
    ASSERT_THAT(sigma.shape, testing::ElementsAre(64, 64));
    const auto at = [&](std::size_t row, std::size_t column) {
      double value = 0;
      std::memcpy(&value, sigma.bytes.data() + (row * 64 + column) * sizeof(double), sizeof(double));
      return value;
    };
    for (std::size_t i = 0; i < 64; ++i) {
      EXPECT_GE(at(i, i), 0);  // variances
      EXPECT_NEAR(at(i, 63 - i), at(63 - i, i), 1e-12);
    }
  }
}

TEST(Npz, NamesTheArraysThatThereAre) {
  const NpzFile archive(kArchives / "channels_last.npz");
  const auto error = expectError(ErrorCode::kNotFound, "npz_no_array", [&] { archive.read("mu"); });
  EXPECT_THAT(error->message(), testing::HasSubstr("images, labels"));
}

TEST(Npz, RefusesFortranOrderAndTooMuch) {
  const NpzFile fortran(kArchives / "fortran.npz");
  expectError(ErrorCode::kUnsupported, "npz_unsupported", [&] { fortran.read("images"); });
  const NpzFile archive(kArchives / "channels_last.npz");
  expectError(ErrorCode::kInvalidArgument, "npz_too_large", [&] { archive.read("images", 239); });
}

TEST(Npz, RefusesFilesThatAreCutOffOrChanged) {
  const TemporaryFolder folder;
  const fs::path file = folder / "cut.npz";
  for (const char* name : {"channels_last.npz", "channels_first.npz"}) {
    const std::string whole = content(kArchives / name);
    for (std::size_t length = 0; length < whole.size(); length += 13) {
      std::ofstream(file, std::ios::binary) << whole.substr(0, length);
      expectError(ErrorCode::kDataLoss, "npz_damaged", [&] { NpzFile{file}; });
    }
    std::string changed = whole;
    changed[whole.size() / 4] ^= 0x10;  // inside the images
    std::ofstream(file, std::ios::binary) << changed;
    const NpzFile archive(file);
    expectError(ErrorCode::kDataLoss, "npz_damaged",
                [&] { archive.read(archive.names().front() == "x" ? "x" : "images"); });
  }
}

TEST(Npz, RefusesShapesBeyondTheDataBeforeTakingMemory) {
  const TemporaryFolder folder;
  std::string lying = content(kArchives / "channels_last.npz");
  const std::size_t shape = lying.find("(5, 4, 4, 3), }");
  ASSERT_NE(shape, std::string::npos);
  lying.replace(shape, 15, "(9999999999,)} ");
  std::ofstream(folder / "lying.npz", std::ios::binary) << lying;
  const NpzFile archive(folder / "lying.npz");
  expectError(ErrorCode::kDataLoss, "npz_damaged", [&] { archive.read("images"); });
}

}  // namespace
}  // namespace gan
