#include "cuda/nccl_module.h"

#include <c10/util/Exception.h>

#include <stdexcept>
#include <string>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp>
#include <utility>

#include "core/reason_of.h"

namespace gan {
namespace {

c10d::Backend* connect(c10d::Store& store, const NcclRank& place) {
  using Nccl = c10d::ProcessGroupNCCL;
  try {
    const c10::Device device(c10::DeviceType::CUDA, static_cast<c10::DeviceIndex>(place.device));
    auto options = Nccl::Options::create();
    options->timeout = place.timeout;
    auto shared = c10::intrusive_ptr<c10d::Store>::reclaim_copy(&store);
    auto backend = c10::make_intrusive<Nccl>(c10::make_intrusive<c10d::PrefixStore>("nccl", std::move(shared)),
                                             place.rank, place.size, std::move(options));
    backend->setBoundDeviceId(device);
    // Now rather than at the first gradient: what keeps the ranks apart shows before training starts.
    backend->eagerConnectSingleDevice(device);
    return backend.release();
  } catch (const c10::Error& error) {
    throw std::runtime_error(reasonOf(error));
  }
}

}  // namespace
}  // namespace gan

extern "C" __attribute__((visibility("default"))) const gan::NcclEntry* gan_nccl_entry() {
  static const gan::NcclEntry entry{gan::kNcclModuleVersion, &gan::connect};
  return &entry;
}
