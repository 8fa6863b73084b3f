#include "core/progress_monitor.h"

#include <gtest/gtest.h>

#include <thread>

#include "support/expect_error.h"

namespace gan {
namespace {

TEST(ProgressMonitor, PassesProgressToItsListener) {
  std::int64_t done = 0;
  ProgressMonitor monitor([&](const Progress& progress) { done = progress.done; });
  monitor.report({.stage = "reading", .done = 7, .total = 9, .unit = "images"});
  EXPECT_EQ(done, 7);
}

TEST(ProgressMonitor, StopsWhenAnotherThreadCancels) {
  ProgressMonitor monitor;
  EXPECT_NO_THROW(monitor.throwIfCancelled());
  std::jthread other([&] { monitor.cancel(); });
  while (!monitor.cancelled()) std::this_thread::yield();
  expectError(ErrorCode::kCancelled, "task_cancelled", [&] { monitor.throwIfCancelled(); });
}

TEST(ProgressMonitor, NeedsNoListener) { EXPECT_NO_THROW(ProgressMonitor().report({.stage = "a", .unit = "b"})); }

}  // namespace
}  // namespace gan
