#include "interop/tensorboard_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "core/atomic_file.h"
#include "core/crc32c.h"
#include "support/expect_error.h"
#include "support/file_size_limit.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

/// Payloads of a TFRecord file; fails the test where a frame is not whole or a checksum is wrong.
std::vector<std::string> framesIn(const std::filesystem::path& path) {
  const std::string text = readFile(path, 100U << 20U);
  std::vector<std::string> payloads;
  for (std::size_t place = 0; place < text.size();) {
    std::uint64_t length = 0;
    std::uint32_t length_check = 0;
    std::uint32_t payload_check = 0;
    const auto bytes = std::as_bytes(std::span(text)).subspan(place);
    std::memcpy(&length, bytes.data(), 8);
    std::memcpy(&length_check, bytes.data() + 8, 4);
    EXPECT_EQ(length_check, maskedCrc32c(bytes.first(8)));
    std::memcpy(&payload_check, bytes.data() + 12 + length, 4);
    EXPECT_EQ(payload_check, maskedCrc32c(bytes.subspan(12, length)));
    payloads.push_back(text.substr(place + 12, length));
    place += length + 16;
  }
  return payloads;
}

class TensorBoardFiles : public testing::Test {
 protected:
  std::vector<std::filesystem::path> files() const {
    std::set<std::filesystem::path> sorted;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) sorted.insert(entry.path());
    return {sorted.begin(), sorted.end()};
  }
  TemporaryFolder folder_;
};

TEST_F(TensorBoardFiles, StartWithTheirVersionAndASessionStart) {
  TensorBoardWriter writer(folder_.path(), 300, 1.5);
  ASSERT_THAT(files(), SizeIs(1));
  // event.proto: wall_time = 1 (double), step = 2 (varint), file_version = 3 (string), session_log = 7 (status = 1:
  // START).
  const std::string time("\x09\0\0\0\0\0\0\xf8\x3f", 9);
  EXPECT_THAT(framesIn(files()[0]),
              ElementsAre(time + "\x1a\x0d" + "brain.Event:2", time + std::string("\x10\xac\x02\x3a\x02\x08\x01", 7)));
}

TEST_F(TensorBoardFiles, HoldScalarsAsSimpleValues) {
  TensorBoardWriter writer(folder_.path(), 0, 0);
  writer.writeScalars(1, 0, std::array{TensorBoardWriter::Scalar{.tag = "loss/g", .value = 1.0F}});
  writer.writeScalars(2, 0, {});
  writer.flush();
  const auto frames = framesIn(files()[0]);
  ASSERT_THAT(frames, SizeIs(3));
  // summary = 5, value = 1, tag = 1, simple_value = 2 (float)
  EXPECT_EQ(frames[2].substr(9), std::string("\x10\x01\x2a\x0f\x0a\x0d\x0a\x06"
                                             "loss/g"
                                             "\x15\0\0\x80\x3f",
                                             19));
}

TEST_F(TensorBoardFiles, AreNamedInTheOrderTheyWereMadeEvenWhenTheClockGoesBack) {
  std::vector<std::filesystem::path> made;
  for (const double seconds : {1'700'000'000.0, 1'700'000'000.9, 1'600'000'000.0, -5.0, 1e300}) {
    const auto before = files();
    TensorBoardWriter writer(folder_.path(), 0, seconds);
    const auto after = files();
    ASSERT_EQ(after.size(), before.size() + 1);
    EXPECT_TRUE(std::equal(before.begin(), before.end(), after.begin())) << "the new file must be the last";
    EXPECT_TRUE(after.back().filename().string().starts_with("events.out.tfevents."));
  }
}

TEST_F(TensorBoardFiles, AreWrittenWhenTheWriterEnds) {
  {
    TensorBoardWriter writer(folder_.path(), 0, 0);
    for (int step = 0; step < 5000; ++step) {
      writer.writeScalars(step, 0, std::array{TensorBoardWriter::Scalar{.tag = "loss/g", .value = 1.0F}});
    }
    EXPECT_GT(std::filesystem::file_size(files()[0]), 100'000U) << "memory must not grow with the run";
  }
  EXPECT_THAT(framesIn(files()[0]), SizeIs(5002));
}

TEST_F(TensorBoardFiles, StayWholeOnAFullDiskAndGoOnAfterwards) {
  TensorBoardWriter writer(folder_.path(), 0, 0);
  const auto one = std::array{TensorBoardWriter::Scalar{.tag = "loss/g", .value = 1.0F}};
  {
    const FileSizeLimit limit(std::filesystem::file_size(files()[0]) + 20);
    writer.writeScalars(1, 0, one);
    expectError(ErrorCode::kResourceExhausted, "file_limit_reached", [&] { writer.flush(); });
  }
  EXPECT_THAT(framesIn(files()[0]), SizeIs(2));
  writer.writeScalars(2, 0, one);
  writer.flush();
  EXPECT_THAT(framesIn(files()[0]), SizeIs(3));
}

TEST_F(TensorBoardFiles, NeedAFolder) {
  expectError(ErrorCode::kNotFound, "file_not_found", [&] { TensorBoardWriter writer(folder_ / "no", 0, 0); });
}

}  // namespace
}  // namespace gan
