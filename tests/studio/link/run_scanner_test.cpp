#include "link/run_scanner.h"

#include <gtest/gtest.h>

#include <QTest>
#include <atomic>
#include <fstream>
#include <future>
#include <map>
#include <new>

#include "link/background.h"
#include "link/run_marks_file.h"
#include "run/journal.h"
#include "run/lock.h"
#include "run/run_folder.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

constexpr int kPatience = 10'000;  // ms

void makeRun(const std::filesystem::path& path, RunStatus status, const std::string& parent = {}) {
  RunManifest manifest;
  manifest.id = "0123456789abcdef";
  manifest.parent_path = parent;
  manifest.parent_step = parent.empty() ? -1 : 30;
  const RunFolder folder = RunFolder::create(path, RunConfig(), manifest);
  JournalWriter journal(folder.journal());
  SegmentStarted started;
  started.total_steps = 100;
  journal.append({.segment = 1, .what = started});
  journal.append({.segment = 1, .step = 40, .what = StatusChanged{status, {}}});
}

class RunScannerTest : public testing::Test {
 protected:
  RunScannerTest() {
    QObject::connect(&scanner_, &RunScanner::scanned, [this](const QVector<RunRow>& rows) {
      ++scans_;
      rows_.clear();
      for (const RunRow& row : rows) rows_[row.place.name.toStdString()] = row;
    });
  }
  bool waitForRows(std::size_t count) {
    return QTest::qWaitFor([&] { return scans_ > 0 && rows_.size() == count; }, kPatience);
  }

  TemporaryFolder folder_;
  QString watched_ = QString::fromStdString(folder_.path().string());
  RunScanner scanner_{[](const Message& why) { return QString::fromStdString(why.english()); }};
  int scans_ = 0;
  std::map<std::string, RunRow> rows_;
};

TEST_F(RunScannerTest, FindsRunsWithStateStepsAndParent) {
  makeRun(folder_ / "done", RunStatus::kFinished);
  makeRun(folder_ / "live", RunStatus::kRunning);
  makeRun(folder_ / "dead", RunStatus::kRunning);
  makeRun(folder_ / "branch", RunStatus::kDiverged, "../done");
  std::filesystem::create_directory(folder_ / "no run");
  const RunLock lock(folder_ / "live");

  scanner_.setFolders({watched_ + QStringLiteral("/")});

  ASSERT_TRUE(waitForRows(4));
  EXPECT_EQ(rows_["done"].state, RunRow::State::kFinished);
  EXPECT_EQ(rows_["done"].place.target, watched_ + QStringLiteral("/done"));
  EXPECT_EQ(rows_["done"].glance.step, 40);
  EXPECT_EQ(rows_["done"].glance.total_steps, 100);
  EXPECT_FALSE(rows_["done"].glance.writer_alive);
  EXPECT_EQ(rows_["live"].state, RunRow::State::kRunning);
  EXPECT_TRUE(rows_["live"].glance.writer_alive);
  EXPECT_EQ(rows_["dead"].state, RunRow::State::kLost);
  EXPECT_EQ(rows_["branch"].state, RunRow::State::kDiverged);
  EXPECT_EQ(rows_["branch"].parent, rows_["done"].place);
  EXPECT_EQ(rows_["branch"].glance.parent_step, 30);
}

TEST_F(RunScannerTest, SeesNewAndRemovedRunsByItself) {
  makeRun(folder_ / "first", RunStatus::kFinished);
  scanner_.setFolders({watched_});
  ASSERT_TRUE(waitForRows(1));

  makeRun(folder_ / "second", RunStatus::kFinished);
  EXPECT_TRUE(waitForRows(2));
  std::filesystem::remove_all(folder_ / "first");
  EXPECT_TRUE(waitForRows(1));
}

TEST_F(RunScannerTest, ARunInTwoFoldersIsListedOnce) {
  makeRun(folder_ / "run", RunStatus::kFinished);
  scanner_.setFolders({watched_, watched_ + QStringLiteral("/run")});
  EXPECT_TRUE(waitForRows(1));
}

TEST_F(RunScannerTest, HiddenItLooksOnlyWhenAsked) {
  scanner_.setVisible(false);
  scanner_.setFolders({watched_});
  ASSERT_TRUE(waitForRows(0));
  QTest::qWait(100);
  const int before = scans_;
  QTest::qWait(2500);
  EXPECT_EQ(scans_, before);

  makeRun(folder_ / "run", RunStatus::kFinished);
  scanner_.scanNow();
  EXPECT_TRUE(waitForRows(1));
}

void append(const std::filesystem::path& file, const std::string& text) { std::ofstream(file, std::ios::app) << text; }

