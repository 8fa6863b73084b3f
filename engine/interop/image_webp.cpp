#include <webp/decode.h>

#include <cstring>

#include "interop/image_decoders.h"

namespace gan::image {

namespace {

constexpr std::string_view kFormat = "WebP";

bool startsWith(std::span<const std::byte> bytes, std::string_view magic) {
  return bytes.size() >= magic.size() && std::memcmp(bytes.data(), magic.data(), magic.size()) == 0;
}

/// Of the chunk "EXIF" behind the pixels, if there is one; a file that ends inside a chunk has none.
int orientationIn(std::span<const std::byte> bytes) {
  constexpr std::size_t kHead = 8;  // name and length of a chunk
  constexpr std::string_view kOldPrefix("Exif\0\0", 6);
  for (std::size_t at = 12; bytes.size() > at && bytes.size() - at >= kHead;) {
    std::uint32_t length = 0;
    for (std::size_t i = 0; i < 4; ++i) length |= std::to_integer<std::uint32_t>(bytes[at + 4 + i]) << (8 * i);
    if (length > bytes.size() - at - kHead) return 1;
    auto content = bytes.subspan(at + kHead, length);
    if (startsWith(bytes.subspan(at), "EXIF")) {
      if (startsWith(content, kOldPrefix)) content = content.subspan(kOldPrefix.size());
      return exifOrientation(content);
    }
    at += kHead + length + length % 2;
  }
  return 1;
}

}  // namespace

Raster decodeWebp(const Input& input) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(input.bytes.data());
  WebPBitstreamFeatures features;
  if (WebPGetFeatures(bytes, input.bytes.size(), &features) != VP8_STATUS_OK) {
    throwDamaged(input, kFormat, "its header cannot be read");
  }
  if (features.has_animation != 0) throwUnsupported(input, "an animated WebP");
  checkImageSize(input, features.width, features.height);
  Raster raster{.width = features.width,
                .height = features.height,
                .channels = features.has_alpha != 0 ? 4 : 3,
                .pixels = {},
                .orientation = orientationIn(input.bytes)};
  const auto row_bytes = raster.width * raster.channels;
  raster.pixels.resize(static_cast<std::size_t>(row_bytes * raster.height));
  const auto decode = features.has_alpha != 0 ? WebPDecodeRGBAInto : WebPDecodeRGBInto;
  if (decode(bytes, input.bytes.size(), raster.pixels.data(), raster.pixels.size(), static_cast<int>(row_bytes)) ==
      nullptr) {
    throwDamaged(input, kFormat, "its data are cut off or cannot be decoded");
  }
  return raster;
}

}  // namespace gan::image
