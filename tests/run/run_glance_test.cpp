#include "run/run_glance.h"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <optional>
#include <string>

#include "core/append_log.h"
#include "core/atomic_file.h"
#include "run/journal.h"
#include "run/kept_evaluations.h"
#include "run/lock.h"
#include "run/metrics.h"
#include "run/run_folder.h"
#include "run/run_reader.h"
#include "support/evaluated.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

RunFolder makeRun(const std::filesystem::path& path) {
  RunManifest manifest;
  manifest.id = "0123456789abcdef";
  manifest.preset = "shapes-dcgan";
  manifest.parent_path = "../other";
  manifest.parent_step = 40;
  RunConfig config;
  config.set("training.steps", std::int64_t{5000});
  return RunFolder::create(path, config, manifest);
}

/// A run folder, written to as an engine would.
class RunGlanceTest : public testing::Test {
 protected:
  RunGlanceTest() : folder_(makeRun(temporary_ / "run")), journal_(folder_.journal()) {}

  void journal(std::int64_t step, decltype(Event::what) what) {
    journal_.append({.segment = segment_, .step = step, .unix_seconds = 1000, .what = std::move(what)});
  }
  void openSegment(std::int64_t first_step) {
    ++segment_;
    SegmentStarted started;
    started.first_step = first_step;
    started.total_steps = 6000;
    journal(first_step, started);
    metrics_.reset();
    metrics_.emplace(folder_.metrics(), segment_, first_step, std::vector<std::string>{"loss/g", "loss/d"});
    step_ = first_step;
  }
  void rows(int count, double seconds_per_row) {
    for (int i = 0; i < count; ++i) {
      seconds_ += seconds_per_row;
      metrics_->append({.step = ++step_, .unix_seconds = seconds_, .epoch = 0, .values = {0.5F, 0.25F}});
    }
    metrics_->publish();
  }
  RunGlance look() { return glancer_.look(folder_.path()); }

  /// Bytes that this process has asked the kernel for so far.
  static std::uint64_t bytesRead() {
    std::ifstream io("/proc/self/io");
    std::string name;
    std::uint64_t bytes = 0;
    io >> name >> bytes;
    EXPECT_EQ(name, "rchar:");
    return bytes;
  }

  /// Puts what looks like the beginnings of so many records before the newest of the segment's file.
  void pretend(int count) {
    const auto file = folder_.metrics() / "000001.cols";
    metrics_->flush();
    const std::string before = readFile(file, 1U << 20U);
    rows(30, 0.1);
    metrics_.reset();
    const std::string record = readFile(file, 1U << 20U).substr(before.size());
    std::ofstream damaged(file, std::ios::binary);
    damaged << before;
    const std::array<char, 9> header = {0, 1, 0, 0, 'R', 'R', 'R', 'R', 'R'};  // of 256 bytes, with a wrong checksum
    for (int i = 0; i < count; ++i) damaged.write(header.data(), header.size());
    damaged << record;
  }

  TemporaryFolder temporary_;
  RunFolder folder_;
  JournalWriter journal_;
  std::optional<MetricsWriter> metrics_;
  std::int32_t segment_ = 0;
  std::int64_t step_ = 0;
  double seconds_ = 1e9;
  RunGlancer glancer_;
};

TEST_F(RunGlanceTest, TellsStatusStepAndSpeedOfALiveRun) {
  const RunLock lock(folder_.path());
  openSegment(0);
  journal(0, StatusChanged{RunStatus::kRunning, {}});
  rows(400, 1.0);  // slower at first: only the newest 20 s count
  rows(100, 0.25);

  const RunGlance glance = look();

  EXPECT_EQ(glance.status, RunStatus::kRunning);
  EXPECT_TRUE(glance.writer_alive);
  EXPECT_TRUE(glance.writer_here);
  EXPECT_EQ(glance.step, 500);
  EXPECT_EQ(glance.total_steps, 6000);
  EXPECT_NEAR(glance.iterations_per_second, 4.0, 1e-9);
  EXPECT_EQ(glance.preset, "shapes-dcgan");
  EXPECT_EQ(glance.parent_path, "../other");
  EXPECT_EQ(glance.parent_step, 40);
}

TEST_F(RunGlanceTest, ARunWhoseEngineIsGoneHasNoSpeed) {
  openSegment(0);
  journal(0, StatusChanged{RunStatus::kRunning, {}});
  rows(100, 0.25);

  const RunGlance glance = look();

  EXPECT_EQ(glance.status, RunStatus::kRunning);
  EXPECT_FALSE(glance.writer_alive);
  EXPECT_FALSE(glance.writer_here);
  EXPECT_EQ(glance.iterations_per_second, 0);
}

