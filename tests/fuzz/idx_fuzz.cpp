#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>

#include "core/error.h"
#include "fuzz/memory_file.h"
#include "interop/idx.h"

namespace {

template <typename Reader>
std::optional<gan::IdxArray> accepted(Reader&& reader) {
  try {
    return reader();
  } catch (const gan::Error&) {
    return std::nullopt;
  }
}

}  // namespace

/// Bytes in memory and a file, plain or compressed, are read alike; shape and bytes agree.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::uint64_t kLimit = 16U << 20U;
  const auto parsed = accepted([&] { return gan::parseIdx(std::as_bytes(std::span(data, size)), "input"); });
  const gan::MemoryFile file(data, size);
  const auto read = accepted([&] { return gan::readIdx(file.path(), kLimit); });
  if (parsed && (!read || read->shape != parsed->shape || read->bytes != parsed->bytes)) std::abort();
  if (read) {
    std::uint64_t expected = 1;
    for (const std::int64_t length : read->shape) expected *= static_cast<std::uint64_t>(length);
    if (expected != read->bytes.size() || expected > kLimit) std::abort();
  }
  return 0;
}
