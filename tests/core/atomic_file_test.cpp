#include "core/atomic_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <thread>

#include "support/expect_error.h"
#include "support/file_size_limit.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

std::size_t entriesIn(const std::filesystem::path& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

TEST(WriteFileAtomically, WritesReplacesAndLeavesNothingElse) {
  const TemporaryFolder folder;
  writeFileAtomically(folder / "a", "old");
  writeFileAtomically(folder / "a", std::string("n\0w", 3));
  EXPECT_EQ(readFile(folder / "a", 100), std::string("n\0w", 3));
  writeFileAtomically(folder / "empty", "");
  EXPECT_EQ(readFile(folder / "empty", 0), "");
  EXPECT_EQ(entriesIn(folder.path()), 2U);
}

TEST(WriteFileAtomically, GivesTheModeThatWasAsked) {
  const TemporaryFolder folder;
  writeFileAtomically(folder / "key.pem", "secret", 0600);
  struct stat status {};
  ASSERT_EQ(::stat((folder / "key.pem").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST(WriteFileAtomically, AFullDiskLeavesTheOldContentAndNothingElse) {
  const TemporaryFolder folder;
  writeFileAtomically(folder / "a", "old");
  const std::string large(10'000, 'x');
  {
    const FileSizeLimit limit(4096);
    expectError(ErrorCode::kResourceExhausted, "file_limit_reached", [&] { writeFileAtomically(folder / "a", large); });
  }
  EXPECT_EQ(readFile(folder / "a", 100), "old");
  EXPECT_EQ(entriesIn(folder.path()), 1U);
}

TEST(WriteFileAtomically, ReadersNeverSeeAPart) {
  const TemporaryFolder folder;
  const std::string a(50'000, 'a');
  const std::string b(70'000, 'b');
  writeFileAtomically(folder / "f", a);
  std::jthread writer([&](const std::stop_token& stop) {
    for (int i = 0; i < 40 && !stop.stop_requested(); ++i) writeFileAtomically(folder / "f", i % 2 == 0 ? b : a);
  });
  for (int i = 0; i < 400; ++i) {
    const std::string seen = readFile(folder / "f", 100'000);
    ASSERT_TRUE(seen == a || seen == b) << seen.size();
  }
}

TEST(WriteFileAtomically, NamesWhatIsMissing) {
  const TemporaryFolder folder;
  const auto error =
      expectError(ErrorCode::kNotFound, "file_not_found", [&] { writeFileAtomically(folder / "no" / "a", "text"); });
  ASSERT_TRUE(error);
  EXPECT_NE(error->message().find((folder / "no" / "a").string()), std::string::npos);
}

TEST(WriteFileAtomically, ReplacesNothingButOrdinaryFiles) {
  const TemporaryFolder folder;
  writeFileAtomically(folder / "a", "old");
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  std::filesystem::create_symlink(folder / "a", folder / "link");
  std::filesystem::create_directory(folder / "folder");
  for (const char* name : {"pipe", "link", "folder"}) {
    const auto error = expectError(ErrorCode::kInvalidArgument, "file_not_ordinary",
                                   [&] { writeFileAtomically(folder / name, "new"); });
    ASSERT_TRUE(error);
    EXPECT_NE(error->message().find((folder / name).string()), std::string::npos);
    expectError(ErrorCode::kInvalidArgument, "file_not_ordinary", [&] { requireFilePlace(folder / name); });
  }
  EXPECT_TRUE(std::filesystem::is_fifo(folder / "pipe"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(readFile(folder / "a", 100), "old");
  EXPECT_EQ(entriesIn(folder.path()), 4U);
}

TEST(RequireFilePlace, TellsBeforeAnythingIsWritten) {
  const TemporaryFolder folder;
  writeFileAtomically(folder / "a", "old");
  requireFilePlace(folder / "a");
  requireFilePlace(folder / "new");
  expectError(ErrorCode::kNotFound, "file_not_found", [&] { requireFilePlace(folder / "no" / "a"); });
  expectError(ErrorCode::kNotFound, "file_parent_no_folder", [&] { requireFilePlace(folder / "a" / "b"); });
  expectError(ErrorCode::kInvalidArgument, "file_path_unusable", [&] { requireFilePlace(folder.path() / ""); });
  EXPECT_EQ(entriesIn(folder.path()), 1U);
}

TEST(ReadFile, RefusesALargerFileBeforeTakingMemory) {
  const TemporaryFolder folder;
  std::ofstream(folder / "sparse").put('x');
  std::filesystem::resize_file(folder / "sparse", std::uintmax_t{1} << 40U);
  expectError(ErrorCode::kInvalidArgument, "file_larger_than_expected", [&] { readFile(folder / "sparse", 1000); });
}

TEST(ReadFile, HoldsTheLimitForFilesWithoutASize) {
  EXPECT_FALSE(readFile("/proc/self/status", 1U << 20U).empty());
  expectError(ErrorCode::kInvalidArgument, "file_larger_than_expected", [] { readFile("/dev/zero", 5000); });
}

TEST(ReadFile, TellsMissingFromForbidden) {
  const TemporaryFolder folder;
  expectError(ErrorCode::kNotFound, "file_not_found", [&] { readFile(folder / "missing", 10); });
  expectError(ErrorCode::kInvalidArgument, "file_path_unusable", [&] { readFile(folder.path(), 10); });
  if (::geteuid() == 0) return;  // root may read everything
  writeFileAtomically(folder / "closed", "text", 0);
  expectError(ErrorCode::kPermissionDenied, "file_permission_denied", [&] { readFile(folder / "closed", 10); });
}

TEST(ThrowFileError, SortsErrnoByWhatHelps) {
  expectError(ErrorCode::kResourceExhausted, "disk_full", [] { throwFileError("write", "x", ENOSPC); });
  expectError(ErrorCode::kPermissionDenied, "file_permission_denied", [] { throwFileError("write", "x", EROFS); });
  expectError(ErrorCode::kAlreadyExists, "file_exists", [] { throwFileError("write", "x", EEXIST); });
  expectError(ErrorCode::kDataLoss, "file_input_output_error", [] { throwFileError("read", "x", EIO); });
}

TEST(FlushToDisk, TakesFilesAndFolders) {
  const TemporaryFolder folder;
  writeFileAtomically(folder / "a", "text");
  EXPECT_NO_THROW(flushToDisk(folder / "a"));
  EXPECT_NO_THROW(flushToDisk(folder.path()));
}

}  // namespace
}  // namespace gan
