#include "gpu_share.h"

#include <c10/util/Exception.h>
#include <gtest/gtest.h>

namespace gan::app {
namespace {

/// As LibTorch's allocators throw it.
Error whenFull(std::uint64_t share_bytes) {
  return namedError(c10::OutOfMemoryError({__func__, __FILE__, __LINE__}, "CUDA out of memory"), share_bytes);
}

TEST(GpuShare, AFullGpuIsNamedWithWhatHelps) {
  const Error error = whenFull(0);
  EXPECT_EQ(error.id(), "sampler_gpu_full");
  EXPECT_EQ(error.code(), ErrorCode::kResourceExhausted);
  EXPECT_NE(std::string(error.what()).find("sampler.device to cpu"), std::string::npos) << error.what();
}

TEST(GpuShare, ATooSmallShareIsNamedWithItsSize) {
  const Error error = whenFull(std::uint64_t{512} << 20U);
  EXPECT_EQ(error.id(), "sampler_gpu_share_small");
  EXPECT_NE(std::string(error.what()).find("512"), std::string::npos) << error.what();
  EXPECT_NE(std::string(error.what()).find("sampler.memory_mib"), std::string::npos) << error.what();
}

TEST(GpuShare, AnyOtherExceptionSaysWhatItSaid) {
  const Error error = namedError(std::runtime_error("mat1 and mat2"), 0);
  EXPECT_EQ(error.code(), ErrorCode::kInternal);
  EXPECT_NE(std::string(error.what()).find("mat1 and mat2"), std::string::npos);
}

}  // namespace
}  // namespace gan::app
