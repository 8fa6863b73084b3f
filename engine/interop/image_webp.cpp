#include <webp/decode.h>

#include "interop/image_decoders.h"

namespace gan::image {

Raster decodeWebp(const Input& input) {
  constexpr std::string_view kFormat = "WebP";
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
                .orientation = 1};
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
