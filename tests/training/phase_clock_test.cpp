#include "training/phase_clock.h"

#include <gtest/gtest.h>

namespace gan {
namespace {

using std::chrono::milliseconds;

/// Time and waiting that pass as the test says.
struct Hands {
  PhaseClock::Duration now{};
  PhaseClock::Duration waited{};
  void pass(int ms) { now += milliseconds(ms); }
  void wait(int ms) {
    now += milliseconds(ms);
    waited += milliseconds(ms);
  }
  PhaseClock clock() {
    return PhaseClock([this] { return waited; }, [this] { return now; });
  }
};

TEST(PhaseClock, EveryMomentCountsForTheInnermostPhaseOnly) {
  Hands hands;
  PhaseClock clock = hands.clock();
  {
    const PhaseClock::Scope step(clock, Phase::kOther);
    hands.pass(1);
    {
      const PhaseClock::Scope forward(clock, Phase::kForward);
      hands.pass(20);
      {
        const PhaseClock::Scope data(clock, Phase::kData);
        hands.pass(300);
      }
      hands.pass(40);
    }
    hands.pass(5);
  }
  EXPECT_EQ(clock.lap(), (PhaseTimes{300, 60, 0, 0, 0, 6}));
}

TEST(PhaseClock, WaitingForOthersIsTakenOutOfThePhaseInWhichItHappens) {
  Hands hands;
  PhaseClock clock = hands.clock();
  {
    const PhaseClock::Scope backward(clock, Phase::kBackward);
    hands.pass(10);
    hands.wait(7);
    {
      const PhaseClock::Scope optimizer(clock, Phase::kOptimizer);
      hands.wait(100);
      hands.pass(3);
    }
    hands.wait(1000);
  }
  EXPECT_EQ(clock.lap(), (PhaseTimes{0, 0, 10, 1107, 3, 0}));
}

TEST(PhaseClock, WhatPassesOutsideOfAnyPhaseIsNotCounted) {
  Hands hands;
  PhaseClock clock = hands.clock();
  hands.wait(50);
  {
    const PhaseClock::Scope other(clock, Phase::kOther);
    hands.pass(2);
  }
  hands.pass(900);
  hands.wait(900);
  EXPECT_EQ(clock.lap(), (PhaseTimes{0, 0, 0, 0, 0, 2}));
}

TEST(PhaseClock, ALapEndsInTheMiddleOfAPhaseAndTheNextBeginsThere) {
  Hands hands;
  PhaseClock clock = hands.clock();
  const PhaseClock::Scope other(clock, Phase::kOther);
  hands.pass(2);
  EXPECT_EQ(clock.lap(), (PhaseTimes{0, 0, 0, 0, 0, 2}));
  hands.pass(3);
  EXPECT_EQ(clock.lap(), (PhaseTimes{0, 0, 0, 0, 0, 3}));
  EXPECT_EQ(clock.counted(Phase::kOther), 0);
}

}  // namespace
}  // namespace gan
