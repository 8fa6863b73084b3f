#include "interop/npz_writer.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "interop/npz.h"
#include "support/file_size_limit.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

void writeTwoArrays(const std::filesystem::path& path) {
  NpzWriter file(path);
  file.begin("arr_0", "|u1", {2, 3});
  file.append("abc");
  file.append("def");
  file.begin("arr_1", "<i8", {2});
  file.append({"\x01\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0", 16});
  file.finish();
}

TEST(NpzWriter, ComesBackAsItWasWritten) {
  const TemporaryFolder folder;
  writeTwoArrays(folder / "x.npz");
  const NpzFile file(folder / "x.npz");
  EXPECT_EQ(file.names(), (std::vector<std::string>{"arr_0", "arr_1"}));
  const NpyArray letters = file.read("arr_0");
  EXPECT_EQ(letters.type, "|u1");
  EXPECT_EQ(letters.shape, (std::vector<std::int64_t>{2, 3}));
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(letters.bytes.data()), 6), "abcdef");
  EXPECT_EQ(file.read("arr_1").shape, std::vector<std::int64_t>{2});
}

TEST(NpzWriter, PythonsZipModuleFindsNothingWrong) {
  const TemporaryFolder folder;
  writeTwoArrays(folder / "x.npz");
  const auto checked = test::run({"python3", "-m", "zipfile", "-t", folder / "x.npz"});
  EXPECT_EQ(checked.output, "Done testing\n") << checked.errors;
}

TEST(NpzWriter, UnfinishedOrOnAFullDiskNothingIsLeft) {
  const TemporaryFolder folder;
  {
    NpzWriter file(folder / "x.npz");
    file.begin("arr_0", "|u1", {2, 3});
    file.append("abc");
  }
  {
    const FileSizeLimit limit(1000);
    NpzWriter file(folder / "x.npz");
    file.begin("arr_0", "|u1", {100'000});
    EXPECT_ANY_THROW(file.append(std::string(100'000, 'x')));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace gan
