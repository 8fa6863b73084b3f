// NCCL's module where there is no GPU: it connects nobody, and says with what it was asked to.
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "cuda/nccl_module.h"

namespace {

c10d::Backend* connect(c10d::Store&, const gan::NcclRank& place) {
  const char* const interface = std::getenv("NCCL_SOCKET_IFNAME");
  throw std::runtime_error("the fake was asked for rank " + std::to_string(place.rank) + " of " +
                           std::to_string(place.size) + " on interface " + (interface != nullptr ? interface : "any"));
}

}  // namespace

extern "C" const gan::NcclEntry* gan_nccl_entry() {
  static const gan::NcclEntry entry{gan::kNcclModuleVersion, &connect};
  return &entry;
}
