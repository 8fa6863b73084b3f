#pragma once

#include <malloc.h>

#include <cstdint>
#include <fstream>
#include <string>

namespace gan::test {

/// AddressSanitizer keeps what was freed for a while, to see who touches it, and ThreadSanitizer notes beside all
/// memory who used it: bounds of a process's memory do not hold.
#if defined(__SANITIZE_ADDRESS__) || defined(_GLIBCXX_TSAN)
inline constexpr bool kMemoryIsLookedAt = true;
#else
inline constexpr bool kMemoryIsLookedAt = false;
#endif

/// Memory of this process that no file holds and that is in use (RssAnon), once the allocator has given back what it
/// does not need.
inline std::int64_t residentOwnKib() {
  ::malloc_trim(0);
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("RssAnon:")) return std::stoll(line.substr(8));
  }
  return -1;
}

/// Bytes that this process has allocated and not freed: exact, whatever the allocator and the kernel do with them. 0
/// where the allocator cannot tell, as a sanitizer's.
inline std::uint64_t allocatedBytes() {
  const auto info = ::mallinfo2();
  return info.uordblks + info.hblkhd;
}

}  // namespace gan::test
