#include "core/log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "core/atomic_file.h"
#include "support/expect_error.h"
#include "support/file_size_limit.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

class Log : public testing::Test {
 protected:
  ~Log() override {
    log::setFile({});
    log::setConsoleGuard(nullptr);
    log::setConsoleLevel(log::Level::kInfo);
  }
  std::vector<std::string> lines() const {
    std::istringstream text(readFile(path_, 10U << 20U));
    std::vector<std::string> result;
    for (std::string line; std::getline(text, line);) result.push_back(line);
    return result;
  }
  TemporaryFolder folder_;
  std::filesystem::path path_ = folder_ / "engine.log";
};

TEST_F(Log, TextFromOutsideCannotForgeALine) {
  log::setFile(path_);
  log::info("name: a\n2026-01-01 error \x1b[31mforged\x7f\xc2\x9b tail \xc3\xa9");
  ASSERT_EQ(lines().size(), 1U);
  EXPECT_THAT(lines()[0], HasSubstr("name: a\\x0a2026-01-01 error \\x1b[31mforged\\x7f\\xc2\\x9b tail \xc3\xa9"));
}

TEST_F(Log, AListenerHearsWhatAFileWouldGetUntilItIsRemoved) {
  log::setConsoleLevel(log::Level::kError);
  std::vector<std::string> heard;
  log::setListener([&heard](log::Level level, std::string_view line) {
    heard.push_back((level == log::Level::kWarning ? "warning " : "other ") + std::string(line));
  });
  log::debug("hidden");
  log::warning("a\nb");
  log::info("c");
  log::setListener({});
  log::error("not heard");
  EXPECT_THAT(heard, testing::ElementsAre("warning a\\x0ab", "other c"));
}

TEST_F(Log, FilesSayTimeAndLevelAndAreAppendedTo) {
  log::setConsoleLevel(log::Level::kError);
  writeFileAtomically(path_, "before\n");
  log::setFile(path_);
  log::debug("hidden");
  log::info("one {} %s");
  log::setFile({});
  log::warning("not in the file");
  ASSERT_EQ(lines().size(), 2U);
  EXPECT_EQ(lines()[0], "before");
  EXPECT_THAT(lines()[1],
              MatchesRegex("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\\.[0-9]{3}[+-][0-9]{2}:[0-9]{2} info one \\{\\} %s"));
}

TEST_F(Log, ConsoleShowsItsLevelAndAbove) {
  log::setConsoleLevel(log::Level::kWarning);
  testing::internal::CaptureStderr();
  log::info("quiet");
  log::warning("loud");
  const std::string shown = testing::internal::GetCapturedStderr();
  EXPECT_THAT(shown, HasSubstr("loud"));
  EXPECT_THAT(shown, Not(HasSubstr("quiet")));
}

class CountingGuard : public log::ConsoleGuard {
 public:
  void beforeLine() override { ++before; }
  void afterLine() override { ++after; }
  int before = 0;
  int after = 0;
};

TEST_F(Log, TheGuardIsAskedAroundShownLinesOnly) {
  CountingGuard guard;
  log::setConsoleGuard(&guard);
  log::error("shown");
  log::debug("not shown");
  log::setConsoleGuard(nullptr);
  log::error("shown, without guard");
  EXPECT_EQ(guard.before, 1);
  EXPECT_EQ(guard.after, 1);
}

TEST_F(Log, ThreadsDoNotMixTheirLines) {
  log::setConsoleLevel(log::Level::kError);
  log::setFile(path_);
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread) {
      threads.emplace_back([] {
        for (int i = 0; i < 200; ++i) log::info("a line of some length");
      });
    }
  }
  const auto written = lines();
  ASSERT_EQ(written.size(), 800U);
  for (const auto& line : written) ASSERT_TRUE(line.ends_with(" info a line of some length")) << line;
}

TEST_F(Log, AFullDiskIsToldOnceAndStopsNothing) {
  writeFileAtomically(path_, std::string(8000, '.') + "\n");
  log::setFile(path_);
  testing::internal::CaptureStderr();
  {
    const FileSizeLimit limit(8100);
    log::info(std::string(200, 'x'));
    log::info(std::string(200, 'y'));
  }
  const std::string shown = testing::internal::GetCapturedStderr();
  const auto first = shown.find("engine.log is no longer written");
  ASSERT_NE(first, std::string::npos) << shown;
  EXPECT_EQ(shown.find("engine.log is no longer written", first + 1), std::string::npos) << shown;
}

TEST_F(Log, RefusesAFileThatCannotBeWritten) {
  expectError(ErrorCode::kNotFound, "file_not_found", [&] { log::setFile(folder_ / "no" / "engine.log"); });
  expectError(ErrorCode::kInvalidArgument, "file_path_unusable", [&] { log::setFile(folder_.path()); });
}

}  // namespace
}  // namespace gan
