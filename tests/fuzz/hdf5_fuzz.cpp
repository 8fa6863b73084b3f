#include <cstdint>
#include <cstdlib>
#include <vector>

#include "core/error.h"
#include "fuzz/memory_file.h"
#include "interop/hdf5_images.h"

/// What a file is said to hold has a shape that can be and a label for every image, and every image is read in full or
/// refused.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::int64_t kMostBytes = 1 << 20;
  const gan::MemoryFile file(data, size);
  try {
    const gan::Hdf5Images images(file.path());
    const gan::Hdf5ImagesInfo& info = images.info();
    if (info.count < 1 || info.chunk_images < 1 || (info.channels != 1 && info.channels != 3)) std::abort();
    if (!info.labels.empty() && static_cast<std::int64_t>(info.labels.size()) != info.count) std::abort();
    if (info.imageBytes() > kMostBytes) return 0;
    std::vector<std::uint8_t> image(static_cast<std::size_t>(info.imageBytes()));
    for (const std::int64_t index : {std::int64_t{0}, info.count / 2, info.count - 1}) {
      try {
        images.read(index, image);
      } catch (const gan::Error&) {
        continue;
      }
    }
  } catch (const gan::Error&) {
    return 0;
  }
  return 0;
}
