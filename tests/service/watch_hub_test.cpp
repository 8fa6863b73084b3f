#include "service/watch_hub.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

#include "run/run_reader.h"
#include "service/fake_run.h"
#include "support/process.h"

namespace gan {
namespace {

TEST(WatchHub, AsksNothingOfItsSurroundingsAnyMoreOnceItIsStopped) {
  const FakeRun run;
  RunReader reader(RunFolder::open(run.path()));
  std::atomic<int> begun{0};
  std::atomic<int> ended{0};
  WatchHub hub(reader, nullptr,
               {.reason_to_end = [] { return std::nullopt; },
                .attend =
                    [&] {
                      ++begun;
                      std::this_thread::sleep_for(std::chrono::milliseconds(300));
                      ++ended;
                    },
                .cut_connection = [](const auto&) {}});
  ASSERT_TRUE(test::waitUntil([&] { return begun > ended; }));
  hub.stop();
  const int asked = begun;
  EXPECT_EQ(ended.load(), asked) << "what it was asking was not waited for";
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));  // longer than it rests between two looks around
  EXPECT_EQ(begun.load(), asked);
}

}  // namespace
}  // namespace gan
