#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>

namespace gan {

/// What memory there is for a process and its children.
struct MemoryRoom {
  std::uint64_t total_bytes = 0;                                         ///< 0: nobody could say.
  std::uint64_t left_bytes = std::numeric_limits<std::uint64_t>::max();  ///< May still be taken.

  std::uint64_t usedBytes() const { return total_bytes > left_bytes ? total_bytes - left_bytes : 0; }
};

/// That of the host, or of a control group that this process is in (version 2 and version 1; a container's, a Slurm
/// job's) or of one above it, whichever has the least left. Files that a group has read and that can be dropped at any
/// time count as left. root: of the file system, for tests.
MemoryRoom memoryRoom(const std::filesystem::path& root = "/");

}  // namespace gan
