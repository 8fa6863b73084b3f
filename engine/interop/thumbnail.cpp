#include "interop/thumbnail.h"

#include <algorithm>
#include <utility>

#include "core/error.h"
#include "interop/image_file.h"
#include "interop/jpeg_writer.h"

namespace gan {
namespace {

constexpr std::int64_t kMostPixels = std::int64_t{1} << 25U;
constexpr int kQuality = 85;

/// Sides in which each pixel covers whole rows and columns, or parts of them, of the picture.
DecodedImage shrunk(const DecodedImage& image, std::int64_t width, std::int64_t height) {
  DecodedImage small{.width = width, .height = height, .channels = image.channels, .pixels = {}};
  small.pixels.reserve(static_cast<std::size_t>(width * height * image.channels));
  for (std::int64_t y = 0; y < height; ++y) {
    const std::int64_t top = y * image.height / height;
    const std::int64_t bottom = std::max((y + 1) * image.height / height, top + 1);
    for (std::int64_t x = 0; x < width; ++x) {
      const std::int64_t left = x * image.width / width;
      const std::int64_t right = std::max((x + 1) * image.width / width, left + 1);
      const std::int64_t count = (bottom - top) * (right - left);
      for (std::int64_t channel = 0; channel < image.channels; ++channel) {
        std::int64_t sum = 0;
        for (std::int64_t row = top; row < bottom; ++row) {
          const std::uint8_t* pixel = image.pixels.data() + (row * image.width + left) * image.channels + channel;
          for (std::int64_t i = left; i < right; ++i, pixel += image.channels) sum += *pixel;
        }
        small.pixels.push_back(static_cast<std::uint8_t>((sum + count / 2) / count));
      }
    }
  }
  return small;
}

}  // namespace

std::string thumbnailOf(std::span<const std::byte> file, std::string_view source, std::int64_t longest_side) {
  DecodedImage image = decodeImage(file, source, {.max_pixels = kMostPixels});
  const std::int64_t longest = std::max(image.width, image.height);
  if (longest > longest_side) {
    const auto scaled = [&](std::int64_t side) { return std::max<std::int64_t>(side * longest_side / longest, 1); };
    image = shrunk(image, scaled(image.width), scaled(image.height));
  }
  std::string jpeg = encodeJpeg(image.pixels, image.width, image.height, image.channels, kQuality);
  if (!jpeg.empty()) return jpeg;
  throw Error(ErrorCode::kInternal, "thumbnail_failed", "No small picture could be made of {source}.",
              {{"source", std::string(source)}});
}

}  // namespace gan