TEST_F(RunGlanceTest, SaysTheSameAsAReaderOfTheWholeRunAtEachStage) {
  const RunLock lock(folder_.path());
  RunReader reader(folder_);
  const auto expectSame = [&](const char* stage) {
    reader.refresh();
    const RunSummary summary = reader.summary();
    const RunGlance glance = look();
    EXPECT_EQ(glance.step, summary.step) << stage;
    EXPECT_EQ(glance.status, summary.status) << stage;
    EXPECT_EQ(glance.writer_alive, summary.writer_alive) << stage;
    EXPECT_EQ(glance.total_steps, summary.total_steps) << stage;
    EXPECT_NEAR(glance.iterations_per_second, summary.iterations_per_second, 0.05) << stage;
  };
  expectSame("new");
  openSegment(0);
  expectSame("a segment without rows");
  journal(0, StatusChanged{RunStatus::kRunning, {}});
  rows(300, 0.1);
  expectSame("rows");
  journal(300, StatusChanged{RunStatus::kPaused, {}});
  expectSame("paused");
  openSegment(120);
  expectSame("rolled back");
  rows(7, 0.1);
  expectSame("rows after the roll back");
  journal(127, StatusChanged{RunStatus::kFinished, {}});
  expectSame("finished");
}

TEST_F(RunGlanceTest, SaysOnWhichDevicesOfItsHostItComputesSinceItWasStartedLast) {
  openSegment(0);
  EXPECT_EQ(look().computes_on, "");
  journal(1, RanksMeasured{1, {{"a", {}, {}, "cpu"}}});
  journal(2, RanksMeasured{1, {{"a", {}, {}, "0"}, {"a", {}, {}, "0+10"}, {"b", {}, {}, "3"}}});
  EXPECT_EQ(look().computes_on, "0+10");
  openSegment(2);
  EXPECT_EQ(look().computes_on, "");
  journal(3, RanksMeasured{1, {{"a", {}, {}, "1"}}});
  EXPECT_EQ(look().computes_on, "1");
  EXPECT_EQ(RunGlancer().look(folder_.path()).computes_on, "1") << "read in one go";
}

TEST_F(RunGlanceTest, AnAlertStandsUntilItsTroubleIsOverOrSomebodyAnswers) {
  const auto rules = [this] {
    std::vector<std::string> names;
    for (const Alert& alert : look().alerts) names.push_back(alert.rule);
    return names;
  };
  using Names = std::vector<std::string>;
  const auto alert = [](const char* rule, std::vector<std::string> actions) {
    return Alert{.rule = rule, .message = {"seen", "Something is wrong.", {}}, .actions = std::move(actions)};
  };
  openSegment(0);
  EXPECT_EQ(rules(), Names());
  journal(10, alert("contest", {"halve", "ignore"}));
  journal(11, alert("variety", {"ignore"}));
  journal(12, alert("disk", {}));
  EXPECT_EQ(rules(), Names({"contest", "variety"})) << "the third asks for nothing";
  journal(13, alert("contest", {"halve"}));
  EXPECT_EQ(rules(), Names({"variety", "contest"})) << "the newest of each rule";
  EXPECT_EQ(look().alerts.back().actions, Names({"halve"}));
  EXPECT_EQ(RunGlancer().look(folder_.path()).alerts, look().alerts) << "read in one go";
  Alert over = alert("contest", {});
  over.severity = Severity::kInfo;
  journal(14, over);
  EXPECT_EQ(rules(), Names({"variety"}));
  CommandHandled handled;
  handled.command.kind = CommandKind::kSample;
  handled.answer.result = CommandResult::kApplied;
  journal(15, handled);
  EXPECT_EQ(rules(), Names({"variety"})) << "no answer to it";
  handled.command.kind = CommandKind::kContinue;
  journal(15, handled);
  EXPECT_EQ(rules(), Names());
  journal(20, alert("variety", {"ignore"}));
  openSegment(10);
  EXPECT_EQ(rules(), Names());
  journal(21, alert("variety", {"ignore"}));
  journal(22, StatusChanged{RunStatus::kStopped, {}});
  EXPECT_EQ(rules(), Names());
}

