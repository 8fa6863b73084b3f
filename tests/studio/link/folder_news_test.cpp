#include <gtest/gtest.h>

#include <QTest>
#include <fstream>

#include "core/atomic_file.h"
#include "link/engine_watch.h"
#include "run/lock.h"
#include "service/fake_run.h"

namespace gan {
namespace {

/// What is told at once, not at the next look.
class FolderNewsTest : public testing::Test {
 protected:
  FakeRun run_;
  int written_ = 0;
  int engine_ = 0;
  FolderNews news_{run_.folder(), {.on_written = [this] { ++written_; }, .on_engine = [this] { ++engine_; }}};

  static bool reaches(const int& count, int wanted) {
    return QTest::qWaitFor([&] { return count >= wanted; }, 20'000);
  }
};

TEST_F(FolderNewsTest, ComeOfMetricsAndOfTheJournal) {
  run_.rows(1);
  ASSERT_TRUE(reaches(written_, 1));
  const int before = written_;
  run_.journal(StatusChanged{RunStatus::kFinished, {}});
  EXPECT_TRUE(reaches(written_, before + 1));
  EXPECT_EQ(engine_, 0);
}

TEST_F(FolderNewsTest, ComeOfASegmentThatBegins) {
  MetricsWriter next(run_.folder().metrics(), 2, 60, {"loss/d"});
  EXPECT_TRUE(reaches(written_, 1));
}

TEST_F(FolderNewsTest, SayThatAnEngineTookTheRun) {
  const RunLock lock(run_.path());
  EXPECT_TRUE(reaches(engine_, 1));
}

TEST_F(FolderNewsTest, SayNothingOfWhatNobodyShows) {
  std::ofstream(run_.path() / "engine.log", std::ios::app) << "a line\n";
  writeFileAtomically(run_.folder().samples() / "x.json", "{}");
  run_.rows(1);
  ASSERT_TRUE(reaches(written_, 1));
  const int of_rows = written_;
  std::ofstream(run_.path() / "engine.log", std::ios::app) << "a line\n";
  QTest::qWait(50);
  EXPECT_EQ(written_, of_rows);
  EXPECT_EQ(engine_, 0);
}

}  // namespace
}  // namespace gan