TEST_F(RunScannerTest, ARunOfANewerEngineIsListedLikeAnyOther) {
  makeRun(folder_ / "newer", RunStatus::kFinished);
  append(folder_ / "newer/run.yaml", "\nfuture:\n  deep:\n    field: 3\n");

  scanner_.setFolders({watched_});

  ASSERT_TRUE(waitForRows(1));
  EXPECT_EQ(rows_["newer"].state, RunRow::State::kFinished);
  EXPECT_EQ(rows_["newer"].glance.step, 40);
}

TEST_F(RunScannerTest, ARunThatCannotBeReadIsListedWithTheReason) {
  makeRun(folder_ / "good", RunStatus::kFinished);
  makeRun(folder_ / "bad", RunStatus::kFinished);
  std::ofstream(folder_ / "bad/manifest.json") << "nonsense";

  scanner_.setFolders({watched_});

  ASSERT_TRUE(waitForRows(2));
  EXPECT_EQ(rows_["good"].state, RunRow::State::kFinished);
  EXPECT_EQ(rows_["bad"].state, RunRow::State::kUnreadable);
  EXPECT_TRUE(rows_["bad"].problem.contains(QStringLiteral("manifest.json"))) << rows_["bad"].problem.toStdString();
  EXPECT_EQ(rows_["bad"].place.target, watched_ + QStringLiteral("/bad"));
}

/// What goes wrong outside gan::Error, memory above all, ends a scan and not the program.
TEST_F(RunScannerTest, AnyExceptionLeavesTheListAsItWasAndItGoesOn) {
  makeRun(folder_ / "bad", RunStatus::kFinished);
  std::ofstream(folder_ / "bad/manifest.json") << "nonsense";
  std::atomic<int> asked{0};
  RunScanner scanner([&](const Message&) -> QString {
    if (++asked == 1) throw std::bad_alloc();
    return QStringLiteral("why");
  });
  QVector<RunRow> rows;
  QObject::connect(&scanner, &RunScanner::scanned, [&](const QVector<RunRow>& found) { rows = found; });

  scanner.setFolders({watched_});

  ASSERT_TRUE(QTest::qWaitFor([&] { return rows.size() == 1; }, kPatience));
  EXPECT_GE(asked, 2);
}

TEST_F(RunScannerTest, GoesAtOnceWhileADiskHangs) {
  makeRun(folder_ / "bad", RunStatus::kFinished);
  std::ofstream(folder_ / "bad/manifest.json") << "nonsense";
  std::promise<void> answered;
  std::shared_future<void> answer = answered.get_future().share();
  std::atomic<bool> hangs{false};
  auto scanner = std::make_unique<RunScanner>([&hangs, answer](const Message&) {
    hangs = true;
    answer.wait();
    return QString();
  });
  scanner->setFolders({watched_});
  ASSERT_TRUE(QTest::qWaitFor([&] { return hangs.load(); }, kPatience));

  scanner.reset();  // waiting for the answer would never end

  answered.set_value();
  EXPECT_TRUE(waitForEndings(std::chrono::milliseconds(kPatience)));
}

TEST_F(RunScannerTest, TellsWhatWasNotedOfARunAndWhyItCannotBeRead) {
  makeRun(folder_ / "noted", RunStatus::kFinished);
  changeRunMarks(folder_ / "noted", [](RunMarks& marks) { marks.name = QStringLiteral("Flowers"); });
  makeRun(folder_ / "spoilt", RunStatus::kFinished);
  append(folder_ / "spoilt" / kRunMarksFile, "nonsense");

  scanner_.setFolders({watched_});

  ASSERT_TRUE(waitForRows(2));
  EXPECT_EQ(rows_["noted"].marks.name, QStringLiteral("Flowers"));
  EXPECT_EQ(rows_["spoilt"].state, RunRow::State::kFinished) << "the run is as it was";
  EXPECT_EQ(rows_["spoilt"].marks, RunMarks());
  EXPECT_TRUE(rows_["spoilt"].marks_problem.contains(QLatin1String(kRunMarksFile)));
  changeRunMarks(folder_ / "noted", [](RunMarks& marks) { marks.starred = true; });
  scanner_.scanNow();
  EXPECT_TRUE(QTest::qWaitFor([&] { return rows_["noted"].marks.starred; }, kPatience));
}

TEST_F(RunScannerTest, AFolderThatIsNotThereHasNoRuns) {
  scanner_.setFolders({watched_ + QStringLiteral("/gone")});
  EXPECT_TRUE(waitForRows(0));
}

}  // namespace
}  // namespace gan