TEST_F(RunGlanceTest, ReadsLittleOfALongRunAndNextToNothingTheNextTime) {
  openSegment(0);
  rows(400'000, 0.01);
  metrics_->flush();
  const auto file_bytes = std::filesystem::file_size(folder_.metrics() / "000001.cols");
  ASSERT_GT(file_bytes, 8'000'000U);

  const std::uint64_t before = bytesRead();
  EXPECT_EQ(look().step, 400'000);
  const std::uint64_t first = bytesRead() - before;
  EXPECT_EQ(look().step, 400'000);
  const std::uint64_t second = bytesRead() - before - first;

  EXPECT_LT(first, file_bytes / 8);
  EXPECT_LT(second, 1024U);  // what bytesRead() itself reads
}

TEST_F(RunGlanceTest, GoesOnAfterATornOrDamagedEnd) {
  openSegment(0);
  rows(50, 0.1);
  journal(50, StatusChanged{RunStatus::kStopped, {}});
  AppendLogWriter(folder_.journal()).append(R"({"type": "status", "status": "no such"})");
  std::ofstream(folder_.metrics() / "000001.cols", std::ios::app) << std::string(37, '\1');

  const RunGlance glance = look();

  EXPECT_EQ(glance.status, RunStatus::kStopped);
  EXPECT_EQ(glance.step, 50);
}

TEST_F(RunGlanceTest, AFileThatPretendsToBeRecordsIsGivenUp) {
  openSegment(0);
  rows(1, 0.1);
  journal(1, StatusChanged{RunStatus::kStopped, {}});
  pretend(100'000);
  EXPECT_EQ(look().step, 1) << "not looked through to its end";
}

TEST_F(RunGlanceTest, AFewBytesThatLookLikeRecordsHideNoneBehindThem) {
  openSegment(0);
  rows(1, 0.1);
  journal(1, StatusChanged{RunStatus::kStopped, {}});
  pretend(50);
  EXPECT_EQ(look().step, 31);
}

TEST_F(RunGlanceTest, TheBestScoreIsTheLowestFidOfTheCurrentLine) {
  openSegment(0);
  EXPECT_FALSE(look().best_score);
  EXPECT_EQ(look().best_by, "fid");
  journal(10, evaluatedAs({{"fid", 40}, {"precision", 0.5}}));
  journal(20, evaluatedAs({{"fid", 25}, {"precision", 0.6}}));
  journal(30, evaluatedAs({{"fid", 31}, {"precision", 0.7}}));
  EXPECT_EQ(look().best_score, 25);
  openSegment(10);  // what came after step 10 is superseded
  EXPECT_EQ(look().best_score, 40);
  journal(20, evaluatedAs({{"precision", 0.7}}));
  EXPECT_EQ(look().best_score, 40);
}

TEST_F(RunGlanceTest, TheBestScoreIsByWhatRanksTheRunNowAndSaysHowItWasFound) {
  openSegment(0);
  EXPECT_EQ(look().best_compares_as, "");
  journal(10, evaluatedAs({{"fid", 40}, {"precision", 0.5}}));
  journal(20, evaluatedAs({{"fid", 25}, {"precision", 0.4}}));
  EXPECT_EQ(look().best_compares_as, "in-domain-0123abcd-2048");
  CommandHandled changed;
  changed.command.values = {{"evaluation.best_by", std::string("precision")}};
  changed.answer.result = CommandResult::kRefused;
  journal(20, changed);
  EXPECT_EQ(look().best_score, 25);
  changed.answer.result = CommandResult::kApplied;
  journal(20, changed);
  EXPECT_EQ(look().best_by, "precision");
  EXPECT_EQ(look().best_score, 0.5);
}

TEST_F(RunGlanceTest, ScoresThatDoNotCompareWithTheNewestDoNotCount) {
  openSegment(0);
  journal(10, evaluatedAs({{"fid", 5}}));
  Evaluated other = evaluatedAs({{"fid", 60}});
  other.features.network = "inception";
  keepEvaluation(folder_.path(), "one", {.step = 10, .segment = 1, .unix_seconds = 2000, .evaluated = other});
  EXPECT_EQ(look().best_score, 60);
  other.scores = {{"fid", 50}};
  keepEvaluation(folder_.path(), "two", {.step = 20, .segment = 1, .unix_seconds = 3000, .evaluated = other});
  EXPECT_EQ(look().best_score, 50);
}

TEST_F(RunGlanceTest, ScoresOfOtherWeightsThanTheNewestOnesDoNotCount) {
  openSegment(0);
  journal(10, evaluatedAs({{"fid", 5}}));
  Evaluated other = evaluatedAs({{"fid", 60}});
  other.weights = "newest";
  keepEvaluation(folder_.path(), "one", {.step = 10, .segment = 1, .unix_seconds = 2000, .evaluated = other});
  EXPECT_EQ(look().best_score, 60);
}

TEST_F(RunGlanceTest, ARunMadeAnewUnderTheSameNameIsReadAnew) {
  openSegment(0);
  rows(50, 0.1);
  journal(50, StatusChanged{RunStatus::kFinished, {}});
  EXPECT_EQ(look().step, 50);
  std::filesystem::remove_all(folder_.path());
  makeRun(folder_.path());

  const RunGlance glance = look();

  EXPECT_EQ(glance.status, RunStatus::kStarting);
  EXPECT_EQ(glance.step, 0);
}

TEST_F(RunGlanceTest, AFolderThatIsNoRunIsRefused) {
  expectError(ErrorCode::kNotFound, "run_not_found", [&] { glancer_.look(temporary_.path()); });
}

}  // namespace
}  // namespace gan
