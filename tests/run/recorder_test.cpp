#include "run/recorder.h"

#include <gtest/gtest.h>

#include <atomic>
#include <fstream>

#include "core/error.h"
#include "run/run_reader.h"
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

TEST_F(RecorderTest, JobsRunInOrderAfterTheRowsBeforeThem) {
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
  EXPECT_EQ(recorder.pendingJobs(), 0);
}

TEST_F(RecorderTest, ALostLockEndsRecordingAndTheNextCallSaysSo) {
  RecorderOptions quick = options();
  quick.heartbeat_seconds = 0.01;
  Recorder recorder(folder_, lock_, quick);
  recorder.startSegment({});
  std::ofstream(folder_.path() / "lock") << "{}";
  const auto recordUntilItFails = [&] {
    for (std::int64_t step = 1; step < 500; ++step) {
      recorder.record(row(step));
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  };
  EXPECT_THROW(recordUntilItFails(), Error);
}

}  // namespace
}  // namespace gan
