#include "interop/mat_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <filesystem>
#include <string>

#include "core/atomic_file.h"
#include "interop/imagenet_devkit.h"
#include "support/expect_error.h"

namespace gan {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::filesystem::path kGoldens = std::filesystem::path(GAN_SOURCE_DIR) / "tests/interop/archives/imagenet";

std::string word(std::uint32_t value) { return {reinterpret_cast<const char*>(&value), 4}; }

std::string element(std::uint32_t type, const std::string& data) {
  return word(type) + word(static_cast<std::uint32_t>(data.size())) + data +
         std::string((8 - data.size() % 8) % 8, '\0');
}

std::string matrix(std::uint32_t array_class, std::int32_t rows, std::int32_t columns, const std::string& name,
                   const std::string& parts) {
  return element(14,
                 element(6, word(array_class) + word(0)) +
                     element(5, word(static_cast<std::uint32_t>(rows)) + word(static_cast<std::uint32_t>(columns))) +
                     element(1, name) + parts);
}

std::string number(double value) { return matrix(6, 1, 1, "", element(9, {reinterpret_cast<const char*>(&value), 8})); }

std::string header() { return std::string(124, ' ') + std::string("\0\1IM", 4); }

/// Fields "id" and "name", which take eight bytes each.
std::string names() {
  return word(5U | 4U << 16U) + word(8) + element(1, std::string("id\0\0\0\0\0\0name\0\0\0\0", 16));
}

std::string twoRows() {
  // 2 x 1 structures; 'b' as a short element of UTF-16.
  const std::string short_text = matrix(4, 1, 1, "", word(4U | 2U << 16U) + std::string("b\0\0\0", 4));
  const std::string small_number = matrix(6, 1, 1, "", word(2U | 1U << 16U) + std::string("\7\0\0\0", 4));
  return matrix(2, 2, 1, "rows",
                names() + number(2.5) + matrix(4, 1, 3, "", element(16, "abc")) + small_number + short_text);
}

MatTable read(const std::string& bytes, std::string_view name = "rows") {
  return readMatTable(std::as_bytes(std::span(bytes)), name, "set.mat");
}

void expectDamaged(const std::string& bytes, const std::string& reason) {
  const auto error = expectError(ErrorCode::kDataLoss, "mat_damaged", [&] { read(bytes); });
  EXPECT_THAT(error->message(), HasSubstr(reason));
}

std::string compressed(const std::string& bytes) {
  std::string out(compressBound(bytes.size()), '\0');
  uLongf size = out.size();
  compress(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  out.resize(size);
  return word(15) + word(static_cast<std::uint32_t>(size)) + out;
}

TEST(MatFile, ReadsStructuresOfNumbersAndText) {
  for (const std::string& bytes : {header() + number(1) + twoRows(), header() + compressed(twoRows())}) {
    const MatTable table = read(bytes);
    EXPECT_THAT(table.fields, ElementsAre("id", "name"));
    ASSERT_EQ(table.rows.size(), 2U);
    EXPECT_EQ(std::get<double>(table.rows[0][0]), 2.5);
    EXPECT_EQ(std::get<std::string>(table.rows[0][1]), "abc");
    EXPECT_EQ(std::get<double>(table.rows[1][table.field("id")]), 7);
    EXPECT_EQ(std::get<std::string>(table.rows[1][1]), "b");
    expectError(ErrorCode::kDataLoss, "mat_no_field", [&] { (void)table.field("other"); });
  }
}

TEST(MatFile, SaysWhatIsWrong) {
  const std::string whole = header() + twoRows();
  expectError(ErrorCode::kDataLoss, "mat_no_table", [&] { read(whole, "others"); });
  expectError(ErrorCode::kDataLoss, "mat_no_table", [&] { read(header()); });
  expectDamaged("", "shorter than its header");
  expectDamaged(std::string(124, ' ') + std::string("\2\0IM", 4) + twoRows(),
                "its header is not that of a MATLAB 5 file");
  expectDamaged(std::string(124, ' ') + "\1" + std::string("\0MI", 3) + twoRows(),
                "its header is not that of a MATLAB 5 file");
  for (std::size_t length = 129; length < whole.size(); ++length) {
    if (length == 128) continue;
    expectError(ErrorCode::kDataLoss, "mat_damaged", [&] { read(whole.substr(0, length)); });
  }
  expectDamaged(header() + matrix(2, -1, 1, "rows", names()), "impossible");
  expectDamaged(header() + matrix(2, 0x7fffffff, 0x7fffffff, "rows", names()), "more structures");
  expectDamaged(header() + matrix(2, 1000, 1, "rows", names() + number(1)), "ends inside an element");
  expectDamaged(header() + matrix(2, 1, 1, "rows", word(5U | 4U << 16U) + word(0) + element(1, "id")), "impossible");
  std::string packed = header() + compressed(twoRows());
  packed[packed.size() / 2 + 70] ^= 0x55;
  expectError(ErrorCode::kDataLoss, "mat_damaged", [&] { read(packed); });
  expectDamaged(header() + compressed(std::string(65U << 20U, '\0')), "more than 64 MiB");
}

TEST(MatFile, ReadsWhatSciPyWrites) {
  const std::string bytes = readFile(kGoldens / "meta_plain.mat", 1U << 20U);
  const MatTable table = read(bytes, "synsets");
  ASSERT_EQ(table.rows.size(), 4U);
  EXPECT_EQ(std::get<std::string>(table.rows[0][table.field("WNID")]), "n02000002");
  EXPECT_EQ(std::get<std::string>(table.rows[0][table.field("words")]), "tench, Tinca tinca");
  EXPECT_EQ(std::get<double>(table.rows[3][table.field("num_children")]), 3);
  EXPECT_TRUE(std::holds_alternative<std::monostate>(table.rows[3][table.field("children")]));
}

TEST(ImageNetDevkit, ReadsTheKitOutOfItsArchive) {
  const auto kit = findImageNetDevkit(kGoldens);
  ASSERT_TRUE(kit);
  EXPECT_THAT(kit->classes, ElementsAre("n01000001", "n02000002", "n03000003"));
  EXPECT_THAT(kit->validation, ElementsAre(2, 1, 1, 0));
  EXPECT_FALSE(findImageNetDevkit(kGoldens / "nowhere"));
}

TEST(ImageNetDevkit, NamesALineThatNamesNoClass) {
  const std::string meta = readFile(kGoldens / "meta_plain.mat", 1U << 20U);
  for (const std::string line : {"4", "0", "x", "1 2", "99999999999999999999"}) {
    const auto error = expectError(ErrorCode::kDataLoss, "devkit_damaged",
                                   [&] { readImageNetDevkit(meta, "1\r\n" + line + "\n", "kit"); });
    EXPECT_THAT(error->message(), HasSubstr("line 2")) << line;
  }
}

}  // namespace
}  // namespace gan
