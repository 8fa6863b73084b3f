#include "device.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "cuda/cuda_module.h"
#include "support/expect_error.h"

namespace gan::app {
namespace {

/// GPUs by their free memory; one with none computes nothing.
class FakeGpus final : public CudaModule {
 public:
  explicit FakeGpus(std::vector<std::uint64_t> free_bytes) : free_bytes_(std::move(free_bytes)) {}
  CudaStatus status() const override {
    return {.state = CudaStatus::State::kReady, .devices = static_cast<int>(free_bytes_.size()), .detail = {}};
  }
  CudaDevice device(int index) const override {
    const std::uint64_t free = free_bytes_.at(static_cast<std::size_t>(index));
    if (free == 0) throw std::runtime_error("no kernel image is available");
    return {.index = index, .name = "fake", .uuid = {}, .memory_free_bytes = free};
  }

 private:
  std::vector<std::uint64_t> free_bytes_;
};

constexpr std::uint64_t kGiB = 1ULL << 30;

std::string choose(const std::string& wish, const FakeGpus& gpus) {
  return chooseDevice(wish, [&]() -> const CudaModule& { return gpus; });
}

const CudaModule& noDriver() {
  throw Error(ErrorCode::kFailedPrecondition, "cuda_no_driver", "no driver found: nothing there.");
}

TEST(ChooseDevice, AutoTakesTheFirstGpuThatComputesAndHasMemory) {
  EXPECT_EQ(choose("auto", FakeGpus({0, kGiB / 2, 8 * kGiB, 80 * kGiB})), "cuda:2");
}

TEST(ChooseDevice, AutoFallsBackToTheCpu) {
  EXPECT_EQ(chooseDevice("auto", noDriver), "cpu");
  EXPECT_EQ(choose("auto", FakeGpus({0, kGiB / 2})), "cpu");
}

TEST(ChooseDevice, CpuAsksForNoGpu) {
  EXPECT_EQ(chooseDevice("cpu", []() -> const CudaModule& { throw std::logic_error("asked for GPUs"); }), "cpu");
}

TEST(ChooseDevice, ANumberAndALibTorchNameMeanTheSameGpu) {
  const FakeGpus gpus({kGiB, kGiB});
  EXPECT_EQ(choose("1", gpus), "cuda:1");
  EXPECT_EQ(choose("cuda:1", gpus), "cuda:1");
}

TEST(ChooseDevice, SaysWhyAGpuCannotBeUsed) {
  const auto why = [](auto&& action) {
    const auto error = expectError(ErrorCode::kFailedPrecondition, "device_unavailable", action);
    return error ? error->message() : std::string();
  };
  const FakeGpus gpus({kGiB, 0});
  EXPECT_NE(why([] { chooseDevice("0", noDriver); }).find("no driver found"), std::string::npos);
  EXPECT_NE(why([&] { choose("2", gpus); }).find("has 2 GPU(s)"), std::string::npos);
  EXPECT_NE(why([&] { choose("1", gpus); }).find("no kernel image"), std::string::npos);
}

TEST(ChooseDevice, RefusesWhatIsNoDevice) {
  for (const char* const wish : {"", "gpu", "-1", "cuda:", "cuda:1x", "0,1", "99999999999"}) {
    expectError(ErrorCode::kInvalidArgument, "device_unknown", [&] { choose(wish, FakeGpus({kGiB})); });
  }
}

}  // namespace
}  // namespace gan::app
