#include "run/recorder.h"

#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>

#include "core/atomic_file.h"
#include "core/error.h"
#include "run/evaluated.h"
#include "run/rank_reports.h"
#include "run/run_reader.h"
#include "support/edit_lock.h"
#include "support/expect_error.h"
#include "support/small_disk.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

class RecorderTest : public testing::Test {
 protected:
  RecorderTest() : folder_(RunFolder::create(temporary_ / "run", RunConfig(), manifest())), lock_(folder_.path()) {}

  static RunManifest manifest() {
    RunManifest manifest;
    manifest.id = "0123456789abcdef";
    return manifest;
  }
  static RecorderOptions options() {
    RecorderOptions options;
    options.columns = {"loss/d", "loss/g"};
    options.publish_seconds = 0.01;
    return options;
  }
  static MetricsRow row(std::int64_t step) {
    return {step, 1000.0 + static_cast<double>(step), 0.1, {static_cast<float>(step), -static_cast<float>(step)}};
  }

  TemporaryFolder temporary_;
  RunFolder folder_;
  RunLock lock_;
};

TEST_F(RecorderTest, JournalsTheLoadOfHostAndDevice) {
  RecorderOptions often = options();
  often.load_seconds = 0.01;
  const DeviceLoad device = {.busy_percent = 42, .memory_used_bytes = 1, .memory_total_bytes = 2};
  often.device_load = [device] { return std::optional(device); };
  Recorder recorder(folder_, lock_, often);
  recorder.startSegment({});
  RunReader reader(folder_);
  for (std::int64_t step = 1; step <= 2000 && !reader.summary().load; ++step) {
    recorder.record(row(step));
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    reader.refresh();
  }
  ASSERT_TRUE(reader.summary().load);
  EXPECT_GT(reader.summary().load->memory_bytes, 0U);
  EXPECT_EQ(reader.summary().load->device, device);
}

TEST_F(RecorderTest, SaysNoLoadBeforeThereWasATimeToMeasureItOver) {
  RecorderOptions rarely = options();
  rarely.load_seconds = 3600;
  int asked = 0;
  rarely.device_load = [&asked] {
    ++asked;
    return std::nullopt;
  };
  {
    Recorder recorder(folder_, lock_, rarely);
    recorder.startSegment({});
    for (std::int64_t step = 1; step <= 3; ++step) {
      recorder.record(row(step));
      recorder.drain();  // after each batch a load that is due is journalled
    }
  }
  EXPECT_EQ(asked, 0);
  for (const Event& event : readJournal(folder_.journal())) {
    EXPECT_FALSE(std::holds_alternative<LoadMeasured>(event.what)) << describe(event);
  }
}

TEST_F(RecorderTest, JournalsWhatOtherRanksReportAndOnceOnly) {
  RankReportWriter writer(folder_, 1, "node1");
  RecorderOptions of_two = options();
  of_two.ranks = 2;
  const auto reports = [this] {
    std::vector<std::string> texts;
    for (const Event& event : readJournal(folder_.journal())) {
      if (std::holds_alternative<RankReported>(event.what)) texts.push_back(describe(event));
    }
    return texts;
  };
  {
    Recorder recorder(folder_, lock_, of_two);
    recorder.startSegment({});
    recorder.record(row(1));
    recorder.drain();
    writer.report(Severity::kWarning, {"", "slow disk", {}});
    recorder.drain();
    EXPECT_EQ(reports(), std::vector<std::string>{"step 1: rank 1 on node1: warning: slow disk"});
  }
  writer.report(Severity::kInfo, {"", "after rank 0 was gone", {}});
  Recorder recorder(folder_, lock_, of_two);
  SegmentStarted again;
  again.first_step = 1;
  recorder.startSegment(again);
  recorder.drain();
  ASSERT_EQ(reports().size(), 2U);
  EXPECT_EQ(reports()[1], "step 1: rank 1 on node1: after rank 0 was gone");
}

TEST_F(RecorderTest, WhatWasDrainedIsThereForAReader) {
  Recorder recorder(folder_, lock_, options());
  recorder.startSegment({});
  for (std::int64_t step = 1; step <= 1000; ++step) recorder.record(row(step));
  recorder.record(1000, StatusChanged{RunStatus::kPaused, {}});
  recorder.drain();

  RunReader reader(folder_);
  reader.refresh();
  EXPECT_EQ(reader.summary().status, RunStatus::kPaused);
  const auto values = reader.values("loss/g", {1, 1000}, 2000);
  ASSERT_EQ(values.values.size(), 1000U);
  EXPECT_EQ(values.values[499], -500.0F);
}

