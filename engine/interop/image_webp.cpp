#include <webp/decode.h>
#include <webp/demux.h>

#include <cstring>
#include <memory>

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

/// On a transparent canvas, as viewers begin an animation.
Raster decodeFirstFrame(const Input& input, std::int64_t width, std::int64_t height) {
  WebPAnimDecoderOptions options;
  const WebPData data{.bytes = reinterpret_cast<const std::uint8_t*>(input.bytes.data()), .size = input.bytes.size()};
  if (WebPAnimDecoderOptionsInit(&options) == 0) throwDamaged(input, kFormat, "its frames cannot be decoded");
  options.color_mode = MODE_RGBA;
  const std::unique_ptr<WebPAnimDecoder, decltype(&WebPAnimDecoderDelete)> decoder(WebPAnimDecoderNew(&data, &options),
                                                                                   WebPAnimDecoderDelete);
  std::uint8_t* canvas = nullptr;  // the decoder's
  int milliseconds = 0;
  if (!decoder || WebPAnimDecoderGetNext(decoder.get(), &canvas, &milliseconds) == 0) {
    throwDamaged(input, kFormat, "its frames are cut off or cannot be decoded");
  }
  constexpr std::int64_t kChannels = 4;
  return {.width = width,
          .height = height,
          .channels = kChannels,
          .pixels = {canvas, canvas + width * height * kChannels},
          .orientation = orientationIn(input.bytes)};
}

}  // namespace

Raster decodeWebp(const Input& input) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(input.bytes.data());
  WebPBitstreamFeatures features;
  if (WebPGetFeatures(bytes, input.bytes.size(), &features) != VP8_STATUS_OK) {
    throwDamaged(input, kFormat, "its header cannot be read");
  }
  checkImageSize(input, features.width, features.height);
  if (features.has_animation != 0) return decodeFirstFrame(input, features.width, features.height);
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
