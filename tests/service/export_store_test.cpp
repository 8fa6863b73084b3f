#include "service/export_store.h"

#include <gtest/gtest.h>

#include <fstream>

#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;
namespace v1 = ganstudio::v1;

/// A run with one export that is done.
class Exports : public testing::Test {
 protected:
  Exports() {
    fs::create_directories(out() / "3");
    writeExportRequest(store_.folderOf("a"), {});
    v1::ExportState state;
    state.mutable_info()->set_phase("done");
    writeExportState(store_.folderOf("a"), state);
    std::ofstream(out() / "0.png") << "zero";
    std::ofstream(out() / "3" / "1.png") << "one";
    std::ofstream(out() / ".2.png.77.tmp") << "half";
  }
  fs::path out() const { return store_.folderOf("a") / "out"; }

  TemporaryFolder run_;
  ExportStore store_{run_.path()};
};

TEST_F(Exports, ListWholeFilesByName) {
  v1::ExportInfo info = store_.info("a");
  store_.addFiles("", info);
  ASSERT_EQ(info.files_size(), 2);
  EXPECT_EQ(info.files(0).name(), "0.png");
  EXPECT_EQ(info.files(1).name(), "3/1.png");
  EXPECT_EQ(info.files(1).bytes(), 3U);
  EXPECT_FALSE(info.more_files());
  info.clear_files();
  store_.addFiles("0.png", info);
  EXPECT_EQ(info.files_size(), 1);
}

TEST_F(Exports, ListAThousandFilesAtATime) {
  for (int i = 0; i < 1200; ++i) std::ofstream(out() / ("x" + std::to_string(i)));
  v1::ExportInfo info = store_.info("a");
  store_.addFiles("", info);
  EXPECT_EQ(info.files_size(), 1000);
  EXPECT_TRUE(info.more_files());
  const std::string last = info.files(999).name();
  info.Clear();
  info.set_id("a");
  store_.addFiles(last, info);
  EXPECT_EQ(info.files_size(), 202);
  EXPECT_FALSE(info.more_files());
}

TEST_F(Exports, PartsOfOneListAgreeThoughFilesComeMeanwhile) {
  for (int i = 0; i < 1200; ++i) std::ofstream(out() / ("x" + std::to_string(i)));
  v1::ExportInfo info = store_.info("a");
  store_.addFiles("", info);
  const std::string last = info.files(999).name();
  std::ofstream(out() / "z") << "later";
  v1::ExportInfo rest = store_.info("a");
  store_.addFiles(last, rest);
  EXPECT_EQ(rest.files_size(), 202);
  info.clear_files();
  store_.addFiles("", info);
  rest.clear_files();
  store_.addFiles(last, rest);
  EXPECT_EQ(rest.files_size(), 203) << "a new list has it";
}

TEST_F(Exports, OpenTheirFilesOnly) {
  EXPECT_TRUE(store_.openFile("a", "3/1.png"));
  for (const char* name : {"", ".", "..", "../state.json", "3/../../state.json", "/etc/passwd", "3//1.png", "3/",
                           ".2.png.77.tmp", "3/./1.png", "a\nb"}) {
    expectError(ErrorCode::kInvalidArgument, "export_file_bad_name", [&] { (void)store_.openFile("a", name); });
  }
  expectError(ErrorCode::kInvalidArgument, "export_file_bad_name",
              [&] { (void)store_.openFile("a", std::string("0.png\0x", 7)); });
  for (const char* name : {"1.png", "3", "0.png/x"}) {
    expectError(ErrorCode::kNotFound, "export_file_not_found", [&] { (void)store_.openFile("a", name); });
  }
  for (const char* id : {"..", ".", "a/..", "A", "", "a/out"}) {
    expectError(ErrorCode::kInvalidArgument, "export_bad_id", [&] { (void)store_.openFile(id, "0.png"); });
  }
  expectError(ErrorCode::kNotFound, "export_not_found", [&] { (void)store_.openFile("b", "0.png"); });
}

TEST_F(Exports, FollowNoLinkOutOfTheirFolder) {
  fs::create_symlink(store_.folderOf("a") / "state.json", out() / "link");
  fs::create_directory_symlink(store_.folderOf("a"), out() / "up");
  for (const char* name : {"link", "up/state.json"}) {
    expectError(ErrorCode::kNotFound, "export_file_not_found", [&] { (void)store_.openFile("a", name); });
  }
  v1::ExportInfo info = store_.info("a");
  store_.addFiles("", info);
  EXPECT_EQ(info.files_size(), 2);
}

TEST_F(Exports, WhoseStateIsDamagedHaveFailed) {
  for (const std::string& text : {std::string("{\"info\": {\"phase\": 7"), std::string(), std::string(2 << 20, ' ')}) {
    std::ofstream(store_.folderOf("a") / "state.json") << text;
    const v1::ExportInfo info = store_.info("a");
    EXPECT_EQ(info.phase(), "failed");
    EXPECT_NE(info.error().arguments().empty(), true);
    EXPECT_EQ(store_.ids(), std::vector<std::string>{"a"});
  }
}

TEST_F(Exports, WhoseStateIsDamagedAreCancelledByWhoSaysSo) {
  std::ofstream(store_.folderOf("a") / "state.json") << "no state";
  std::ofstream(store_.folderOf("a") / "cancel").flush();
  const v1::ExportInfo info = store_.info("a");
  EXPECT_EQ(info.phase(), "cancelled");
  EXPECT_TRUE(info.has_error()) << "it still says what is wrong";
}

TEST_F(Exports, ThatAreDoneBeforeTheyAreCancelledKeepTheirFiles) {
  std::ofstream(store_.folderOf("a") / "cancel").flush();
  store_.removeCancelled("a");  // whoever cancels it saw it running still
  EXPECT_TRUE(fs::exists(out() / "0.png"));
  EXPECT_EQ(store_.info("a").phase(), "done");
  v1::ExportState state;
  state.mutable_info()->set_phase("running");
  writeExportState(store_.folderOf("a"), state);
  store_.removeCancelled("a");
  EXPECT_FALSE(fs::exists(out())) << "which nobody will make whole";
}

TEST_F(Exports, NeedRoomAndLeaveSome) {
  requireExportRoom(run_.path(), 1);
  const auto error = expectError(ErrorCode::kResourceExhausted, "export_no_room",
                                 [&] { requireExportRoom(run_.path(), std::uint64_t{1} << 60U); });
  EXPECT_NE(error->message().find(run_.path().string()), std::string::npos);
}

}  // namespace
}  // namespace gan