TEST_F(RecorderTest, ASegmentThatBeginsEarlierSupersedesLaterRows) {
  Recorder recorder(folder_, lock_, options());
  recorder.startSegment({});
  for (std::int64_t step = 1; step <= 100; ++step) recorder.record(row(step));
  SegmentStarted again;
  again.cause = SegmentStarted::Cause::kRollback;
  again.first_step = 40;
  recorder.startSegment(again);
  recorder.record(row(41));
  recorder.drain();
  EXPECT_EQ(recorder.segment(), 2);

  RunReader reader(folder_);
  reader.refresh();
  EXPECT_EQ(reader.values("loss/d", {0, 1000}, 2000).steps.back(), 41);
}

TEST_F(RecorderTest, SegmentsAreCountedOnAfterARestart) {
  { Recorder(folder_, lock_, options()).startSegment({}); }
  Recorder recorder(folder_, lock_, options());
  recorder.startSegment({});
  EXPECT_EQ(recorder.segment(), 2);
}

TEST_F(RecorderTest, SegmentsAreCountedOnThoughTheJournalLostItsEnd) {
  for (int start = 0; start < 2; ++start) {
    Recorder recorder(folder_, lock_, options());
    recorder.startSegment({});
    recorder.record(row(1));
  }
  std::filesystem::resize_file(folder_.journal(), std::filesystem::file_size(folder_.journal()) - 1);
  Recorder recorder(folder_, lock_, options());
  EXPECT_EQ(recorder.segment(), 2) << "a segment's file is not to be written into again";
  recorder.startSegment({});
  recorder.record(row(1));
  EXPECT_NO_THROW(recorder.drain());
}

TEST_F(RecorderTest, ErrandsRunInOrderAfterTheRowsBeforeThem) {
  Recorder recorder(folder_, lock_, options());
  recorder.startSegment({});
  std::atomic<int> first{0};
  std::size_t rows_seen = 0;
  recorder.record(row(1));
  recorder.post([&](const Recorder::Journal& journal) {
    RunReader reader(folder_);
    reader.refresh();
    rows_seen = reader.values("loss/d", {0, 10}, 10).values.size();
    journal(1, CheckpointWritten{"step-00000001.s1", 1, 0, false});
    first = 1;
  });
  recorder.post([&](const Recorder::Journal&) { first = first == 1 ? 2 : -1; });
  recorder.drain();
  EXPECT_EQ(rows_seen, 1U) << "a checkpoint must not be newer than the scalars";
  EXPECT_EQ(first, 2);
}

TEST_F(RecorderTest, WritesTheScoresThatAnErrandJournalsForTensorBoardToo) {
  Evaluated evaluated;
  evaluated.scores = {{"fid", 7, {}}};
  {
    Recorder recorder(folder_, lock_, options());
    recorder.startSegment({});
    recorder.post([&](const Recorder::Journal& journal) { journal(1, evaluated); });
    recorder.record(row(2));
  }
  EXPECT_EQ(std::get<Evaluated>(readJournal(folder_.journal()).back().what), evaluated);
  std::string written;
  for (const auto& file : fs::directory_iterator(folder_.path())) {
    if (file.path().filename().string().find("tfevents") != std::string::npos) written += readFile(file.path(), 65536);
  }
  EXPECT_NE(written.find(seriesName(evaluated, "fid")), std::string::npos);
}

TEST_F(RecorderTest, AnErrandThatThrowsIsItsOwnAffair) {
  Recorder recorder(folder_, lock_, options());
  recorder.startSegment({});
  recorder.post([](const Recorder::Journal&) { throw std::runtime_error("the errand's own affair"); });
  bool ran = false;
  recorder.post([&](const Recorder::Journal& journal) {
    ran = true;
    journal(1, SampleWritten{"s", 0});
  });
  recorder.record(row(1));
  recorder.drain();
  EXPECT_TRUE(ran);
  RunReader reader(folder_);
  reader.refresh();
  EXPECT_EQ(reader.values("loss/d", {0, 10}, 10).steps.size(), 1U);
  EXPECT_TRUE(std::holds_alternative<SampleWritten>(reader.events().back().what));
}

