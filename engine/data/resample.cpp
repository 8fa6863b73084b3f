#include "data/resample.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <string>
#include <vector>

#include "core/error.h"
#include "data/resample_lines.h"

namespace gan {
namespace {

using Span = Resizing::Span;

double box(double x) { return x > -0.5 && x <= 0.5 ? 1.0 : 0.0; }

double triangle(double x) { return std::max(0.0, 1.0 - std::abs(x)); }

/// Keys (1981), equation 4, with a = -1/2.
double cubic(double x) {
  constexpr double kA = -0.5;
  x = std::abs(x);
  if (x < 1.0) return ((kA + 2.0) * x - (kA + 3.0)) * x * x + 1.0;
  if (x < 2.0) return (((x - 5.0) * x + 8.0) * x - 4.0) * kA;
  return 0.0;
}

double sinc(double x) {
  if (x == 0.0) return 1.0;
  x *= std::numbers::pi;
  return std::sin(x) / x;
}

double lanczos(double x) { return x >= -3.0 && x < 3.0 ? sinc(x) * sinc(x / 3.0) : 0.0; }

struct Kernel {
  double (*weight)(double distance);
  double support;
};

Kernel kernelOf(ResizeFilter filter) {
  switch (filter) {
    case ResizeFilter::kBox:
      return {box, 0.5};
    case ResizeFilter::kBilinear:
      return {triangle, 1.0};
    case ResizeFilter::kBicubic:
      return {cubic, 2.0};
    case ResizeFilter::kLanczos:
      return {lanczos, 3.0};
  }
  return {triangle, 1.0};
}

/// Calls take(begin, shares) for each of the new lines `first` to `first + count` - 1 of `to`, which cover `place` of
/// `from` old ones: the old lines from `begin` on, each with its share.
template <typename Take>
void eachLine(std::int64_t from, const Span& place, std::int64_t to, std::int64_t first, std::int64_t count,
              const Kernel& kernel, const Take& take) {
  const double scale = place.length / static_cast<double>(to);
  const double widening = std::max(scale, 1.0);
  const double support = kernel.support * widening;
  std::vector<double> shares;
  for (std::int64_t line = first; line < first + count; ++line) {
    const double centre = place.begin + (static_cast<double>(line) + 0.5) * scale;
    const std::int64_t begin = std::clamp<std::int64_t>(static_cast<std::int64_t>(centre - support + 0.5), 0, from - 1);
    const std::int64_t end = std::clamp(static_cast<std::int64_t>(centre + support + 0.5), begin + 1, from);
    shares.clear();
    double sum = 0;
    for (std::int64_t i = begin; i < end; ++i) {
      shares.push_back(kernel.weight((static_cast<double>(i) - centre + 0.5) / widening));
      sum += shares.back();
    }
    for (double& share : shares) share = sum != 0.0 ? share / sum : share;
    take(static_cast<std::size_t>(begin), shares);
  }
}

LineWeights weightsOf(std::int64_t from, const Span& place, std::int64_t to, std::int64_t first, std::int64_t count,
                      const Kernel& kernel) {
  LineWeights lines;
  std::vector<std::int32_t> rounded;
  eachLine(from, place, to, first, count, kernel, [&](std::size_t begin, const std::vector<double>& shares) {
    rounded.clear();
    for (const double share : shares) {
      rounded.push_back(
          static_cast<std::int32_t>(std::trunc(share * (1 << LineWeights::kPrecisionBits) + (share < 0 ? -0.5 : 0.5))));
    }
    lines.add(begin, rounded);
  });
  return lines;
}

/// Rows first: only those that the columns will need.
void resizeBoth(Image& image, const LineWeights& across, const LineWeights& down) {
  const auto channels = static_cast<std::size_t>(image.channels);
  const std::size_t in_row = static_cast<std::size_t>(image.width) * channels;
  const std::size_t out_row = across.lines().size() * channels;
  const std::size_t top = down.firstUsed();
  const std::size_t rows = down.endOfUsed() - top;
  std::vector<std::uint8_t> narrow(out_row * rows);
  for (std::size_t y = 0; y < rows; ++y) {
    const std::size_t at = (top + y) * in_row;
    resizeRow(image.pixels.data() + at, image.pixels.size() - at, channels, across, narrow.data() + y * out_row);
  }
  image.pixels.resize(out_row * down.lines().size());
  std::uint8_t* out = image.pixels.data();
  for (LineWeights::Line line : down.lines()) {
    line.first -= top;
    mixRows(narrow.data(), out_row, down, line, out);
    out += out_row;
  }
  image.width = static_cast<std::int64_t>(across.lines().size());
  image.height = static_cast<std::int64_t>(down.lines().size());
}

bool isWhole(const Image& image) {
  return (image.channels == 1 || image.channels == 3) && image.width > 0 && image.height > 0 &&
         image.pixels.size() == static_cast<std::size_t>(image.width * image.height * image.channels);
}

[[noreturn]] void throwCannotResize(const Image& image, std::int64_t width, std::int64_t height) {
  throw Error(ErrorCode::kInvalidArgument, "image_cannot_be_resized",
              "An image of {width}x{height} with {channels} channels and {bytes} bytes cannot become "
              "{new_width}x{new_height}: both need at least one pixel, and 1 or 3 channels.",
              {{"width", std::to_string(image.width)},
               {"height", std::to_string(image.height)},
               {"channels", std::to_string(image.channels)},
               {"bytes", std::to_string(image.pixels.size())},
               {"new_width", std::to_string(width)},
               {"new_height", std::to_string(height)}});
}

}  // namespace

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

Resizing resizingOf(const Span& across, const Span& down, std::int64_t width, std::int64_t height,
                    ResizeFilter filter) {
  return {.across = across,
          .down = down,
          .width = width,
          .height = height,
          .left = 0,
          .top = 0,
          .kept_width = width,
          .kept_height = height,
          .filter = filter};
}

void resample(Image& image, std::int64_t width, std::int64_t height, ResizeFilter filter) {
  resample(image, resizingOf({.begin = 0, .length = static_cast<double>(image.width)},
                             {.begin = 0, .length = static_cast<double>(image.height)}, width, height, filter));
}

void resample(Image& image, const Resizing& wanted) {
  const auto lies_in = [](const Span& part, std::int64_t whole) {
    return part.begin >= 0 && part.length > 0 && part.begin + part.length <= static_cast<double>(whole);
  };
  const bool possible = isWhole(image) && wanted.width >= 1 && wanted.height >= 1 &&
                        lies_in(wanted.across, image.width) && lies_in(wanted.down, image.height) && wanted.left >= 0 &&
                        wanted.kept_width >= 1 && wanted.left + wanted.kept_width <= wanted.width && wanted.top >= 0 &&
                        wanted.kept_height >= 1 && wanted.top + wanted.kept_height <= wanted.height;
  if (!possible) {
    throwCannotResize(image, wanted.width, wanted.height);
  }
  image.reduction = 1;
  const bool same_size = wanted.width == image.width && wanted.height == image.height &&
                         wanted.across.length == static_cast<double>(image.width) &&
                         wanted.down.length == static_cast<double>(image.height);
  if (same_size) return cut(image, wanted.left, wanted.top, wanted.kept_width, wanted.kept_height);
  const Kernel kernel = kernelOf(wanted.filter);
  resizeBoth(image, weightsOf(image.width, wanted.across, wanted.width, wanted.left, wanted.kept_width, kernel),
             weightsOf(image.height, wanted.down, wanted.height, wanted.top, wanted.kept_height, kernel));
}

void resampleToFloats(const Image& image, std::int64_t width, std::int64_t height, ResizeFilter filter,
                      std::span<float> planes) {
  const bool possible = isWhole(image) && width >= 1 && height >= 1 &&
                        planes.size() == static_cast<std::size_t>(width * height * image.channels);
  if (!possible) throwCannotResize(image, width, height);
  const Kernel kernel = kernelOf(filter);
  const auto channels = static_cast<std::size_t>(image.channels);
  const auto in_width = static_cast<std::size_t>(image.width);
  const auto out_width = static_cast<std::size_t>(width);
  const auto rows = static_cast<std::size_t>(image.height);
  std::vector<float> narrow(channels * rows * out_width);  // planes
  std::size_t x = 0;
  eachLine(image.width, {.begin = 0, .length = static_cast<double>(image.width)}, width, 0, width, kernel,
           [&](std::size_t begin, const std::vector<double>& shares) {
             for (std::size_t channel = 0; channel < channels; ++channel) {
               for (std::size_t y = 0; y < rows; ++y) {
                 const std::uint8_t* pixel = image.pixels.data() + (y * in_width + begin) * channels + channel;
                 double sum = 0;
                 for (std::size_t i = 0; i < shares.size(); ++i) sum += pixel[i * channels] * shares[i];
                 narrow[(channel * rows + y) * out_width + x] = static_cast<float>(sum);
               }
             }
             ++x;
           });
  std::vector<double> sums(out_width);
  std::size_t y = 0;
  eachLine(image.height, {.begin = 0, .length = static_cast<double>(image.height)}, height, 0, height, kernel,
           [&](std::size_t begin, const std::vector<double>& shares) {
             for (std::size_t channel = 0; channel < channels; ++channel) {
               std::ranges::fill(sums, 0);
               for (std::size_t i = 0; i < shares.size(); ++i) {
                 const float* row = narrow.data() + (channel * rows + begin + i) * out_width;
                 for (std::size_t column = 0; column < out_width; ++column) sums[column] += row[column] * shares[i];
               }
               std::ranges::transform(sums,
                                      planes.data() + (channel * static_cast<std::size_t>(height) + y) * out_width,
                                      [](double sum) { return static_cast<float>(sum); });
             }
             ++y;
           });
}

}  // namespace gan
