#include "data/image_batch.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/error.h"
#include "data/image_fit.h"
#include "data/resample.h"

namespace gan {

namespace {

constexpr std::array<float, 256> kUnitRange = [] {
  std::array<float, 256> table{};
  for (std::size_t byte = 0; byte < table.size(); ++byte) {
    table[byte] = static_cast<float>(byte) / 127.5F - 1.0F;
  }
  return table;
}();

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
  if (channels == 1) toGrey(image);
  resample(image, size, size, ResizeFilter::kBilinear);
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
