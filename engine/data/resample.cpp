#include "data/resample.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"

namespace gan {
namespace {

constexpr int kPrecisionBits = 32 - 8 - 2;

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

/// The pixels of a line that make one pixel of the new line, and how much each counts.
struct Taps {
  std::int64_t first = 0;
  std::vector<std::int32_t> weights;
};

std::vector<Taps> tapsOf(std::int64_t from, std::int64_t to, const Kernel& kernel) {
  const double scale = static_cast<double>(from) / static_cast<double>(to);
  const double widening = std::max(scale, 1.0);
  const double support = kernel.support * widening;
  std::vector<Taps> lines(static_cast<std::size_t>(to));
  std::vector<double> weights;
  for (std::size_t place = 0; place < lines.size(); ++place) {
    const double centre = (static_cast<double>(place) + 0.5) * scale;
    const std::int64_t first = std::max<std::int64_t>(0, static_cast<std::int64_t>(centre - support + 0.5));
    const std::int64_t end = std::min(from, static_cast<std::int64_t>(centre + support + 0.5));
    weights.clear();
    double sum = 0;
    for (std::int64_t i = first; i < end; ++i) {
      weights.push_back(kernel.weight((static_cast<double>(i) - centre + 0.5) / widening));
      sum += weights.back();
    }
    lines[place].first = first;
    for (const double weight : weights) {
      const double share = sum != 0.0 ? weight / sum : weight;
      lines[place].weights.push_back(
          static_cast<std::int32_t>(std::trunc(share * (1 << kPrecisionBits) + (share < 0 ? -0.5 : 0.5))));
    }
  }
  return lines;
}

std::uint8_t toByte(std::int32_t sum) { return static_cast<std::uint8_t>(std::clamp(sum >> kPrecisionBits, 0, 255)); }

template <std::size_t kChannels>
void resizeRow(const std::uint8_t* in, const std::vector<Taps>& taps, std::uint8_t* out) {
  for (const Taps& tap : taps) {
    std::int32_t sums[kChannels];
    std::fill_n(sums, kChannels, 1 << (kPrecisionBits - 1));
    const std::uint8_t* pixel = in + static_cast<std::size_t>(tap.first) * kChannels;
    for (const std::int32_t weight : tap.weights) {
      for (std::size_t channel = 0; channel < kChannels; ++channel) sums[channel] += *pixel++ * weight;
    }
    for (const std::int32_t sum : sums) *out++ = toByte(sum);
  }
}

void resizeRows(Image& image, std::int64_t width, const Kernel& kernel) {
  const auto taps = tapsOf(image.width, width, kernel);
  const auto channels = static_cast<std::size_t>(image.channels);
  const std::size_t in_row = static_cast<std::size_t>(image.width) * channels;
  const std::size_t out_row = static_cast<std::size_t>(width) * channels;
  std::vector<std::uint8_t> pixels(out_row * static_cast<std::size_t>(image.height));
  for (std::size_t y = 0; y < static_cast<std::size_t>(image.height); ++y) {
    const std::uint8_t* in = image.pixels.data() + y * in_row;
    std::uint8_t* out = pixels.data() + y * out_row;
    channels == 1 ? resizeRow<1>(in, taps, out) : resizeRow<3>(in, taps, out);
  }
  image.pixels = std::move(pixels);
  image.width = width;
}

void resizeColumns(Image& image, std::int64_t height, const Kernel& kernel) {
  const auto taps = tapsOf(image.height, height, kernel);
  const auto row = static_cast<std::size_t>(image.width * image.channels);
  std::vector<std::uint8_t> pixels(row * static_cast<std::size_t>(height));
  std::vector<std::int32_t> sums(row);
  std::uint8_t* out = pixels.data();
  for (const Taps& tap : taps) {
    std::ranges::fill(sums, 1 << (kPrecisionBits - 1));
    const std::uint8_t* in = image.pixels.data() + static_cast<std::size_t>(tap.first) * row;
    for (const std::int32_t weight : tap.weights) {
      for (std::size_t x = 0; x < row; ++x) sums[x] += *in++ * weight;
    }
    for (const std::int32_t sum : sums) *out++ = toByte(sum);
  }
  image.pixels = std::move(pixels);
  image.height = height;
}

}  // namespace

void resample(Image& image, std::int64_t width, std::int64_t height, ResizeFilter filter) {
  const bool whole = (image.channels == 1 || image.channels == 3) && image.width > 0 && image.height > 0 &&
                     image.pixels.size() == static_cast<std::size_t>(image.width * image.height * image.channels);
  if (!whole || width < 1 || height < 1) {
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
  const Kernel kernel = kernelOf(filter);
  if (image.width != width) resizeRows(image, width, kernel);
  if (image.height != height) resizeColumns(image, height, kernel);
}

}  // namespace gan
