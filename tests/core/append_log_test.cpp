#include "core/append_log.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/stat.h>

#include <atomic>
#include <filesystem>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "core/atomic_file.h"
#include "support/expect_error.h"
#include "support/file_size_limit.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::uint64_t kHeaderBytes = 8;

std::vector<std::string> recordsIn(const std::filesystem::path& path) {
  AppendLogReader reader(path);
  std::vector<std::string> records;
  while (auto record = reader.next()) records.push_back(std::move(*record));
  return records;
}

class AppendLog : public testing::Test {
 protected:
  TemporaryFolder folder_;
  std::filesystem::path path_ = folder_ / "journal.log";
};

TEST_F(AppendLog, GivesBackRecordsInOrderAcrossWriters) {
  const std::string binary("\0\xff\n", 3);
  {
    AppendLogWriter writer(path_);
    writer.append("first");
    writer.append(binary);
    EXPECT_EQ(writer.size(), 2 * kHeaderBytes + 5 + 3);
  }
  AppendLogWriter(path_).append("third");
  EXPECT_THAT(recordsIn(path_), ElementsAre("first", binary, "third"));
}

TEST_F(AppendLog, FramesAreLengthAndChecksumThenPayload) {
  AppendLogWriter(path_).append("123456789");
  // 0xe3069283 is the check value of CRC-32C in the catalogue of parametrised CRC algorithms.
  EXPECT_EQ(readFile(path_, 100), std::string("\x09\0\0\0\x83\x92\x06\xe3"
                                              "123456789",
                                              17));
}

TEST_F(AppendLog, AFileCutAtAnyByteGivesTheWholeRecordsBeforeTheCut) {
  {
    AppendLogWriter writer(path_);
    for (const auto* record : {"one", "second record", "3"}) writer.append(record);
  }
  const std::vector<std::string> all = recordsIn(path_);
  const std::string whole = readFile(path_, 1000);
  for (std::size_t cut = 0; cut < whole.size(); ++cut) {
    const std::size_t expected = cut < 11 ? 0 : cut < 32 ? 1 : 2;
    writeFileAtomically(path_, whole.substr(0, cut));
    EXPECT_EQ(recordsIn(path_), std::vector<std::string>(all.begin(), all.begin() + static_cast<long>(expected)));
    AppendLogWriter(path_).append("new");
    std::vector<std::string> continued(all.begin(), all.begin() + static_cast<long>(expected));
    continued.emplace_back("new");
    EXPECT_EQ(recordsIn(path_), continued) << cut;
  }
}

TEST_F(AppendLog, AnyChangedByteIsTheEnd) {
  {
    AppendLogWriter writer(path_);
    for (const auto* record : {"one", "second record", "3"}) writer.append(record);
  }
  const std::string whole = readFile(path_, 1000);
  for (std::size_t place = 0; place < whole.size(); ++place) {
    std::string damaged = whole;
    damaged[place] = static_cast<char>(damaged[place] ^ 0x10);
    writeFileAtomically(path_, damaged);
    EXPECT_EQ(recordsIn(path_).size(), place < 11 ? 0U : place < 32 ? 1U : 2U) << place;
  }
}

TEST_F(AppendLog, ATailOfZerosIsTheEnd) {
  AppendLogWriter(path_).append("record");
  std::filesystem::resize_file(path_, 5000);
  AppendLogReader reader(path_);
  EXPECT_EQ(reader.next(), "record");
  EXPECT_EQ(reader.next(), std::nullopt);
  EXPECT_EQ(reader.offset(), kHeaderBytes + 6);
  EXPECT_EQ(reader.trailingBytes(), 5000 - kHeaderBytes - 6);
  AppendLogWriter(path_).append("next");
  EXPECT_THAT(recordsIn(path_), ElementsAre("record", "next"));
}

TEST_F(AppendLog, ALengthThatTheFileDoesNotHaveTakesNoMemory) {
  std::string header("\0\0\0\x04____", 8);  // 64 MiB announced
  writeFileAtomically(path_, header);
  EXPECT_THAT(recordsIn(path_), IsEmpty());
  header[3] = '\xff';  // 4 GiB announced, in a file that has them
  writeFileAtomically(path_, header);
  std::filesystem::resize_file(path_, std::uintmax_t{5} << 30U);
  EXPECT_THAT(recordsIn(path_), IsEmpty());
}

TEST_F(AppendLog, RefusesRecordsThatCannotBeRead) {
  AppendLogWriter writer(path_);
  expectError(ErrorCode::kInvalidArgument, "append_log_record_size", [&] { writer.append(""); });
  expectError(ErrorCode::kInvalidArgument, "append_log_record_size",
              [&] { writer.append(std::string(kMaxRecordBytes + 1, 'x')); });
  EXPECT_EQ(std::filesystem::file_size(path_), 0U);
  writer.append(std::string(kMaxRecordBytes, 'x'));
  EXPECT_EQ(recordsIn(path_).at(0).size(), kMaxRecordBytes);
}

TEST_F(AppendLog, AReaderFollowsALiveFile) {
  AppendLogWriter writer(path_);
  AppendLogReader reader(path_);
  EXPECT_EQ(reader.next(), std::nullopt);
  writer.append("a");
  EXPECT_EQ(reader.next(), "a");
  EXPECT_EQ(reader.next(), std::nullopt);
  writer.append("b");
  writer.append("c");
  EXPECT_EQ(reader.next(), "b");
  AppendLogReader later(path_, reader.offset());
  EXPECT_EQ(later.next(), "c");
  EXPECT_EQ(reader.trailingBytes(), kHeaderBytes + 1);
}

