#include "data/image_fit.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "config/run_config.h"
#include "tensor/random_stream.h"

namespace gan {
namespace {

enum Draw : std::uint32_t { kMirrored = 0, kPlace = 1, kParts = 2 };  // words of an image's random row

/// Where the middle begins, rounded as Python's round() and with it torchvision does.
std::int64_t middle(std::int64_t whole, std::int64_t part) {
  return static_cast<std::int64_t>(std::nearbyint(static_cast<double>(whole - part) / 2.0));
}

/// A picture that may have been decoded smaller, in pixels of the whole one: so what is cut out and how it is resized
/// do not depend on that.
struct Picture {
  explicit Picture(const Image& image)
      : width(image.reduction == 1 ? image.width : image.full_width),
        height(image.reduction == 1 ? image.height : image.full_height),
        reduction(image.reduction) {}

  /// A length in pixels of the image.
  double reduced(std::int64_t length) const { return static_cast<double>(length) / static_cast<double>(reduction); }

  std::int64_t width;
  std::int64_t height;
  std::int64_t reduction;
};

/// Of `length` from `begin` on: the first pixel of the image that holds any of it, and how many do.
std::pair<std::int64_t, std::int64_t> pixelsOf(const Picture& picture, std::int64_t begin, std::int64_t length) {
  const std::int64_t first = begin / picture.reduction;
  return {first, (begin + length + picture.reduction - 1) / picture.reduction - first};
}

void fitSquare(Image& image, const FitOptions& options, const RandomStream& stream, std::int64_t position) {
  const Picture picture(image);
  const std::int64_t side = std::min(picture.width, picture.height);
  const std::int64_t room = std::max(picture.width, picture.height) - side;
  const bool random = options.crop == Crop::kRandom && room > 0;
  const std::uint64_t word = random ? stream.word(0, static_cast<std::uint64_t>(position), kPlace) : 0;
  const std::int64_t begin = random ? static_cast<std::int64_t>(boundedWord(word, static_cast<std::uint64_t>(room) + 1))
                                    : middle(side + room, side);
  const bool wide = picture.width > picture.height;
  const std::int64_t x = wide ? begin : 0;
  const std::int64_t y = wide ? 0 : begin;
  const auto [left, columns] = pixelsOf(picture, x, side);
  const auto [top, rows] = pixelsOf(picture, y, side);
  cut(image, left, top, columns, rows);
  const double length = picture.reduced(side);
  resample(image, resizingOf({.begin = picture.reduced(x) - static_cast<double>(left), .length = length},
                             {.begin = picture.reduced(y) - static_cast<double>(top), .length = length},
                             options.resolution, options.resolution, options.filter));
}

/// Of all of the image.
Resizing resizingOfWhole(const Picture& picture, std::int64_t width, std::int64_t height, ResizeFilter filter) {
  return resizingOf({.begin = 0, .length = picture.reduced(picture.width)},
                    {.begin = 0, .length = picture.reduced(picture.height)}, width, height, filter);
}

void squeeze(Image& image, const FitOptions& options) {
  resample(image, resizingOfWhole(Picture(image), options.resolution, options.resolution, options.filter));
}

/// A part of a picture, in its pixels.
struct Part {
  std::int64_t left, top, width, height;
};

/// torchvision's RandomResizedCrop.get_params(): of ten parts drawn, the first that fits; else the middle, in the
/// proportions that are nearest to those allowed.
Part randomPart(const Picture& picture, double least_area, const RandomStream& stream, std::int64_t position) {
  constexpr int kTries = 10;
  constexpr double kNarrowest = 3.0 / 4;
  constexpr double kWidest = 4.0 / 3;
  std::uint32_t next = kParts;
  const auto word = [&] { return stream.word(0, static_cast<std::uint64_t>(position), next++); };
  const auto uniform = [&](double from, double to) {
    return from + (to - from) * std::ldexp(static_cast<double>(word() >> 11U), -53);
  };
  const auto upTo = [&](std::int64_t most) {
    return static_cast<std::int64_t>(boundedWord(word(), static_cast<std::uint64_t>(most) + 1));
  };
  const auto width = static_cast<double>(picture.width);
  const auto height = static_cast<double>(picture.height);
  for (int i = 0; i < kTries; ++i) {
    const double area = width * height * uniform(least_area, 1);
    const double proportions = std::exp(uniform(std::log(kNarrowest), std::log(kWidest)));
    const auto columns = static_cast<std::int64_t>(std::nearbyint(std::sqrt(area * proportions)));
    const auto rows = static_cast<std::int64_t>(std::nearbyint(std::sqrt(area / proportions)));
    if (columns < 1 || columns > picture.width || rows < 1 || rows > picture.height) continue;
    const std::int64_t top = upTo(picture.height - rows);
    return {upTo(picture.width - columns), top, columns, rows};
  }
  const double proportions = std::clamp(width / height, kNarrowest, kWidest);
  const std::int64_t columns = std::min(picture.width, static_cast<std::int64_t>(std::nearbyint(height * proportions)));
  const std::int64_t rows = std::min(picture.height, static_cast<std::int64_t>(std::nearbyint(width / proportions)));
  return {(picture.width - columns) / 2, (picture.height - rows) / 2, columns, rows};
}

void fitRandomPart(Image& image, const FitOptions& options, const RandomStream& stream, std::int64_t position) {
  const Picture picture(image);
  const Part part = randomPart(picture, options.crop_least, stream, position);
  const auto [left, columns] = pixelsOf(picture, part.left, part.width);
  const auto [top, rows] = pixelsOf(picture, part.top, part.height);
  cut(image, left, top, columns, rows);
  resample(image,
           resizingOf(
               {.begin = picture.reduced(part.left) - static_cast<double>(left), .length = picture.reduced(part.width)},
               {.begin = picture.reduced(part.top) - static_cast<double>(top), .length = picture.reduced(part.height)},
               options.resolution, options.resolution, options.filter));
}

/// The shorter side becomes `size`, the longer one in proportion, rounded down as torchvision does; of it the middle
/// is kept.
void fitMiddle(Image& image, const FitOptions& options) {
  const Picture picture(image);
  const std::int64_t kept = options.resolution;
  const auto size = static_cast<std::int64_t>(std::nearbyint(static_cast<double>(kept) / options.centre_share));
  const std::int64_t shorter = std::min(picture.width, picture.height);
  const auto resized = [&](std::int64_t length) { return length == shorter ? size : size * length / shorter; };
  const std::int64_t width = resized(picture.width);
  const std::int64_t height = resized(picture.height);
  Resizing wanted = resizingOfWhole(picture, width, height, options.filter);
  wanted.left = middle(width, kept);
  wanted.top = middle(height, kept);
  wanted.kept_width = kept;
  wanted.kept_height = kept;
  resample(image, wanted);
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
  options.crop = crop == "none"             ? Crop::kNone
                 : crop == "random_resized" ? Crop::kRandomResized
                 : crop == "long_edge"      ? Crop::kLongEdge
                 : crop == "random"         ? Crop::kRandom
                                            : Crop::kCentre;
  options.crop_least = config.real("data.crop_least");
  options.flip = config.flag("data.flip") ? Flip::kRandom : Flip::kNever;
  options.seed = static_cast<std::uint64_t>(config.integer("run.seed"));
  return options;
}

FitOptions judgedFitOptions(const RunConfig& config) {
  FitOptions options = fitOptions(config);
  if (options.crop == Crop::kRandomResized || options.crop == Crop::kRandom) options.crop = Crop::kCentre;
  options.centre_share = config.real("data.validation_centre");
  options.flip = Flip::kNever;
  return options;
}

void fitImage(Image& image, const FitOptions& options, std::int64_t position) {
  const RandomStream stream(options.seed, RandomPurpose::kAugmentation);
  if (options.channels == 1) toGrey(image);
  if (options.crop == Crop::kCentre) {
    fitMiddle(image, options);
  } else if (options.crop == Crop::kNone) {
    squeeze(image, options);
  } else if (options.crop == Crop::kRandomResized) {
    fitRandomPart(image, options, stream, position);
  } else {
    fitSquare(image, options, stream, position);
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
