#include "protocol/export_files.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "core/atomic_file.h"
#include "protocol/studio.pb.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;
namespace v1 = ganstudio::v1;

using Content = std::map<std::string, std::string>;

/// An engine that lists two files at a time.
ExportFiles filesOf(const Content& content) {
  return {.list =
              [&content](const std::string& after) {
                v1::ExportInfo info;
                for (auto at = content.upper_bound(after); at != content.end(); ++at) {
                  if (info.files_size() == 2) {
                    info.set_more_files(true);
                    break;
                  }
                  info.add_files()->set_name(at->first);
                  info.mutable_files(info.files_size() - 1)->set_bytes(at->second.size());
                }
                return info;
              },
          .read =
              [&content](const std::string& name, const auto& take) {
                v1::FilePiece piece;
                for (const char letter : content.at(name)) {
                  piece.set_content(std::string(1, letter));
                  if (!take(piece)) return;
                  piece.set_offset(piece.offset() + 1);
                }
              }};
}

bool always(const ExportClient::Fetched& /*fetched*/) { return true; }

TEST(FetchExport, BringsEveryFileIntoItsFolder) {
  const Content content = {
      {"0/a.png", "first"}, {"0/b.png", "second"}, {"1/c.png", "third"}, {"empty", ""}, {"z", "z"}};
  const TemporaryFolder folder;
  const ExportClient::Fetched fetched = fetchExport(filesOf(content), folder / "new" / "folder", always);
  EXPECT_EQ(fetched.files, 5U);
  EXPECT_EQ(fetched.total_files, 5U);
  EXPECT_EQ(fetched.bytes, 17U);
  for (const auto& [name, text] : content) EXPECT_EQ(readFile(folder / "new" / "folder" / name, 100), text);
}

TEST(FetchExport, WritesNothingOutsideItsFolderWhateverAnEngineSays) {
  for (const char* name : {"../up", "/absolute", "a/../../up", ".hidden", "a//b", "", "a/", "line\nbreak"}) {
    const Content content = {{name, "evil"}};
    const TemporaryFolder folder;
    const ExportFiles files{.list =
                                [&](const std::string&) {
                                  v1::ExportInfo info;
                                  info.add_files()->set_name(name);
                                  return info;
                                },
                            .read = filesOf(content).read};
    expectError(ErrorCode::kInvalidArgument, "export_file_bad_name",
                [&] { fetchExport(files, folder / "inside", always); });
    EXPECT_TRUE(fs::is_empty(folder.path())) << name;
  }
}

TEST(FetchExport, ListsThatDoNotEndAndFilesOfAnotherSizeAreRefused) {
  const TemporaryFolder folder;
  const Content content = {{"a", "longer than it was said"}};
  ExportFiles files = filesOf(content);
  files.list = [](const std::string&) {
    v1::ExportInfo info;
    info.add_files()->set_name("a");
    info.mutable_files(0)->set_bytes(3);
    return info;
  };
  expectError(ErrorCode::kDataLoss, "export_answer_damaged", [&] { fetchExport(files, folder.path(), always); });
  files.list = [](const std::string&) {
    v1::ExportInfo info;
    info.add_files()->set_name("a");
    info.mutable_files(0)->set_bytes(3000);
    return info;
  };
  expectError(ErrorCode::kDataLoss, "export_answer_damaged", [&] { fetchExport(files, folder.path(), always); });
  files.list = [](const std::string&) {
    v1::ExportInfo info;
    info.add_files()->set_name("a");
    info.set_more_files(true);
    return info;
  };
  expectError(ErrorCode::kDataLoss, "export_answer_damaged", [&] { fetchExport(files, folder.path(), always); });
  EXPECT_TRUE(fs::is_empty(folder.path())) << "nothing half is left";
}

/// Those of an export of that name.
ExportFiles ofExport(const Content& content, const std::string& id) {
  ExportFiles files = filesOf(content);
  files.list = [list = files.list, id](const std::string& after) {
    v1::ExportInfo info = list(after);
    info.set_id(id);
    return info;
  };
  return files;
}

TEST(FetchExport, TakesNoFileOfAnotherExportForItsOwn) {
  const TemporaryFolder folder;
  const Content one = {{"samples.npz", "seed 1"}};
  const Content other = {{"samples.npz", "seed 2"}};
  fetchExport(ofExport(one, "one"), folder.path(), always);
  EXPECT_EQ(fetchExport(ofExport(one, "one"), folder.path(), always).files, 1U);
  expectError(ErrorCode::kAlreadyExists, "export_folder_taken",
              [&] { fetchExport(ofExport(other, "other"), folder.path(), always); });
  EXPECT_EQ(readFile(folder / "samples.npz", 100), "seed 1");
}

TEST(FetchExport, WritesOverNoFileThatItHasNotFetched) {
  const TemporaryFolder folder;
  std::ofstream(folder / "mine.txt") << "mine";
  std::ofstream(folder / "samples.npz") << "mine, too";
  expectError(ErrorCode::kAlreadyExists, "export_folder_taken", [&] {
    fetchExport(ofExport({{"samples.npz", "seed 1"}}, "one"), folder.path(), always);
  });
  EXPECT_EQ(readFile(folder / "samples.npz", 100), "mine, too");
  EXPECT_EQ(fetchExport(ofExport({{"other.npz", "seed 1"}}, "one"), folder.path(), always).files, 1U);
}

TEST(FetchExport, ListsNoLongerThanItIsWanted) {
  const TemporaryFolder folder;
  int pages = 0;
  const ExportFiles files{.list =
                              [&](const std::string& after) {
                                ++pages;
                                v1::ExportInfo info;
                                info.add_files()->set_name(after + "a");
                                info.set_more_files(true);
                                return info;
                              },
                          .read = {}};
  EXPECT_EQ(fetchExport(files, folder.path(), [&](const ExportClient::Fetched&) { return false; }).files, 0U);
  EXPECT_EQ(pages, 0) << "of a list without an end";
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(FetchExport, EndsWhenItIsToldSoAndLeavesNoHalfFile) {
  const TemporaryFolder folder;
  const Content content = {{"a", "some text"}, {"b", "more"}};
  const ExportClient::Fetched fetched =
      fetchExport(filesOf(content), folder.path(), [](const ExportClient::Fetched&) { return false; });
  EXPECT_EQ(fetched.files, 0U);
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

}  // namespace
}  // namespace gan