TEST_F(AppendLog, AReaderBehindTheEndFindsNothing) {
  AppendLogWriter(path_).append("a");
  AppendLogReader reader(path_, 1000);
  EXPECT_EQ(reader.next(), std::nullopt);
  EXPECT_EQ(reader.trailingBytes(), 0U);
}

TEST_F(AppendLog, AReaderNextToAWriterSeesEveryRecordOnceAndWhole) {
  constexpr int kRecords = 5000;
  AppendLogWriter writer(path_);
  std::jthread writing([&] {
    for (int i = 0; i < kRecords; ++i)
      writer.append(std::to_string(i) + std::string(static_cast<std::size_t>(i % 97), 'x'));
  });
  AppendLogReader reader(path_);
  for (int i = 0; i < kRecords;) {
    const auto record = reader.next();
    if (!record) continue;
    ASSERT_EQ(*record, std::to_string(i) + std::string(static_cast<std::size_t>(i % 97), 'x'));
    ++i;
  }
}

TEST_F(AppendLog, AWriteThatFailsHalfWayLeavesNoHalfRecord) {
  AppendLogWriter writer(path_);
  writer.append("whole");
  const std::uint64_t size = writer.size();
  for (const std::uint64_t room : {0U, 1U, 7U, 8U, 9U, 100U}) {
    {
      const FileSizeLimit limit(size + room);
      expectError(ErrorCode::kResourceExhausted, "file_limit_reached", [&] { writer.append(std::string(200, 'x')); });
    }
    EXPECT_EQ(std::filesystem::file_size(path_), size) << room;
    EXPECT_EQ(writer.size(), size) << room;
  }
  writer.append("after");
  EXPECT_THAT(recordsIn(path_), ElementsAre("whole", "after"));
}

TEST_F(AppendLog, AFullDiskLeavesWholeRecordsAndGoesOnWhenThereIsRoom) {
  const std::filesystem::path disk = folder_ / "disk";
  std::filesystem::create_directory(disk);
  if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=64k") != 0) {
    GTEST_SKIP() << "mounting a small file system needs root: run this test as root.";
  }
  {
    AppendLogWriter writer(disk / "journal.log");
    writeFileAtomically(disk / "ballast", std::string(8192, 'b'));
    int written = 0;
    const auto fill = [&] {
      for (;; ++written) writer.append(std::string(1001, 'x'));
    };
    expectError(ErrorCode::kResourceExhausted, "disk_full", fill);
    EXPECT_GT(written, 40);
    EXPECT_EQ(std::filesystem::file_size(disk / "journal.log"), writer.size());
    EXPECT_EQ(recordsIn(disk / "journal.log").size(), static_cast<std::size_t>(written));
    std::filesystem::remove(disk / "ballast");
    writer.append("again");
    EXPECT_EQ(recordsIn(disk / "journal.log").back(), "again");
  }
  ::umount(disk.c_str());
}

TEST_F(AppendLog, RefusesWhatIsNoFile) {
  expectError(ErrorCode::kNotFound, "file_not_found", [&] { AppendLogReader reader(path_); });
  expectError(ErrorCode::kNotFound, "file_not_found", [&] { AppendLogWriter writer(folder_ / "no" / "journal.log"); });
  ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
  expectError(ErrorCode::kInvalidArgument, "file_not_regular", [&] { AppendLogReader reader(path_); });
}

/// Three records, the second of them damaged at byte 13. Returns the bytes from there on.
std::string writeDamagedLog(const std::filesystem::path& path) {
  {
    AppendLogWriter writer(path);
    for (const char* record : {"first", "second", "third"}) writer.append(record);
  }
  std::string content = readFile(path, 1000);
  content[8 + 5 + 8 + 2] = 'X';  // a record is preceded by its length and checksum
  writeFileAtomically(path, content);
  return content.substr(8 + 5);
}

TEST(DamagedAppendLog, KeepsWhatFollowsTheDamageBesideTheFile) {
  const TemporaryFolder folder;
  const auto path = folder / "log";
  const std::string tail = writeDamagedLog(path);
  EXPECT_EQ(AppendLogWriter(path).size(), 8U + 5U);
  EXPECT_EQ(readFile(path.string() + ".damaged-at-13", 1000), tail);
}

TEST(DamagedAppendLog, KeepsWhatWasKeptBefore) {
  const TemporaryFolder folder;
  const auto path = folder / "log";
  writeFileAtomically(path.string() + ".damaged-at-13", "of last week");
  const std::string tail = writeDamagedLog(path);
  const AppendLogWriter writer(path);
  EXPECT_EQ(readFile(path.string() + ".damaged-at-13", 1000), "of last week");
  EXPECT_EQ(readFile(path.string() + ".damaged-at-13-2", 1000), tail);
}

TEST(DamagedAppendLog, CutsNothingThatItCannotKeep) {
  const TemporaryFolder folder;
  const auto path = folder / "log";
  const std::string tail = writeDamagedLog(path);
  const std::string whole = readFile(path, 1000);
  {
    const FileSizeLimit full(tail.size() - 1);
    expectError(ErrorCode::kResourceExhausted, "file_limit_reached", [&] { const AppendLogWriter writer(path); });
  }
  EXPECT_EQ(readFile(path, 1000), whole);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1) << "nothing half-written";
}

}  // namespace
}  // namespace gan
