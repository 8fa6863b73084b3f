#include <cstdint>
#include <cstdlib>

#include "core/error.h"
#include "fuzz/memory_file.h"
#include "interop/npz.h"

/// Every array is as long as its shape says and within the limit.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::uint64_t kLimit = 16U << 20U;
  const gan::MemoryFile file(data, size);
  try {
    const gan::NpzFile archive(file.path());
    for (const std::string& name : archive.names()) {
      try {
        const gan::NpyArray array = archive.read(name, kLimit);
        const auto expected = static_cast<std::uint64_t>(array.count()) * array.elementBytes();
        if (expected != array.bytes.size() || expected > kLimit) std::abort();
      } catch (const gan::Error&) {
        continue;
      }
    }
  } catch (const gan::Error&) {
    return 0;
  }
  return 0;
}
