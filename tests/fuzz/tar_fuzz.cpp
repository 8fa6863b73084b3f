#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "core/error.h"
#include "fuzz/memory_file.h"
#include "interop/tar_images.h"

/// Every file lies inside the archive, behind the one before; every picture can be read as it was listed.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto read = [=](std::uint64_t offset, std::span<std::byte> out) {
    if (offset > size || out.size() > size - offset) std::abort();
    std::memcpy(out.data(), data + offset, out.size());
  };
  try {
    gan::TarReader reader(read, size, "input");
    std::uint64_t end = 0;
    while (const auto entry = reader.next()) {
      if (entry->header < end || entry->content <= entry->header || entry->end() > size) std::abort();
      end = entry->end();
    }
  } catch (const gan::Error&) {
  }
  const gan::MemoryFile file(data, size);
  try {
    const gan::TarImages images = gan::TarImages::list(file.path(), gan::DataSplit::kTrain);
    for (std::int64_t i = 0; i < images.count(); ++i) {
      if (images.read(i).bytes.size() > size) std::abort();
    }
  } catch (const gan::Error&) {
    return 0;
  }
  return 0;
}
