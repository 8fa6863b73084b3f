#pragma once

#include <unistd.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "cuda/cuda_module.h"
#include "device.h"

namespace gan::test {

constexpr std::uint64_t kGiB = 1ULL << 30U;

/// GPUs by their free memory; one with none computes nothing. Their uuids are no other process's.
class FakeGpus final : public CudaModule {
 public:
  explicit FakeGpus(std::vector<std::uint64_t> free_bytes) : free_bytes_(std::move(free_bytes)) {}
  CudaStatus status() const override {
    return {.state = CudaStatus::State::kReady, .devices = static_cast<int>(free_bytes_.size()), .detail = {}};
  }
  std::string uuid(int index) const override {
    return "fake-" + std::to_string(::getpid()) + "-" + std::to_string(index);
  }
  CudaDevice device(int index) const override {
    if (on_compute) on_compute(index);
    const std::uint64_t free = free_bytes_.at(static_cast<std::size_t>(index));
    if (free == 0) throw std::runtime_error("no kernel image is available");
    return {.index = index, .name = "fake", .uuid = uuid(index), .memory_free_bytes = free};
  }
  void use(int index) const override { used_ = index; }
  void limitMemory(int index, std::uint64_t bytes) const override { limits_[index] = bytes; }
  std::unique_ptr<CudaGraph> capture(const std::function<void()>&) const override {
    throw std::runtime_error("a fake computes nothing");
  }

  int used() const { return used_; }
  /// What this process may take of GPUs, by their numbers.
  const std::map<int, std::uint64_t>& limits() const { return limits_; }
  /// What speaks against calling a GPU free, by its number.
  std::map<int, std::string> taken;
  /// Called before something computes on a GPU, with its number.
  std::function<void(int index)> on_compute;

  app::GpuAccess access(bool restricted = false) const {
    return {.open = [this]() -> const CudaModule& { return *this; },
            .why_taken =
                [this](const std::string& uuid) {
                  for (const auto& [index, why] : taken) {
                    if (this->uuid(index) == uuid) return why;
                  }
                  return std::string();
                },
            .restricted = restricted};
  }

 private:
  std::vector<std::uint64_t> free_bytes_;
  mutable int used_ = -1;
  mutable std::map<int, std::uint64_t> limits_;
};

inline app::GpuAccess noDriver() {
  return {.open = []() -> const CudaModule& {
            throw Error(ErrorCode::kFailedPrecondition, "cuda_no_driver", "no driver found: nothing there.");
          },
          .why_taken = {},
          .restricted = false};
}

/// The rank with that number on a machine of so many.
inline World localRank(int number, int processes) {
  World world;
  world.rank = world.local_rank = number;
  world.size = world.local_size = processes;
  world.found = "a test";
  return world;
}

}  // namespace gan::test
