// A module with the GPUs whose uuids GAN_FAKE_GPUS lists (%h: the host's name), as far as they can be without one: they
// are found, named and said to work. Who computes on one is told on standard error.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "cuda/cuda_module.h"

namespace {

std::vector<std::string> wordsOf(const char* list) {
  std::istringstream words(list != nullptr ? list : "");
  std::vector<std::string> all;
  for (std::string word; std::getline(words, word, ',');) all.push_back(word);
  return all;
}

std::string onThisHost(std::string uuid) {
  char host[256] = {};
  gethostname(host, sizeof(host) - 1);
  const std::size_t place = uuid.find("%h");
  return place == std::string::npos ? uuid : uuid.replace(place, 2, host);
}

/// Those that CUDA_VISIBLE_DEVICES leaves, in its order.
std::vector<std::string> uuids() {
  std::vector<std::string> all;
  for (const std::string& uuid : wordsOf(std::getenv("GAN_FAKE_GPUS"))) all.push_back(onThisHost(uuid));
  const char* const visible = std::getenv("CUDA_VISIBLE_DEVICES");
  if (visible == nullptr) return all;
  std::vector<std::string> left;
  for (const std::string& number : wordsOf(visible)) {
    const std::size_t index = std::strtoul(number.c_str(), nullptr, 10);
    if (index >= all.size()) break;
    left.push_back(all[index]);
  }
  return left;
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
  void limitMemory(int, std::uint64_t) const override {}
  std::unique_ptr<gan::CudaGraph> capture(const std::function<void()>&) const override {
    throw std::runtime_error("a fake computes nothing");
  }
};

}  // namespace

extern "C" const gan::CudaEntry* gan_cuda_entry() {
  static const Module module;
  static const gan::CudaEntry entry{gan::kCudaModuleVersion, &module};
  return &entry;
}
