#include "run/rank_window.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace gan {
namespace {

constexpr double kDaySeconds = 86'400;

/// Iterations of so many milliseconds until a window is full.
struct Filled {
  RanksMeasured measured;
  double seconds = 0;
};
Filled fill(RankWindow& window, std::size_t ranks, double milliseconds) {
  const std::vector<PhaseTimes> times(ranks, PhaseTimes{0, milliseconds, 0, 0, 0, 0});
  for (double seconds = milliseconds / 1e3;; seconds += milliseconds / 1e3) {
    if (auto measured = window.add(times)) return {std::move(*measured), seconds};
  }
}

TEST(RankWindow, HoldsTheMeansOfItsIterationsWithTheHostOfEachRank) {
  RankWindow window({"a", "b"});
  EXPECT_FALSE(window.add(std::vector<PhaseTimes>{{1, 2, 3, 4, 5, 6}, {900, 0, 0, 0, 0, 0}}));
  const auto measured = window.add(std::vector<PhaseTimes>{{3, 4, 5, 6, 7, 8.0005}, {1'100.0011, 0, 0, 0, 0, 0}});
  ASSERT_TRUE(measured);
  EXPECT_EQ(measured->steps, 2);
  EXPECT_EQ(measured->ranks[0], (RankTimes{"a", {2, 3, 4, 5, 6, 7}}));  // whole microseconds
  EXPECT_EQ(measured->ranks[1], (RankTimes{"b", {1'000.001, 0, 0, 0, 0, 0}}));
}

TEST(RankWindow, TheFirstOneIsShortAndTheOthersTakeTenSeconds) {
  RankWindow window({"a"});
  EXPECT_DOUBLE_EQ(fill(window, 1, 500).seconds, RankWindow::kFirstSeconds);
  EXPECT_DOUBLE_EQ(fill(window, 1, 500).seconds, RankWindow::kWindowSeconds);
  EXPECT_DOUBLE_EQ(fill(window, 1, 500).seconds, RankWindow::kWindowSeconds);
}

TEST(RankWindow, ForgetsWhatWasMeasuredBeforeARestart) {
  RankWindow window({"a"});
  EXPECT_FALSE(window.add(std::vector<PhaseTimes>{{1'999, 0, 0, 0, 0, 0}}));
  window.restart();
  const auto measured = window.add(std::vector<PhaseTimes>{{0, 2'000, 0, 0, 0, 0}});
  ASSERT_TRUE(measured);
  EXPECT_EQ(measured->steps, 1);
  EXPECT_EQ(measured->ranks[0].times, (PhaseTimes{0, 2'000, 0, 0, 0, 0}));
}

TEST(RankWindow, AnyNumberOfRanksFillsAJournalAtABoundedRate) {
  for (const std::size_t ranks : {1U, 4U, 32U, 128U, 1'024U, 4'096U}) {
    RankWindow window(std::vector<std::string>(ranks, std::string(300, 'h')));
    fill(window, ranks, 1'000);
    const Filled filled = fill(window, ranks, 1'000);
    Event event;
    event.what = filled.measured;
    // Every phase as long as five digits and three decimals can say.
    for (RankTimes& rank : std::get<RanksMeasured>(event.what).ranks) rank.times.fill(12'345.678);
    const std::size_t bytes = toJson(event).size();
    EXPECT_LT(static_cast<double>(bytes) * kDaySeconds / filled.seconds, RankWindow::kMaxBytesPerDay) << ranks;
    EXPECT_LT(bytes, std::size_t{1} << 20U) << "more than an entry of the journal may have";
  }
}

TEST(RankWindow, MoreRanksThanAnEntryHasRoomForAreNotWritten) {
  const std::size_t many = RankWindow::kMaxRanks + 1;
  RankWindow window(std::vector<std::string>(many, "h"));
  EXPECT_FALSE(window.add(std::vector<PhaseTimes>(many, PhaseTimes{1e9, 0, 0, 0, 0, 0})));
}

}  // namespace
}  // namespace gan
