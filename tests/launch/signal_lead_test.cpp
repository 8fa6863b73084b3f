#include "launch/signal_lead.h"

#include <gtest/gtest.h>

#include <limits>

namespace gan {
namespace {

using std::chrono::seconds;

Event checkpoint(std::int64_t step, double at, double took, std::int32_t segment = 1) {
  Event event;
  event.segment = segment;
  event.step = step;
  event.unix_seconds = at;
  event.what = CheckpointWritten{.name = "x", .seconds = took};
  return event;
}

TEST(SignalLead, IsAMinuteAnIterationAndTwiceTheSlowestCheckpoint) {
  EXPECT_EQ(signalLead(MeasuredRun{.slowest_checkpoint_seconds = 45, .iteration_seconds = 7}), seconds(160));  // 157
  EXPECT_EQ(signalLead(MeasuredRun{.slowest_checkpoint_seconds = 0, .iteration_seconds = 0}), seconds(60));
  EXPECT_EQ(signalLead(std::nullopt), seconds(120));
}

TEST(SignalLead, StaysWithinWhatSlurmTakes) {
  EXPECT_EQ(signalLead(MeasuredRun{.slowest_checkpoint_seconds = 1e9}), kMaxSignalLead);
  EXPECT_EQ(signalLead(MeasuredRun{.slowest_checkpoint_seconds = std::numeric_limits<double>::quiet_NaN()}),
            seconds(120));
}

TEST(SignalLead, IsMeasuredFromTheJournal) {
  EXPECT_FALSE(measureRun({}));
  // 100 steps in 200 s, 100 in 300 s, 100 in 10,000 s with a night between: the middle one counts. A new segment tells
  // nothing of the time between.
  const auto measured = measureRun({checkpoint(100, 1000, 3), checkpoint(200, 1200, 9), checkpoint(300, 1500, 2),
                                    checkpoint(400, 11500, 1), checkpoint(500, 99999, 1, 2)});
  ASSERT_TRUE(measured);
  EXPECT_DOUBLE_EQ(measured->slowest_checkpoint_seconds, 9);
  EXPECT_DOUBLE_EQ(measured->iteration_seconds, 3);
}

}  // namespace
}  // namespace gan
