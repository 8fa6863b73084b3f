// NCCL's module where there is no GPU: it connects nobody, and says with what it was asked to.
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "cuda/nccl_module.h"

namespace {

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "any";
}

c10d::Backend* connect(c10d::Store&, const gan::NcclRank& place) {
  throw std::runtime_error("the fake was asked for rank " + std::to_string(place.rank) + " of " +
                           std::to_string(place.size) + " on interface " + environment("NCCL_SOCKET_IFNAME") +
                           ", algorithms " + environment("NCCL_ALGO") + ", dump " +
                           environment("TORCH_NCCL_DUMP_ON_TIMEOUT"));
}

}  // namespace

extern "C" const gan::NcclEntry* gan_nccl_entry() {
  static const gan::NcclEntry entry{gan::kNcclModuleVersion, &connect};
  return &entry;
}
