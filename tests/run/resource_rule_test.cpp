#include "run/resource_rule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/units.h"

namespace gan {
namespace {

constexpr double kGigabyte = 1e9;
constexpr double kBegin = 1.75e9;

/// What is free every ten seconds, for so long.
std::deque<FreeAmount> amounts(double seconds, const std::function<double(double)>& bytes_at) {
  std::deque<FreeAmount> all;
  for (double t = 0; t <= seconds; t += 10) all.push_back({kBegin + t, bytes_at(t)});
  return all;
}

TEST(UsedUpAt, IsWhereAStraightLineMeetsZero) {
  // 10 GB, a hundredth of a GB less each second: none is left after 1,000 s.
  const auto end = usedUpAt(amounts(600, [](double t) { return 10 * kGigabyte - 0.01 * kGigabyte * t; }));
  ASSERT_TRUE(end);
  EXPECT_NEAR(*end, kBegin + 1000, 1);
}

TEST(UsedUpAt, SeesTenTimesAsFarAsItHasLooked) {
  const auto line = [](double lasts_seconds) {
    return [lasts_seconds](double t) { return 10 * kGigabyte * (1 - t / lasts_seconds); };
  };
  EXPECT_TRUE(usedUpAt(amounts(600, line(600 + 5900))));
  EXPECT_FALSE(usedUpAt(amounts(600, line(600 + 6100))));
}

TEST(UsedUpAt, SaysNothingOfAStartOfAShortVisitOrOfWhatComesAndGoes) {
  EXPECT_FALSE(usedUpAt(amounts(200, [](double t) { return (10 - 0.01 * t) * kGigabyte; }))) << "too short";
  EXPECT_FALSE(usedUpAt(amounts(600, [](double t) { return (10 - 5 * (1 - std::exp(-t / 60))) * kGigabyte; })))
      << "a start, which comes to rest";
  EXPECT_FALSE(usedUpAt(amounts(600, [](double t) { return (t > 200 && t < 400 ? 2 : 10) * kGigabyte; })));
  EXPECT_FALSE(usedUpAt(amounts(600, [](double t) { return (5 - std::fmod(t, 300) / 100) * kGigabyte; })))
      << "checkpoints that are written and removed";
}

LoadMeasured loadOf(double disk_free, double memory_used) {
  LoadMeasured load;
  load.disk_free_bytes = static_cast<std::uint64_t>(disk_free);
  load.host_memory_bytes = 16'000'000'000;
  load.host_memory_used_bytes = static_cast<std::uint64_t>(memory_used);
  return load;
}

TEST(ResourceRule, TellsOnceWithTheHour) {
  ResourceRule rule;
  std::vector<Alert> told;
  for (double t = 0; t <= 1200; t += 10) {
    for (Alert& alert : rule.check(loadOf(10.02 * kGigabyte - 0.002 * kGigabyte * t, 4 * kGigabyte), kBegin + t, 6)) {
      told.push_back(std::move(alert));
    }
  }
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told.front().rule, "resources");
  EXPECT_EQ(told.front().message.id, "disk_runs_out");
  // 5,010 s after 2025-06-15T15:06:40Z.
  EXPECT_NE(told.front().message.english().find("2025-06-15 16:30 UTC"), std::string::npos)
      << told.front().message.english();
}

TEST(ResourceRule, SaysWhenNothingOfWhatItToldRunsOutAnyMore) {
  ResourceRule rule;
  std::vector<Alert> told;
  for (double t = 0; t <= 6000; t += 10) {
    const double disk = 10.02 - 0.002 * std::min(t, 1200.0);  // somebody has made room
    const double memory = 4 + 0.0015 * std::min(t, 2400.0);   // and later here
    for (Alert& alert : rule.check(loadOf(disk * kGigabyte, memory * kGigabyte), kBegin + t, 6)) {
      told.push_back(std::move(alert));
    }
  }
  ASSERT_EQ(told.size(), 3U);
  EXPECT_EQ(told.back().rule, "resources");
  EXPECT_EQ(told.back().severity, Severity::kInfo);
  EXPECT_EQ(told.back().message.id, "resources_last");
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(told[i].severity, Severity::kWarning) << told[i].message.english();
}

TEST(ResourceRule, TellsOfMemoryAndNothingThatIsFarAway) {
  ResourceRule memory;
  ResourceRule far_away;
  std::vector<Alert> told;
  for (double t = 0; t <= 1200; t += 10) {
    const LoadMeasured load = loadOf(10 * kGigabyte, 4 * kGigabyte + 0.002 * kGigabyte * t);
    for (Alert& alert : memory.check(load, kBegin + t, 6)) told.push_back(std::move(alert));
    EXPECT_TRUE(far_away.check(load, kBegin + t, 0.5).empty());  // it lasts for 6,000 s
    EXPECT_TRUE(far_away.check({}, kBegin + t, 6).empty());      // nobody could say
  }
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told.front().message.id, "memory_runs_out");
}

}  // namespace
}  // namespace gan
