#include "data/image_batch.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <array>
#include <string>

#include "core/error.h"

namespace gan {

namespace {

constexpr std::array<float, 256> kUnitRange = [] {
  std::array<float, 256> table{};
  for (std::size_t byte = 0; byte < table.size(); ++byte) {
    table[byte] = static_cast<float>(byte) / 127.5F - 1.0F;
  }
  return table;
}();

void toGrey(Image& image) {
  const std::size_t count = image.pixels.size() / 3;
  const std::uint8_t* in = image.pixels.data();
  std::uint8_t* out = image.pixels.data();
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t weighted = 19595U * in[3 * i] + 38470U * in[3 * i + 1] + 7471U * in[3 * i + 2] + 0x8000U;
    out[i] = static_cast<std::uint8_t>(weighted >> 16U);
  }
  image.pixels.resize(count);
  image.channels = 1;
}

void resize(Image& image, std::int64_t size) {
  const at::Tensor whole = at::from_blob(image.pixels.data(), {1, image.height, image.width, image.channels}, at::kByte)
                               .permute({0, 3, 1, 2});
  const at::Tensor resized = resizeBytes(whole, size).permute({0, 2, 3, 1}).contiguous();
  const auto* bytes = resized.const_data_ptr<std::uint8_t>();
  image.pixels.assign(bytes, bytes + resized.numel());
  image.width = size;
  image.height = size;
}

void checkShapes(const Image& image, std::int64_t size, std::int64_t channels, std::size_t floats) {
  const bool possible = (image.channels == 1 || image.channels == 3) && image.width > 0 && image.height > 0 &&
                        image.pixels.size() == static_cast<std::size_t>(image.width * image.height * image.channels);
  if (!possible || size < 1 || (channels != 1 && channels != 3) ||
      floats != static_cast<std::size_t>(size * size * channels)) {
    throw Error(ErrorCode::kInvalidArgument, "image_cannot_be_converted",
                "An image of {width}x{height} with {found} channels and {bytes} bytes cannot become {size}x{size} with "
                "{channels}: both sides must have 1 or 3 channels and at least one pixel.",
                {{"width", std::to_string(image.width)},
                 {"height", std::to_string(image.height)},
                 {"found", std::to_string(image.channels)},
                 {"bytes", std::to_string(image.pixels.size())},
                 {"size", std::to_string(size)},
                 {"channels", std::to_string(channels)}});
  }
}

}  // namespace

void writePlanes(Image& image, std::int64_t size, std::int64_t channels, std::span<float> planes) {
  checkShapes(image, size, channels, planes.size());
  if (image.channels == 3 && channels == 1) {
    toGrey(image);
  }
  if (image.width != size || image.height != size) {
    resize(image, size);
  }
  const auto pixels = static_cast<std::size_t>(size * size);
  const auto stored = static_cast<std::size_t>(image.channels);
  for (std::size_t channel = 0; channel < stored; ++channel) {
    const std::uint8_t* in = image.pixels.data() + channel;
    float* out = planes.data() + channel * pixels;
    for (std::size_t i = 0; i < pixels; ++i) {
      out[i] = kUnitRange[in[i * stored]];
    }
  }
  for (std::size_t channel = stored; channel < static_cast<std::size_t>(channels); ++channel) {
    std::copy_n(planes.data(), pixels, planes.data() + channel * pixels);
  }
}

}  // namespace gan
