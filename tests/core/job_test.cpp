#include "core/job.h"

#include <gtest/gtest.h>

#include <thread>

#include "support/expect_error.h"

namespace gan {
namespace {

TEST(Job, PassesProgressToItsListener) {
  std::int64_t done = 0;
  Job job([&](const Progress& progress) { done = progress.done; });
  job.report({.stage = "reading", .done = 7, .total = 9, .unit = "images"});
  EXPECT_EQ(done, 7);
}

TEST(Job, StopsWhenAnotherThreadCancels) {
  Job job;
  EXPECT_NO_THROW(job.throwIfCancelled());
  std::jthread other([&] { job.cancel(); });
  while (!job.cancelled()) std::this_thread::yield();
  expectError(ErrorCode::kCancelled, "job_cancelled", [&] { job.throwIfCancelled(); });
}

TEST(Job, NeedsNoListener) { EXPECT_NO_THROW(Job().report({.stage = "a", .unit = "b"})); }

}  // namespace
}  // namespace gan
