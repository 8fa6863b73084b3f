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
  const std::vector<RankIteration> all(ranks, RankIteration{.times = {0, milliseconds, 0, 0, 0, 0}});
  for (double seconds = milliseconds / 1e3;; seconds += milliseconds / 1e3) {
    if (auto measured = window.add(all)) return {std::move(*measured), seconds};
  }
}

/// An iteration, by what each rank did with its time.
std::vector<RankIteration> iteration(const std::vector<PhaseTimes>& times) {
  std::vector<RankIteration> ranks;
  for (const PhaseTimes& one : times) ranks.push_back({.times = one});
  return ranks;
}

TEST(RankWindow, HoldsTheMeansOfItsIterationsWithTheHostOfEachRank) {
  RankWindow window({"a", "b"});
  EXPECT_FALSE(window.add(iteration({{1, 2, 3, 4, 5, 6}, {900, 0, 0, 0, 0, 0}})));
  const auto measured = window.add(iteration({{3, 4, 5, 6, 7, 8.0005}, {1'100.0011, 0, 0, 0, 0, 0}}));
  ASSERT_TRUE(measured);
  EXPECT_EQ(measured->steps, 2);
  EXPECT_EQ(measured->ranks[0], (RankTimes{"a", {2, 3, 4, 5, 6, 7}}));  // whole microseconds
  EXPECT_EQ(measured->ranks[1], (RankTimes{"b", {1'000.001, 0, 0, 0, 0, 0}}));
}

TEST(RankWindow, SaysOfEachRankWhereItComputes) {
  RankWindow window({"a", "a", "b"}, {"0+1", "cpu"});
  const auto measured = window.add(iteration({{2'000}, {2'000}, {2'000}}));
  ASSERT_TRUE(measured);
  EXPECT_EQ(measured->ranks[0].computes_on, "0+1");
  EXPECT_EQ(measured->ranks[1].computes_on, "cpu");
  EXPECT_EQ(measured->ranks[2].computes_on, "") << "nobody knows";
}

TEST(RankWindow, HoldsTheNewestLoadOfEachGpuAndNotAMeanOfThem) {
  const auto load = [](double percent, std::uint64_t used) {
    return DeviceLoad{.busy_percent = percent, .memory_used_bytes = used, .memory_total_bytes = 80};
  };
  RankWindow window({"a", "b", "c"});
  EXPECT_FALSE(window.add(std::vector<RankIteration>{
      {.times = {}, .device = load(10, 1)}, {.times = {}, .device = {}}, {.times = {}, .device = load(5, 5)}}));
  const auto measured = window.add(std::vector<RankIteration>{
      {.times = {2'000}, .device = load(90, 3)}, {.times = {}, .device = load(50, 2)}, {.times = {}, .device = {}}});
  ASSERT_TRUE(measured);
  EXPECT_EQ(measured->ranks[0].device, load(90, 3));
  EXPECT_EQ(measured->ranks[1].device, load(50, 2));
  EXPECT_FALSE(measured->ranks[2].device) << "what it was is not what it is";
}

TEST(RankWindow, TheFirstOneIsShortAndTheOthersTakeTenSeconds) {
  RankWindow window({"a"});
  EXPECT_DOUBLE_EQ(fill(window, 1, 500).seconds, RankWindow::kFirstSeconds);
  EXPECT_DOUBLE_EQ(fill(window, 1, 500).seconds, RankWindow::kWindowSeconds);
  EXPECT_DOUBLE_EQ(fill(window, 1, 500).seconds, RankWindow::kWindowSeconds);
}

TEST(RankWindow, ForgetsWhatWasMeasuredBeforeARestart) {
  RankWindow window({"a"});
  EXPECT_FALSE(window.add(iteration({{1'999, 0, 0, 0, 0, 0}})));
  window.restart();
  const auto measured = window.add(iteration({{0, 2'000, 0, 0, 0, 0}}));
  ASSERT_TRUE(measured);
  EXPECT_EQ(measured->steps, 1);
  EXPECT_EQ(measured->ranks[0].times, (PhaseTimes{0, 2'000, 0, 0, 0, 0}));
}

TEST(RankWindow, AnyNumberOfRanksFillsAJournalAtABoundedRate) {
  for (const std::size_t ranks : {1U, 4U, 32U, 128U, 1'024U, 4'096U}) {
    RankWindow window(std::vector<std::string>(ranks, std::string(300, 'h')),
                      std::vector<std::string>(ranks, "0+1+2+3+4+5+6+7+8+9"));
    fill(window, ranks, 1'000);
    const Filled filled = fill(window, ranks, 1'000);
    Event event;
    event.what = filled.measured;
    // Every phase as long as five digits and three decimals can say; every GPU of up to 999 GB.
    for (RankTimes& rank : std::get<RanksMeasured>(event.what).ranks) {
      rank.times.fill(12'345.678);
      rank.device =
          DeviceLoad{.busy_percent = 100, .memory_used_bytes = 999'999'999'999, .memory_total_bytes = 999'999'999'999};
    }
    const std::size_t bytes = toJson(event).size();
    EXPECT_LT(static_cast<double>(bytes) * kDaySeconds / filled.seconds, RankWindow::kMaxBytesPerDay) << ranks;
    EXPECT_LT(bytes, std::size_t{1} << 20U) << "more than an entry of the journal may have";
  }
}

TEST(RankWindow, MoreRanksThanAnEntryHasRoomForAreNotWritten) {
  const std::size_t many = RankWindow::kMaxRanks + 1;
  RankWindow window(std::vector<std::string>(many, "h"));
  EXPECT_FALSE(window.add(std::vector<RankIteration>(many, RankIteration{.times = {1e9, 0, 0, 0, 0, 0}})));
}

}  // namespace
}  // namespace gan
