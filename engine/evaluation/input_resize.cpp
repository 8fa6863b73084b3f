#include "evaluation/input_resize.h"

#include <ATen/ops/tensor.h>

#include <algorithm>
#include <array>
#include <vector>

#include "data/resample.h"

namespace gan {
namespace {

/// What a new line of pixels takes of two old ones.
struct Tap {
  std::size_t first = 0;
  std::size_t second = 0;
  float share = 0;  ///< Of the second.
};

/// In single precision, as the programs compute places.
float placeOf(std::int64_t line, std::int64_t from, std::int64_t to, InputResize way) {
  const auto at = static_cast<float>(line);
  const auto old_size = static_cast<float>(from);
  const auto new_size = static_cast<float>(to);
  if (way == InputResize::kPytorchFid) return std::max(0.0F, old_size / new_size * (at + 0.5F) - 0.5F);
  if (way == InputResize::kStyleGan) return at * old_size / new_size;
  return to > 1 ? at * ((old_size - 1) / (new_size - 1)) : 0;
}

std::vector<Tap> taps(std::int64_t from, std::int64_t to, InputResize way) {
  std::vector<Tap> found;
  const auto last = static_cast<std::size_t>(from - 1);
  for (std::int64_t line = 0; line < to; ++line) {
    const float place = placeOf(line, from, to, way);
    const std::size_t first = std::min(static_cast<std::size_t>(place), last);
    found.push_back({.first = first,
                     .second = std::min(first + 1, last),
                     .share = std::clamp(place - static_cast<float>(first), 0.0F, 1.0F)});
  }
  return found;
}

void interpolate(const Image& image, InputResize way, std::int64_t size, std::span<float> planes) {
  const auto channels = static_cast<std::size_t>(image.channels);
  const auto width = static_cast<std::size_t>(image.width);
  const std::vector<Tap> across = taps(image.width, size, way);
  const std::vector<Tap> down = taps(image.height, size, way);
  float* out = planes.data();
  for (std::size_t channel = 0; channel < channels; ++channel) {
    for (const Tap& row : down) {
      const std::uint8_t* upper = image.pixels.data() + row.first * width * channels + channel;
      const std::uint8_t* lower = image.pixels.data() + row.second * width * channels + channel;
      for (const Tap& column : across) {
        const auto between = [&column, channels](const std::uint8_t* line) {
          return (1 - column.share) * static_cast<float>(line[column.first * channels]) +
                 column.share * static_cast<float>(line[column.second * channels]);
        };
        *out++ = (1 - row.share) * between(upper) + row.share * between(lower);
      }
    }
  }
}

}  // namespace

std::string_view nameOf(InputResize way) {
  switch (way) {
    case InputResize::kPytorchFid:
      return "pytorch-fid";
    case InputResize::kStyleGan:
      return "stylegan";
    case InputResize::kCleanFid:
      return "clean-fid";
    case InputResize::kBigGan:
      return "biggan";
  }
  return "pytorch-fid";
}

void resizeInput(const Image& image, InputResize way, std::int64_t size, std::span<float> planes) {
  const auto plane = static_cast<std::size_t>(size * size);
  const auto stored = planes.first(plane * static_cast<std::size_t>(image.channels));
  if (way == InputResize::kCleanFid) {
    resampleToFloats(image, size, size, ResizeFilter::kBicubic, stored);
    for (float& value : stored) value = std::clamp(value, 0.0F, 255.0F);
  } else {
    interpolate(image, way, size, stored);
  }
  for (std::size_t done = stored.size(); done < planes.size(); done += plane) {
    std::copy_n(planes.data(), plane, planes.data() + done);
  }
}

at::Tensor normaliseInput(const at::Tensor& images, InputResize way) {
  if (way == InputResize::kPytorchFid) return images.mul(2.0 / 255).sub_(1);
  if (way != InputResize::kBigGan) return images.sub(128).div_(128);
  const auto channels = [&images](const std::array<double, 3>& values) {
    return at::tensor(values, images.options()).view({1, 3, 1, 1});
  };
  return images.div(255).sub_(channels({0.485, 0.456, 0.406})).div_(channels({0.229, 0.224, 0.225}));
}

}  // namespace gan