/// Holds an errand, or whatever waits for it, until it is told to go on; at its end at the latest.
class Gate {
 public:
  ~Gate() { open(); }
  void pass() {
    ++arrived_;
    while (!open_) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  void waitForArrival() const {
    while (arrived_ == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  void open() { open_ = true; }

 private:
  std::atomic<int> arrived_{0};
  std::atomic<bool> open_{false};
};

bool becomesTrue(const std::function<bool()>& condition) {
  for (int i = 0; i < 10'000 && !condition(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return condition();
}

TEST_F(RecorderTest, WritesEventsAndScalarsBesideALongErrandWhoseOwnEventComesWhenItIsDone) {
  Gate gate;
  Recorder recorder(folder_, lock_, options());
  SegmentStarted started;
  started.first_step = 0;
  recorder.startSegment(started);
  recorder.record(row(1));
  recorder.post([&](const Recorder::Journal& journal) {
    gate.pass();
    journal(1, CheckpointWritten{"step-00000001.s1", 1, 0, false});
  });
  gate.waitForArrival();
  recorder.record(row(2));
  std::atomic<bool> told{false};
  bool was_there = false;
  recorder.record(2, StatusChanged{RunStatus::kPaused, {}}, [&] {
    was_there = std::holds_alternative<StatusChanged>(readJournal(folder_.journal()).back().what);
    told = true;
  });
  ASSERT_TRUE(becomesTrue([&] { return told.load(); }));
  EXPECT_TRUE(was_there) << "told before the journal had it";
  RunReader reader(folder_);
  reader.refresh();
  EXPECT_EQ(reader.values("loss/d", {0, 10}, 10).steps.size(), 2U);
  EXPECT_EQ(reader.summary().step, 2);
  gate.open();
  recorder.drain();
  const std::vector<Event> events = readJournal(folder_.journal());
  ASSERT_TRUE(std::holds_alternative<CheckpointWritten>(events.back().what));
  EXPECT_EQ(events.back().step, 1);
  EXPECT_EQ(events.back().segment, 1);
  reader.refresh();
  EXPECT_EQ(reader.summary().step, 2) << "a checkpoint that comes late does not take the run back";
}

TEST_F(RecorderTest, NobodyIsToldOfAnEventThatIsNotWritten) {
  const auto held = std::make_shared<int>(0);
  std::atomic<bool> told{false};
  {
    lock_.keepAlive(std::chrono::milliseconds(10));
    Gate gate;
    Recorder recorder(folder_, lock_, options());
    recorder.startSegment({});
    recorder.record(0, StatusChanged{}, [&] { gate.pass(); });
    gate.waitForArrival();
    recorder.record(0, StatusChanged{}, [&told, held] { told = true; });
    EXPECT_TRUE(becomesTrue([&] {
      std::ofstream(folder_.path() / "lock") << "{}";  // anew: a sign of life that was on its way may follow the first
      try {
        lock_.throwIfLost();
        return false;
      } catch (const Error&) {
        return true;
      }
    }));
    gate.open();
    EXPECT_THROW(recorder.drain(), Error);
  }
  EXPECT_FALSE(told);
  EXPECT_EQ(held.use_count(), 1);
}

TEST_F(RecorderTest, LetsTrainingWaitWhereTheDiskIsFarBehindInsteadOfTakingMemoryWithoutLimit) {
  Gate gate;
  Recorder recorder(folder_, lock_, options());
  recorder.startSegment({});
  recorder.record(0, StatusChanged{}, [&] { gate.pass(); });
  gate.waitForArrival();
  std::atomic<std::int64_t> handed_over{0};
  constexpr auto kMost = static_cast<std::int64_t>(Recorder::kMostWaiting);
  std::thread training([&] {
    for (std::int64_t step = 1; step <= kMost + 100; ++step) {
      recorder.record(row(step));
      handed_over = step;
    }
  });
  EXPECT_TRUE(becomesTrue([&] { return handed_over >= kMost - 10; }));
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_LE(handed_over, kMost);
  gate.open();
  training.join();
  recorder.drain();
  RunReader reader(folder_);
  reader.refresh();
  EXPECT_EQ(reader.values("loss/d", {0, 2 * kMost}, 20'000).steps.size(), static_cast<std::size_t>(kMost + 100));
}

TEST_F(RecorderTest, LetsTrainingWaitBeforeItHandsOverOneErrandTooMany) {
  Gate gate;
  Recorder recorder(folder_, lock_, options());
  recorder.startSegment({});
  std::atomic<std::size_t> handed_over{0};
  std::atomic<std::size_t> done{0};
  std::thread training([&] {
    for (std::size_t i = 0; i < Recorder::kMostErrands + 2; ++i) {
      recorder.post([&](const Recorder::Journal&) {
        gate.pass();
        ++done;
      });
      ++handed_over;
    }
  });
  EXPECT_TRUE(becomesTrue([&] { return handed_over == Recorder::kMostErrands; }));
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_EQ(handed_over, Recorder::kMostErrands);
  gate.open();
  training.join();
  recorder.drain();
  EXPECT_EQ(done, Recorder::kMostErrands + 2);
}

/// A run on a disk that is soon full.
class FullDiskRecorderTest : public RecorderTest {
 protected:
  void SetUp() override {
    if (!disk_.mounted()) GTEST_SKIP() << "Only root may mount a small file system; nothing was checked.";
    folder_ = RunFolder::create(disk_.path() / "run", RunConfig(), manifest());
    disk_lock_.emplace(folder_.path());
  }
  static void expectDiskFull(const std::function<void()>& action) {
    expectError(ErrorCode::kResourceExhausted, "disk_full", action);
  }

  SmallDisk disk_{256};
  std::optional<RunLock> disk_lock_;
};

TEST_F(FullDiskRecorderTest, AWriteThatFailsEndsRecordingAndEveryLaterCallSaysWhy) {
  Recorder recorder(folder_, *disk_lock_, options());
  recorder.startSegment({});
  recorder.record(row(1));
  recorder.drain();
  disk_.fill();
  Alert large;
  large.message.text = std::string(9000, 'x');
  recorder.record(1, large);
  expectDiskFull([&] { recorder.drain(); });
  expectDiskFull([&] { recorder.drain(); });
  expectDiskFull([&] { recorder.record(row(2)); });
  expectDiskFull([&] { recorder.record(2, StatusChanged{}); });
  expectDiskFull([&] { recorder.post([](const Recorder::Journal&) {}); });

  RunReader reader(folder_);
  reader.refresh();
  EXPECT_EQ(reader.values("loss/d", {0, 10}, 10).steps.size(), 1U);
}

TEST_F(FullDiskRecorderTest, AnErrandThatSwallowsAFailureOfTheJournalDoesNotHideIt) {
  Recorder recorder(folder_, *disk_lock_, options());
  recorder.startSegment({});
  recorder.drain();
  disk_.fill();
  recorder.post([](const Recorder::Journal& journal) {
    try {
      journal(1, SampleWritten{std::string(9000, 'x'), 0});
    } catch (const Error&) {
    }
  });
  expectDiskFull([&] { recorder.drain(); });
}

TEST_F(FullDiskRecorderTest, ErrandsThatAreNoLongerRunAreDestroyed) {
  Recorder recorder(folder_, *disk_lock_, options());
  recorder.startSegment({});
  recorder.drain();
  disk_.fill();
  const auto held = std::make_shared<int>(0);
  std::atomic<bool> go{false};
  recorder.post([&](const Recorder::Journal& journal) {
    while (!go) std::this_thread::yield();
    journal(1, SampleWritten{std::string(9000, 'x'), 0});
  });
  for (int i = 0; i < 3; ++i) recorder.post([held](const Recorder::Journal&) { ++*held; });
  EXPECT_EQ(held.use_count(), 4);
  go = true;
  expectDiskFull([&] { recorder.drain(); });
  for (int i = 0; i < 5000 && held.use_count() > 1; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(held.use_count(), 1);
  EXPECT_EQ(*held, 0);
}

TEST_F(RecorderTest, ALongErrandIsNoSilenceForWhoeverWantsTheRun) {
  lock_.keepAlive(std::chrono::milliseconds(10));
  Recorder recorder(folder_, lock_, options());
  recorder.startSegment({});
  std::atomic<bool> begun{false};
  std::atomic<bool> go{false};
  recorder.post([&](const Recorder::Journal&) {
    begun = true;
    while (!go) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  });
  while (!begun) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  for (int silence = 0; silence < 3; ++silence) {
    editLock(folder_.path(), "heartbeat_unix_seconds", "1000000000.5");  // far beyond what is allowed
    const auto isAlive = [this] {
      LockHolder holder = *RunLock::holder(folder_.path());
      holder.host = "far-away";  // another host has nothing but the heartbeat to go by
      holder.boot_id = "another";
      return !RunLock::isStale(holder);
    };
    for (int i = 0; i < 10'000 && !isAlive(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_TRUE(isAlive());
  }
  go = true;
  EXPECT_NO_THROW(recorder.drain());
}

TEST_F(RecorderTest, ALostLockEndsRecordingAndTheNextCallSaysSo) {
  lock_.keepAlive(std::chrono::milliseconds(10));
  Recorder recorder(folder_, lock_, options());
  recorder.startSegment({});
  // anew with each step below: a sign of life that was on its way may follow the first
  const auto recordUntilItFails = [&] {
    for (std::int64_t step = 1; step < 500; ++step) {
      recorder.record(row(step));
      std::ofstream(folder_.path() / "lock") << "{}";
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  };
  EXPECT_THROW(recordUntilItFails(), Error);
}

}  // namespace
}  // namespace gan
