#include "interop/idx.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <string>

#include "core/atomic_file.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

using testing::Each;
using testing::ElementsAre;

const std::string kTwoByThree(
    "\0\0\x08\x02\0\0\0\x02\0\0\0\x03"
    "abcdef",
    18);

std::span<const std::byte> bytesOf(const std::string& text) { return std::as_bytes(std::span(text)); }

std::string gzipped(const std::string& text) {
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

TEST(ParseIdx, ReadsShapeAndBytes) {
  const IdxArray array = parseIdx(bytesOf(kTwoByThree), "test");
  EXPECT_THAT(array.shape, ElementsAre(2, 3));
  EXPECT_THAT(array.bytes, ElementsAre('a', 'b', 'c', 'd', 'e', 'f'));
}

TEST(ParseIdx, AcceptsNoImages) {
  EXPECT_THAT(parseIdx(bytesOf(std::string("\0\0\x08\x01\0\0\0\0", 8)), "test").shape, ElementsAre(0));
}

TEST(ParseIdx, RefusesEveryPrefixAndSurplus) {
  for (std::size_t size = 0; size < kTwoByThree.size(); ++size) {
    const std::string prefix = kTwoByThree.substr(0, size);
    expectError(ErrorCode::kDataLoss, size < 12 ? "idx_header" : "idx_size",
                [&] { parseIdx(bytesOf(prefix), "labels"); });
  }
  expectError(ErrorCode::kDataLoss, "idx_size", [] { parseIdx(bytesOf(kTwoByThree + "x"), "labels"); });
}

TEST(ParseIdx, RefusesOtherTypesAndRanks) {
  for (const auto& [place, value] : {std::pair(0, '\1'), std::pair(1, '\1'), std::pair(2, '\x0d'), std::pair(3, '\0'),
                                     std::pair(3, '\x05'), std::pair(3, '\xff')}) {
    std::string changed = kTwoByThree;
    changed[static_cast<std::size_t>(place)] = value;
    expectError(ErrorCode::kDataLoss, "idx_header", [&] { parseIdx(bytesOf(changed), "test"); });
  }
}

TEST(ParseIdx, DimensionsWhoseProductOverflowsAreRefused) {
  std::string huge("\0\0\x08\x04", 4);
  huge += std::string(16, '\xff');
  expectError(ErrorCode::kDataLoss, "idx_size", [&] { parseIdx(bytesOf(huge), "test"); });
}

class ReadIdx : public testing::Test {
 protected:
  IdxArray read(const std::string& content, std::uint64_t max_bytes = 1000) const {
    writeFileAtomically(folder_ / "data", content);
    return readIdx(folder_ / "data", max_bytes);
  }
  TemporaryFolder folder_;
};

TEST_F(ReadIdx, ReadsPlainAndCompressedFilesAlike) {
  EXPECT_EQ(read(kTwoByThree).bytes, parseIdx(bytesOf(kTwoByThree), "test").bytes);
  EXPECT_EQ(read(gzipped(kTwoByThree)).bytes, parseIdx(bytesOf(kTwoByThree), "test").bytes);
  EXPECT_THAT(read(gzipped(kTwoByThree)).shape, ElementsAre(2, 3));
}

TEST_F(ReadIdx, RefusesEveryTruncation) {
  for (const std::string& whole : {kTwoByThree, gzipped(kTwoByThree)}) {
    for (std::size_t size = 0; size < whole.size(); ++size) {
      EXPECT_THROW(read(whole.substr(0, size)), Error) << size;
    }
  }
}

TEST_F(ReadIdx, ADamagedByteInCompressedDataIsFound) {
  std::string damaged = gzipped(kTwoByThree);
  damaged[damaged.size() - 6] ^= 1;  // in the checksum
  expectError(ErrorCode::kDataLoss, "idx_gzip", [&] { read(damaged); });
}

TEST_F(ReadIdx, DataThatUnpackToMoreThanAnnouncedAreRefused) {
  expectError(ErrorCode::kDataLoss, "idx_size", [&] { read(gzipped(kTwoByThree + std::string(50'000'000, 'x'))); });
  expectError(ErrorCode::kDataLoss, "idx_size", [&] { read(kTwoByThree + "x"); });
}

TEST_F(ReadIdx, ASmallFileCannotAskForMuchMemory) {
  const std::string header("\0\0\x08\x01\xff\xff\xff\xff", 8);
  expectError(ErrorCode::kDataLoss, "idx_size", [&] { read(header, UINT64_MAX); });
  expectError(ErrorCode::kDataLoss, "idx_size", [&] { read(gzipped(header), UINT64_MAX); });
}

TEST_F(ReadIdx, HoldsItsLimit) {
  expectError(ErrorCode::kInvalidArgument, "idx_too_large", [&] { read(kTwoByThree, 5); });
  EXPECT_NO_THROW(read(kTwoByThree, 6));
}

TEST_F(ReadIdx, NamesAMissingFile) {
  expectError(ErrorCode::kNotFound, "file_not_found", [&] { readIdx(folder_ / "missing"); });
  expectError(ErrorCode::kInvalidArgument, "file_not_regular", [&] { readIdx(folder_.path()); });
}

TEST(ReadIdxFashionMnist, HasItsPublishedShapeAndClasses) {
  const std::filesystem::path folder = std::filesystem::path(GAN_SHARED_DIR) / "data/fashion_mnist";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << folder << " is absent: it holds the Fashion-MNIST files.";
  for (const auto& [part, count] : {std::pair("train", 60'000), std::pair("t10k", 10'000)}) {
    const IdxArray images = readIdx(folder / (std::string(part) + "-images-idx3-ubyte.gz"));
    const IdxArray labels = readIdx(folder / (std::string(part) + "-labels-idx1-ubyte.gz"));
    EXPECT_THAT(images.shape, ElementsAre(count, 28, 28));
    EXPECT_THAT(labels.shape, ElementsAre(count));
    std::array<int, 256> classes{};
    for (const std::uint8_t label : labels.bytes) ++classes[label];
    EXPECT_THAT(std::span(classes).first(10), Each(count / 10));
    // The mean that the data set's users normalise with (0.2860 of 255, over the training images).
    if (count == 60'000) {
      double sum = 0;
      for (const std::uint8_t value : images.bytes) sum += value;
      EXPECT_NEAR(sum / static_cast<double>(images.bytes.size()) / 255.0, 0.2860, 5e-5);
    }
  }
}

}  // namespace
}  // namespace gan
