// A module with the GPUs whose uuids GAN_FAKE_GPUS lists, as far as they can be without one: they are found, named and
// said to work. Who computes on one is told on standard error.
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "cuda/cuda_module.h"

namespace {

std::vector<std::string> uuids() {
  const char* const list = std::getenv("GAN_FAKE_GPUS");
  std::istringstream words(list != nullptr ? list : "");
  std::vector<std::string> all;
  for (std::string uuid; std::getline(words, uuid, ',');) all.push_back(uuid);
  return all;
}

class Module final : public gan::CudaModule {
 public:
  gan::CudaStatus status() const override {
    const int count = static_cast<int>(uuids().size());
    using State = gan::CudaStatus::State;
    return {.state = count > 0 ? State::kReady : State::kNoDevices, .devices = count, .detail = "none is listed"};
  }
  std::string uuid(int index) const override { return uuids().at(static_cast<std::size_t>(index)); }
  gan::CudaDevice device(int index) const override {
    return {.index = index, .name = "fake", .uuid = uuid(index), .memory_free_bytes = 8ULL << 30U};
  }
  void use(int index) const override { std::fprintf(stderr, "computes on %s\n", uuid(index).c_str()); }
};

}  // namespace

extern "C" const gan::CudaEntry* gan_cuda_entry() {
  static const Module module;
  static const gan::CudaEntry entry{gan::kCudaModuleVersion, &module};
  return &entry;
}
