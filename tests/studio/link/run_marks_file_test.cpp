#include "link/run_marks_file.h"

#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "core/error.h"
#include "run/run_folder.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

class RunMarksFile : public testing::Test {
 protected:
  void write(const std::string& text) { std::ofstream(file_) << text; }
  void star() {
    changeRunMarks(folder_.path(), [](RunMarks& marks) { marks.starred = true; });
  }
  std::string content() const {
    std::ostringstream text;
    text << std::ifstream(file_).rdbuf();
    return text.str();
  }
  void expectUnusable(const std::string& text, const std::string& why) {
    write(text);
    try {
      readRunMarks(folder_.path());
      ADD_FAILURE() << text.substr(0, 100) << " was taken";
    } catch (const Error& error) {
      EXPECT_EQ(error.id(), "run_marks_unusable");
      EXPECT_NE(error.message().find(file_.string()), std::string::npos) << error.message();
      EXPECT_NE(error.message().find(why), std::string::npos) << error.message();
    }
  }

  TemporaryFolder folder_;
  const fs::path file_ = folder_ / kRunMarksFile;
};

TEST_F(RunMarksFile, KeepsWhatWasNoted) {
  EXPECT_EQ(readRunMarks(folder_.path()), RunMarks());
  RunMarks noted;
  noted.name = QStringLiteral("花 2");
  noted.note = QStringLiteral("first line\n  second line");
  noted.tags = {QStringLiteral("good"), QStringLiteral("paper figure")};
  noted.starred = true;
  noted.archived = true;
  changeRunMarks(folder_.path(), [&](RunMarks& marks) { marks = noted; });
  EXPECT_EQ(readRunMarks(folder_.path()), noted);
  changeRunMarks(folder_.path(), [](RunMarks& marks) { marks.archived = false; });
  noted.archived = false;
  EXPECT_EQ(readRunMarks(folder_.path()), noted);
}

TEST_F(RunMarksFile, TidiesNamesAndTags) {
  changeRunMarks(folder_.path(), [](RunMarks& marks) {
    marks.name = QStringLiteral("  a\n b ");
    marks.tags = tagsOf(QStringLiteral(" good ,, very  good,good"));
  });
  const RunMarks marks = readRunMarks(folder_.path());
  EXPECT_EQ(marks.name, QStringLiteral("a b"));
  EXPECT_EQ(marks.tags, QStringList({QStringLiteral("good"), QStringLiteral("very good")}));
}

TEST_F(RunMarksFile, WhatALaterVersionNotedStays) {
  write(R"({"colour": "red", "name": "old"})");
  changeRunMarks(folder_.path(), [](RunMarks& marks) { marks.name.clear(); });
  EXPECT_NE(content().find("\"colour\": \"red\""), std::string::npos) << content();
  EXPECT_EQ(content().find("name"), std::string::npos) << content();
}

TEST_F(RunMarksFile, NamesWhatIsWrongWithAFileThatCannotBeUsed) {
  expectUnusable("", "JSON");
  expectUnusable("{\"name\": \"a", "JSON");
  expectUnusable("[1, 2]", "JSON");
  expectUnusable(R"({"name": 3})", "name");
  expectUnusable(R"({"note": ["a"]})", "note");
  expectUnusable(R"({"tags": "good"})", "tags");
  expectUnusable(R"({"tags": ["good", 3]})", "tags");
  expectUnusable(R"({"starred": 1})", "starred");
  expectUnusable(R"({"name": ")" + std::string(200, 'x') + "\"}", "120");
  expectUnusable(R"({"note": ")" + std::string(20'000, 'x') + "\"}", "10000");
  expectUnusable(R"({"name": "a"})" + std::string(1U << 20U, ' '), "larger");
}

TEST_F(RunMarksFile, AFileThatCannotBeUsedIsNotWrittenOver) {
  write("my own notes");
  expectError(ErrorCode::kDataLoss, "run_marks_unusable", [this] { star(); });
  EXPECT_EQ(content(), "my own notes");
}

TEST_F(RunMarksFile, APipeInItsPlaceHoldsNobodyUp) {
  ASSERT_EQ(::mkfifo(file_.c_str(), 0600), 0);
  expectError(ErrorCode::kDataLoss, "run_marks_unusable", [this] { readRunMarks(folder_.path()); });
}

TEST_F(RunMarksFile, RefusesMoreThanCanBeReadAgainAndKeepsWhatThereWas) {
  changeRunMarks(folder_.path(), [](RunMarks& marks) { marks.name = QStringLiteral("a"); });
  const std::string before = content();
  const auto refused = [this](const std::function<void(RunMarks&)>& change, const char* id) {
    expectError(ErrorCode::kInvalidArgument, id, [&] { changeRunMarks(folder_.path(), change); });
  };
  refused([](RunMarks& marks) { marks.name = QString(kMostMarkNameLetters + 1, QLatin1Char('x')); },
          "run_marks_too_long");
  refused([](RunMarks& marks) { marks.note = QString(kMostMarkNoteLetters + 1, QLatin1Char('x')); },
          "run_marks_too_long");
  refused([](RunMarks& marks) { marks.tags << QString(kMostMarkTagLetters + 1, QLatin1Char('x')); },
          "run_marks_too_long");
  refused(
      [](RunMarks& marks) {
        for (int i = 0; i <= kMostMarkTags; ++i) marks.tags << QString::number(i);
      },
      "run_marks_too_many_tags");
  EXPECT_EQ(content(), before);
}

TEST_F(RunMarksFile, TheLongestOfEverythingIsReadAgain) {
  RunMarks longest;
  longest.name = QString(kMostMarkNameLetters, QChar(0x4e00));
  longest.note = QString(kMostMarkNoteLetters, QChar(0x4e00));
  for (int i = 0; i < kMostMarkTags; ++i) {
    longest.tags << QString::number(i).rightJustified(kMostMarkTagLetters, QChar(0x4e00));
  }
  changeRunMarks(folder_.path(), [&](RunMarks& marks) { marks = longest; });
  EXPECT_EQ(readRunMarks(folder_.path()), longest);
}

TEST_F(RunMarksFile, OfAFolderThatMayNotBeWrittenSaysSo) {
  if (::geteuid() == 0) {
    if (::mount("none", folder_.path().c_str(), "tmpfs", MS_RDONLY, "size=4k") != 0) {
      GTEST_SKIP() << "root may not mount a file system here";
    }
  } else {
    fs::permissions(folder_.path(), fs::perms::owner_read | fs::perms::owner_exec);
  }
  expectError(ErrorCode::kPermissionDenied, "file_permission_denied", [this] { star(); });
  EXPECT_EQ(readRunMarks(folder_.path()), RunMarks());
  if (::geteuid() == 0) {
    ::umount2(folder_.path().c_str(), MNT_DETACH);
  } else {
    fs::permissions(folder_.path(), fs::perms::owner_all);
  }
}

TEST_F(RunMarksFile, TheRunIsTheSameRunWithIt) {
  RunManifest manifest;
  manifest.id = "0123456789abcdef";
  const RunFolder made = RunFolder::create(folder_ / "runs/first", RunConfig(), manifest);
  changeRunMarks(made.path(), [](RunMarks& marks) { marks.name = QStringLiteral("flowers"); });
  EXPECT_EQ(findRuns(folder_ / "runs"), std::vector<fs::path>{made.path()});
  EXPECT_EQ(RunFolder::open(made.path()).name(), "first");
}

}  // namespace
}  // namespace gan
