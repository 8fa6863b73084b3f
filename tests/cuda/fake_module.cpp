// A module whose version and state are chosen when it is compiled.
#include <stdexcept>

#include "cuda/cuda_module.h"

namespace {

class FakeModule final : public gan::CudaModule {
 public:
  gan::CudaStatus status() const override {
    return {.state = gan::CudaStatus::State::FAKE_STATE, .devices = 0, .detail = "words of the runtime"};
  }
  std::string uuid(int) const override { throw std::runtime_error("a fake has no name"); }
  void use(int) const override {}
  void limitMemory(int, std::uint64_t) const override {}
  std::unique_ptr<gan::CudaGraph> capture(const std::function<void()>&) const override {
    throw std::runtime_error("a fake computes nothing");
  }
  gan::CudaDevice device(int) const override { throw std::runtime_error("a fake computes nothing"); }
};

}  // namespace

extern "C" const gan::CudaEntry* gan_cuda_entry() {
  static const FakeModule module;
  static const gan::CudaEntry entry{FAKE_VERSION, &module};
  return &entry;
}
