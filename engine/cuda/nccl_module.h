#pragma once

#include <chrono>
#include <cstdint>

namespace c10d {
class Backend;
class Store;
}  // namespace c10d

namespace gan {

/// A process among those that compute together over NCCL.
struct NcclRank {
  int rank = 0;
  int size = 1;
  int device = 0;  ///< The N of its "cuda:N"; of no other rank of this host.
  std::chrono::milliseconds timeout{0};
};

/// Connects all ranks and returns c10d's ProcessGroupNCCL, of which the caller owns one reference (intrusive_ptr's
/// reclaim). Blocks until all ranks have called. Throws std::runtime_error with the reason when that does not work.
///
/// When an operation takes longer than the time-out, c10d ends the process: a kernel that waits for a lost rank cannot
/// be taken back otherwise.
using NcclConnect = c10d::Backend* (*)(c10d::Store& store, const NcclRank& place);

/// Rises with every change of this header.
inline constexpr std::uint32_t kNcclModuleVersion = 1;

/// The version stays the first member in all versions.
struct NcclEntry {
  std::uint32_t version = 0;
  NcclConnect connect = nullptr;
};

/// The one symbol that the module exports, of type NcclEntryFunction. A module of its own: it takes symbols from
/// libtorch_cuda.so, so that it opens only where that is, unlike the one that tells of devices.
inline constexpr const char* kNcclEntrySymbol = "gan_nccl_entry";
using NcclEntryFunction = const NcclEntry* (*)();

}  // namespace gan
