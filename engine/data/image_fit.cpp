#include "data/image_fit.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "config/run_config.h"
#include "tensor/random_stream.h"

namespace gan {
namespace {

enum Draw : std::uint32_t { kMirrored = 0, kPlace = 1 };  // words of an image's random row

void cut(Image& image, std::int64_t left, std::int64_t top, std::int64_t width, std::int64_t height) {
  const auto channels = static_cast<std::size_t>(image.channels);
  const std::size_t row = static_cast<std::size_t>(width) * channels;
  std::uint8_t* out = image.pixels.data();
  for (std::int64_t y = top; y < top + height; ++y, out += row) {
    std::memmove(out, image.pixels.data() + static_cast<std::size_t>(y * image.width + left) * channels, row);
  }
  image.pixels.resize(row * static_cast<std::size_t>(height));
  image.width = width;
  image.height = height;
}

/// Where the middle begins, rounded as Python's round() and with it torchvision does.
std::int64_t middle(std::int64_t whole, std::int64_t part) {
  return static_cast<std::int64_t>(std::nearbyint(static_cast<double>(whole - part) / 2.0));
}

void cutSquare(Image& image, const FitOptions& options, const RandomStream& stream, std::int64_t position) {
  const std::int64_t side = std::min(image.width, image.height);
  const std::int64_t room = std::max(image.width, image.height) - side;
  if (room == 0) return;
  const bool random = options.crop == Crop::kRandom;
  const std::uint64_t word = random ? stream.word(0, static_cast<std::uint64_t>(position), kPlace) : 0;
  const std::int64_t begin = random ? static_cast<std::int64_t>(boundedWord(word, static_cast<std::uint64_t>(room) + 1))
                                    : middle(side + room, side);
  const bool wide = image.width > image.height;
  cut(image, wide ? begin : 0, wide ? 0 : begin, side, side);
}

/// The shorter side becomes `size`, the longer one in proportion, rounded down as torchvision does.
void resizeShorterSide(Image& image, std::int64_t size, ResizeFilter filter) {
  const std::int64_t shorter = std::min(image.width, image.height);
  const auto longer = [&](std::int64_t length) { return length == shorter ? size : size * length / shorter; };
  resample(image, longer(image.width), longer(image.height), filter);
}

void mirror(Image& image) {
  const auto channels = static_cast<std::size_t>(image.channels);
  const auto width = static_cast<std::size_t>(image.width);
  for (std::size_t y = 0; y < static_cast<std::size_t>(image.height); ++y) {
    std::uint8_t* row = image.pixels.data() + y * width * channels;
    for (std::size_t left = 0, right = width - 1; left < right; ++left, --right) {
      std::swap_ranges(row + left * channels, row + (left + 1) * channels, row + right * channels);
    }
  }
}

}  // namespace

FitOptions fitOptions(const RunConfig& config) {
  FitOptions options;
  options.resolution = config.integer("data.resolution");
  options.channels = config.integer("data.channels");
  const std::string& filter = config.text("data.resize");
  options.filter = filter == "box"       ? ResizeFilter::kBox
                   : filter == "bicubic" ? ResizeFilter::kBicubic
                   : filter == "lanczos" ? ResizeFilter::kLanczos
                                         : ResizeFilter::kBilinear;
  const std::string& crop = config.text("data.crop");
  options.crop = crop == "none"        ? Crop::kNone
                 : crop == "long_edge" ? Crop::kLongEdge
                 : crop == "random"    ? Crop::kRandom
                                       : Crop::kCentre;
  options.flip = config.flag("data.flip") ? Flip::kRandom : Flip::kNever;
  options.seed = static_cast<std::uint64_t>(config.integer("run.seed"));
  return options;
}

void fitImage(Image& image, const FitOptions& options, std::int64_t position) {
  const RandomStream stream(options.seed, RandomPurpose::kAugmentation);
  if (options.channels == 1) toGrey(image);
  const std::int64_t size = options.resolution;
  if (options.crop == Crop::kCentre) {
    if (std::min(image.width, image.height) != size) resizeShorterSide(image, size, options.filter);
    cut(image, middle(image.width, size), middle(image.height, size), size, size);
  } else {
    if (options.crop != Crop::kNone) cutSquare(image, options, stream, position);
    resample(image, size, size, options.filter);
  }
  const bool may_mirror = options.flip == Flip::kRandom;
  if (may_mirror && (stream.word(0, static_cast<std::uint64_t>(position), kMirrored) & 1U) != 0) mirror(image);
}

void toGrey(Image& image) {
  if (image.channels != 3) return;
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

}  // namespace gan
