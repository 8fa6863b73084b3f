#include <gtest/gtest.h>

#include <csignal>
#include <initializer_list>

#include "stop_signal.h"

namespace gan::app {
namespace {

using Asked = StopRequests::Asked;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

/// Signals that come at a clock's bidding.
class StopRequestsTest : public testing::Test {
 protected:
  Asked after(StopRequests::Clock::duration pause, int signal) { return requests_.add(signal, now_ += pause); }

  StopRequests requests_;
  StopRequests::Clock::time_point now_;
};

TEST_F(StopRequestsTest, TheFirstOfAnyKindAsksToStop) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2}) {
    EXPECT_EQ(StopRequests().add(signal, now_), Asked::kStop) << signal;
  }
}

TEST_F(StopRequestsTest, TheSameOneWithinTwoSecondsIsTheSameRequest) {
  EXPECT_EQ(after(seconds(60), SIGTERM), Asked::kStop);
  EXPECT_EQ(after(microseconds(1), SIGTERM), Asked::kNothingNew);
  EXPECT_EQ(after(milliseconds(1990), SIGTERM), Asked::kNothingNew);
}

TEST_F(StopRequestsTest, ASecondOneLaterEndsAtOnce) {
  for (const int signal : {SIGINT, SIGTERM}) {
    StopRequests requests;
    EXPECT_EQ(requests.add(signal, now_), Asked::kStop);
    EXPECT_EQ(requests.add(signal, now_ + seconds(2)), Asked::kEndAtOnce) << signal;
  }
}

TEST_F(StopRequestsTest, WhoeverRepeatsItWithoutPauseIsHeardAfterTwoSecondsAllTheSame) {
  EXPECT_EQ(after(seconds(0), SIGINT), Asked::kStop);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(after(milliseconds(600), SIGINT), Asked::kNothingNew);
  EXPECT_EQ(after(milliseconds(600), SIGINT), Asked::kEndAtOnce);
}

TEST_F(StopRequestsTest, OneKindIsNoSecondRequestOfAnother) {
  EXPECT_EQ(after(seconds(0), SIGINT), Asked::kStop);
  EXPECT_EQ(after(seconds(10), SIGTERM), Asked::kNothingNew);
  EXPECT_EQ(after(seconds(1), SIGTERM), Asked::kNothingNew);
  EXPECT_EQ(after(seconds(1), SIGTERM), Asked::kEndAtOnce);
}

TEST_F(StopRequestsTest, WhatSchedulersSendAheadNeverCounts) {
  EXPECT_EQ(after(seconds(0), SIGUSR1), Asked::kStop);
  for (const int signal : {SIGUSR1, SIGHUP, SIGUSR2, SIGHUP, SIGTERM, SIGUSR1}) {
    EXPECT_EQ(after(seconds(30), signal), Asked::kNothingNew) << signal;
  }
  EXPECT_EQ(after(seconds(30), SIGTERM), Asked::kEndAtOnce);
}

}  // namespace
}  // namespace gan::app
