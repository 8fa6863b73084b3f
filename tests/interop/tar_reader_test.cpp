#include "interop/tar_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "support/expect_error.h"
#include "support/tar_builder.h"

namespace gan {
namespace {

using test::paxRecord;
using test::tarEnd;
using test::tarFile;
using testing::ElementsAre;
using testing::HasSubstr;

TarReader readerOf(const std::string& archive) {
  const auto read = [&archive](std::uint64_t offset, std::span<std::byte> out) {
    ASSERT_LE(offset + out.size(), archive.size());
    std::memcpy(out.data(), archive.data() + offset, out.size());
  };
  return {read, archive.size(), "set.tar"};
}

/// "name=content" of each file.
std::vector<std::string> filesIn(const std::string& archive) {
  TarReader reader = readerOf(archive);
  std::vector<std::string> files;
  while (const auto entry = reader.next()) {
    files.push_back(entry->name + "=" + archive.substr(entry->content, entry->bytes));
  }
  return files;
}

void expectDamaged(const std::string& archive, const std::string& reason) {
  const auto error = expectError(ErrorCode::kDataLoss, "tar_damaged", [&] { filesIn(archive); });
  EXPECT_THAT(error->message(), HasSubstr(reason));
  EXPECT_THAT(error->message(), HasSubstr("set.tar"));
}

TEST(TarReader, ListsFilesAndPassesOverWhatIsNone) {
  EXPECT_THAT(filesIn(tarFile("./", "", '5') + tarFile("./a.jpg", "first") + tarFile("link", "", '2') +
                      tarFile("deep/b.jpg", std::string(512, 'b')) + tarFile("empty", "") + tarFile("old/", "", '\0') +
                      tarFile("old", "x", '\0') + tarEnd() + "not read"),
              ElementsAre("a.jpg=first", "deep/b.jpg=" + std::string(512, 'b'), "empty=", "old=x"));
}

TEST(TarReader, JoinsLongNames) {
  const std::string folder(120, 'f');
  const std::string name = std::string(60, 'p') + "/" + std::string(90, 'n');
  EXPECT_THAT(filesIn(tarFile("name", "1", '0', folder)), ElementsAre(folder + "/name=1"));
  EXPECT_THAT(
      filesIn(tarFile("././@LongLink", name + std::string(1, '\0'), 'L') + tarFile("cut", "2") + tarFile("next", "3")),
      ElementsAre(name + "=2", "next=3"));
  EXPECT_THAT(filesIn(tarFile("head", paxRecord("mtime", "1.5") + paxRecord("path", name), 'x') + tarFile("cut", "4") +
                      tarFile("next", "5")),
              ElementsAre(name + "=4", "next=5"));
}

TEST(TarReader, CountsTheLongNamesHeaderAsTheBeginningOfAFile) {
  const std::string archive = tarFile("a", "1") + tarFile("././@LongLink", "long", 'L') + tarFile("cut", "22");
  TarReader reader = readerOf(archive);
  EXPECT_EQ(reader.next()->header, 0U);
  const auto entry = reader.next();
  EXPECT_EQ(entry->header, 1024U);
  EXPECT_EQ(entry->content, 2560U);
  EXPECT_EQ(entry->end(), 2562U);
  // What lies between begins like an archive of its own.
  EXPECT_THAT(filesIn(archive.substr(1024, 2562 - 1024)), ElementsAre("long=22"));
}

TEST(TarReader, TakesSizesFromPaxAndInBinary) {
  const std::string zero_size = tarFile("big", "");
  const std::string content = std::string("12345") + std::string(507, '\0');
  EXPECT_THAT(filesIn(tarFile("head", paxRecord("size", "5"), 'x') + zero_size + content + tarFile("next", "n")),
              ElementsAre("big=12345", "next=n"));
  const std::string binary = test::withHeader(zero_size, 124, std::string("\x80\0\0\0\0\0\0\0\0\0\0\5", 12));
  EXPECT_THAT(filesIn(binary + content), ElementsAre("big=12345"));
}

TEST(TarReader, AcceptsTheSumsOfProgramsWithSignedBytes) {
  std::string archive = tarFile("\xe9t\xe9", "1");
  archive = test::withHeader(archive, 0, "\xe9");
  EXPECT_EQ(filesIn(archive).size(), 1U);
  const int plain = std::stoi(archive.substr(148, 6), nullptr, 8);
  std::array<char, 8> text{};
  std::snprintf(text.data(), text.size(), "%06o", plain - 2 * 256);  // two bytes above 127
  archive.replace(148, 6, text.data());
  EXPECT_EQ(filesIn(archive).size(), 1U);
}

TEST(TarReader, SaysWhereAnArchiveIsDamaged) {
  const std::string file = tarFile("a.jpg", std::string(600, 'a'));
  expectDamaged(file.substr(0, 1000), "at byte 0 it ends inside a file");
  expectDamaged(file + file.substr(0, 100), "at byte 1536 it ends inside a header");
  std::string flipped = file + file;
  flipped[1540] = '!';
  expectDamaged(flipped, "at byte 1536 there is no header");
  expectDamaged(test::withHeader(file, 124, "99999999999"), "no number");
  expectDamaged(test::withHeader(file, 124, "77777777777"), "it ends inside a file");
  expectDamaged(test::withHeader(file, 124, std::string(12, '\xff')), "no number");
  expectDamaged(tarFile("head", "99 path=x\n", 'x') + file, "attributes");
  expectDamaged(tarFile("head", "0 \n", 'x') + file, "attributes");
  expectDamaged(tarFile("head", paxRecord("size", "18446744073709551615"), 'x') + file, "it ends inside a file");
  expectDamaged(tarFile("head", paxRecord("GNU.sparse.major", "1"), 'x') + file, "empty parts");
  expectDamaged(tarFile("sparse", "x", 'S'), "empty parts");
  expectDamaged(tarFile("name", std::string((1U << 20U) + 1, 'n'), 'L') + file, "more than 1 MiB");
}

}  // namespace
}  // namespace gan
