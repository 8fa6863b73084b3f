#include <cstdint>
#include <cstdlib>
#include <span>

#include "core/error.h"
#include "interop/image_file.h"

/// A picture is whole, of 1 or 3 channels and within the limit; reading it smaller gives no more pixels.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::int64_t kLimit = std::int64_t{1} << 20U;
  const auto bytes = std::as_bytes(std::span(data, size));
  for (const std::int64_t at_least : {0, 8}) {
    gan::ImageFileOptions options;
    options.max_pixels = kLimit;
    options.shorter_side_at_least = at_least;
    try {
      const gan::DecodedImage image = gan::decodeImage(bytes, "input", options);
      const bool right = image.width >= 1 && image.height >= 1 && image.width * image.height <= kLimit &&
                         (image.channels == 1 || image.channels == 3) &&
                         image.pixels.size() == static_cast<std::size_t>(image.width * image.height * image.channels);
      if (!right) std::abort();
    } catch (const gan::Error& error) {
      if (error.code() != gan::ErrorCode::kDataLoss) std::abort();
    }
  }
  gan::exifOrientation(bytes);
  return 0;
}
