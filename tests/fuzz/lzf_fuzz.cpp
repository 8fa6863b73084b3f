#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "interop/lzf.h"

/// Whatever is unpacked fits its room and the format's limit; whatever is packed comes back.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span input(data, size);
  std::vector<std::uint8_t> out(16384);
  if (const auto filled = gan::decompressLzf(input, out)) {
    if (*filled > out.size() || *filled > size * gan::kLzfMostExpansion) std::abort();
  }
  if (const auto packed = gan::compressLzf(input)) {
    out.assign(size, 0);
    if (gan::decompressLzf(*packed, out) != size || !std::equal(out.begin(), out.end(), data)) std::abort();
  }
  return 0;
}
