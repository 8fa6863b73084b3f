#include "cuda/memory_share.h"

#include <gtest/gtest.h>

#include "fake_gpus.h"
#include "support/expect_error.h"

namespace gan {
namespace {

using test::FakeGpus;
using test::kGiB;

TEST(MemoryFraction, IsThePartOfAllAndNeverMore) {
  EXPECT_DOUBLE_EQ(memoryFraction(20 * kGiB, 80 * kGiB), 0.25);
  EXPECT_DOUBLE_EQ(memoryFraction(80 * kGiB, 80 * kGiB), 1);
  EXPECT_DOUBLE_EQ(memoryFraction(81 * kGiB, 80 * kGiB), 1);
}

TEST(TakeMemoryShare, LimitsWhatThisProcessTakesOfThatGpu) {
  const FakeGpus gpus({kGiB, 6 * kGiB});
  takeMemoryShare(gpus, 1, 5 * kGiB);
  EXPECT_EQ(gpus.limits(), (std::map<int, std::uint64_t>{{1, 5 * kGiB}}));
}

TEST(TakeMemoryShare, IsRefusedByNameWhereAFifthMoreIsNotFree) {
  const FakeGpus gpus({6 * kGiB - 1});
  const auto error =
      expectError(ErrorCode::kResourceExhausted, "sampler_no_gpu_memory", [&] { takeMemoryShare(gpus, 0, 5 * kGiB); });
  EXPECT_NE(error->message().find("cuda:0"), std::string::npos) << error->message();
  EXPECT_TRUE(gpus.limits().empty());
}

TEST(TakeMemoryShare, OfAGpuThatComputesNothingSaysSo) {
  const FakeGpus gpus({0});
  expectError(ErrorCode::kFailedPrecondition, "device_unavailable", [&] { takeMemoryShare(gpus, 0, kGiB); });
}

}  // namespace
}  // namespace gan
