#include "cuda/device_load.h"

#include <gtest/gtest.h>

#include <string>

namespace gan {
namespace {

const std::string kNvml = std::string(GAN_FAKE_MODULES) + "/libfake_nvml.so";

TEST(DeviceLoad, IsThatOfTheNamedGpu) {
  const std::optional<DeviceLoad> load = DeviceLoadMeter("GPU-whole", kNvml).measure();
  ASSERT_TRUE(load);
  EXPECT_EQ(load->busy_percent, 87.0);
  EXPECT_EQ(load->memory_used_bytes, 30ULL << 30U);
  EXPECT_EQ(load->memory_total_bytes, 80ULL << 30U);
}

TEST(DeviceLoad, OfAPartOfAGpuIsItsMemory) {
  const std::optional<DeviceLoad> load = DeviceLoadMeter("MIG-part", kNvml).measure();
  ASSERT_TRUE(load);
  EXPECT_FALSE(load->busy_percent);
  EXPECT_EQ(load->memory_used_bytes, 30ULL << 30U);
}

TEST(DeviceLoad, CountsTheProcessesThatCompute) {
  EXPECT_EQ(DeviceLoadMeter("GPU-whole", kNvml).computingProcesses(), 2);
  EXPECT_FALSE(DeviceLoadMeter("MIG-part", kNvml).computingProcesses());
  EXPECT_FALSE(DeviceLoadMeter("GPU-other", kNvml).computingProcesses());
}

TEST(DeviceLoad, IsAbsentWithoutThatGpuWithoutADriverAndWithAnotherLibrary) {
  EXPECT_FALSE(DeviceLoadMeter("GPU-other", kNvml).measure());
  EXPECT_FALSE(DeviceLoadMeter("GPU-whole", "libgan_no_such_library.so.1").measure());
  EXPECT_FALSE(DeviceLoadMeter("GPU-whole", "libm.so.6").measure());
}

}  // namespace
}  // namespace gan
