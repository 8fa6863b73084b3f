#include "core/parallel_for.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

namespace gan {
namespace {

TEST(ParallelFor, CallsEveryNumberOnce) {
  for (const int threads : {1, 2, 7, 100}) {
    std::array<std::atomic<int>, 50> calls{};
    parallelFor(50, threads, [&](std::int64_t i) { ++calls.at(static_cast<std::size_t>(i)); });
    for (const auto& count : calls) EXPECT_EQ(count, 1) << threads;
  }
  parallelFor(0, 3, [](std::int64_t) { FAIL(); });
}

TEST(ParallelFor, WorksFromAsManyThreadsAsAsked) {
  std::atomic<int> inside{0};
  parallelFor(3, 3, [&](std::int64_t) {
    ++inside;
    while (inside < 3) std::this_thread::yield();  // would never end with fewer
  });
  EXPECT_EQ(inside, 3);
}

TEST(ParallelFor, TheFirstExceptionEndsIt) {
  std::atomic<std::int64_t> calls{0};
  EXPECT_THROW(parallelFor(100'000, 4,
                           [&](std::int64_t i) {
                             ++calls;
                             std::this_thread::sleep_for(std::chrono::microseconds(100));
                             if (i == 10) throw std::runtime_error("ten");
                           }),
               std::runtime_error);
  EXPECT_LT(calls, 100'000);
}

}  // namespace
}  // namespace gan
