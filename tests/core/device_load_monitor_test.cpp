#include "core/device_load_monitor.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>

namespace gan {
namespace {

using std::chrono_literals::operator""h;
using std::chrono_literals::operator""ms;

DeviceLoad loadOf(double percent) { return {.busy_percent = percent, .memory_used_bytes = 1, .memory_total_bytes = 2}; }

/// Until it is so; a test that waits for ever fails by its time limit.
template <class Condition>
void waitUntil(const Condition& condition) {
  while (!condition()) std::this_thread::sleep_for(1ms);
}

TEST(DeviceLoadMonitor, AsksAtOnceAndEndsThoughTheNextTimeIsHoursAway) {
  const DeviceLoadMonitor monitor([] { return std::optional(loadOf(42)); }, 10h);
  waitUntil([&] { return monitor.newest().has_value(); });
  EXPECT_EQ(monitor.newest(), loadOf(42));
}

TEST(DeviceLoadMonitor, KeepsTheLastAnswerAloneEvenWhenItIsNone) {
  std::atomic<int> asked{0};
  const DeviceLoadMonitor monitor(
      [&]() -> std::optional<DeviceLoad> {
        const int number = ++asked;
        return number % 2 == 0 ? std::nullopt : std::optional(loadOf(number));
      },
      1ms);
  waitUntil([&] { return monitor.newest().has_value(); });
  waitUntil([&] { return !monitor.newest(); });
  waitUntil([&] { return monitor.newest() && monitor.newest()->busy_percent > 1; });
  EXPECT_GE(asked.load(), 3);
}

TEST(DeviceLoadMonitor, LetsNobodyElseWaitForTheDriver) {
  std::promise<void> asked;
  std::promise<void> answer;
  std::thread::id asking;
  const DeviceLoadMonitor monitor(
      [&, answered = answer.get_future().share()] {
        asking = std::this_thread::get_id();
        asked.set_value();
        answered.wait();
        return std::optional(loadOf(7));
      },
      10h);
  asked.get_future().wait();
  EXPECT_NE(asking, std::this_thread::get_id());
  EXPECT_FALSE(monitor.newest());
  answer.set_value();
  waitUntil([&] { return monitor.newest() == loadOf(7); });
}

TEST(DeviceLoadMonitor, AsksNoMoreOnceItIsGone) {
  std::atomic<bool> gone{false};
  std::atomic<bool> asked_late{false};
  std::atomic<int> asked{0};
  {
    const DeviceLoadMonitor monitor(
        [&] {
          if (gone) asked_late = true;
          ++asked;
          return std::optional(loadOf(1));
        },
        1ms);
    waitUntil([&] { return asked > 3; });
  }
  gone = true;
  std::this_thread::sleep_for(50ms);
  EXPECT_FALSE(asked_late);
}

TEST(DeviceLoadMonitor, KnowsNothingWithoutADevice) { EXPECT_FALSE(DeviceLoadMonitor({}, 1ms).newest()); }

}  // namespace
}  // namespace gan
