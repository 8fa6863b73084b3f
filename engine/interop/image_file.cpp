#include "interop/image_file.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "core/atomic_file.h"
#include "core/error.h"
#include "interop/image_decoders.h"
#include "interop/image_format.h"

namespace gan {
namespace {

using image::Input;
using image::Raster;

constexpr std::uint64_t kMaxFileBytes = std::uint64_t{256} << 20U;

[[noreturn]] void throwUnknown(const Input& input) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string found;
  for (const std::byte byte : input.bytes.first(std::min<std::size_t>(input.bytes.size(), 8))) {
    const auto value = std::to_integer<std::size_t>(byte);
    found += (found.empty() ? "" : " ") + std::string{kDigits[value / 16], kDigits[value % 16]};
  }
  throw Error(ErrorCode::kDataLoss, "image_unknown_format",
              "{file} is not a picture that can be read: JPEG, PNG, WebP, GIF, BMP, PGM and PPM are, but it begins "
              "with {found}. Fetch it again, convert it or take it away.",
              {{"file", std::string(input.source)}, {"found", found.empty() ? "nothing" : found}});
}

Raster decode(ImageFormat format, const Input& input) {
  switch (format) {
    case ImageFormat::kJpeg:
      return image::decodeJpeg(input);
    case ImageFormat::kPng:
      return image::decodePng(input);
    case ImageFormat::kWebp:
      return image::decodeWebp(input);
    case ImageFormat::kGif:
      return image::decodeGif(input);
    case ImageFormat::kBmp:
      return image::decodeBmp(input);
    case ImageFormat::kNetpbm:
      return image::decodeNetpbm(input);
  }
  throwUnknown(input);
}

std::uint8_t blend(std::uint32_t over, std::uint32_t under, std::uint32_t alpha) {
  const std::uint32_t sum = over * alpha + under * (255U - alpha) + 128U;
  return static_cast<std::uint8_t>((sum + (sum >> 8U)) >> 8U);  // sum / 255, rounded
}

bool showsThrough(const Raster& raster) {
  const auto stored = static_cast<std::size_t>(raster.channels);
  for (std::size_t at = stored - 1; at < raster.pixels.size(); at += stored) {
    if (raster.pixels[at] != 255) return true;
  }
  return false;
}

/// Lays the picture over the background. Grey stays grey where the background is.
void flatten(Raster& raster, const std::array<std::uint8_t, 3>& background) {
  const std::size_t stored = static_cast<std::size_t>(raster.channels);
  const std::size_t colours = stored - 1;
  const bool grey_background = background[0] == background[1] && background[1] == background[2];
  const std::size_t wanted = colours == 1 && grey_background ? 1 : 3;
  const std::size_t count = raster.pixels.size() / stored;
  std::vector<std::uint8_t> opaque(count * wanted);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t* in = raster.pixels.data() + i * stored;
    for (std::size_t channel = 0; channel < wanted; ++channel) {
      opaque[i * wanted + channel] = blend(in[channel % colours], background[channel], in[colours]);
    }
  }
  raster.pixels = std::move(opaque);
  raster.channels = static_cast<std::int64_t>(wanted);
}

/// Turns and mirrors so that the picture stands upright; orientation as EXIF 2.3, table 6 counts it.
void makeUpright(Raster& raster) {
  if (raster.orientation <= 1 || raster.orientation > 8) return;
  const bool sideways = raster.orientation >= 5;
  const std::int64_t width = sideways ? raster.height : raster.width;
  const std::int64_t height = sideways ? raster.width : raster.height;
  const bool from_right = raster.orientation == 2 || raster.orientation == 3 || raster.orientation == 7 ||
                          raster.orientation == 8;  // column of the stored picture counted from its right
  const bool from_bottom = raster.orientation == 3 || raster.orientation == 4 || raster.orientation == 6 ||
                           raster.orientation == 7;  // row of the stored picture counted from its bottom
  const auto channels = static_cast<std::size_t>(raster.channels);
  std::vector<std::uint8_t> upright(raster.pixels.size());
  std::uint8_t* out = upright.data();
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x, out += channels) {
      std::int64_t column = sideways ? y : x;
      std::int64_t row = sideways ? x : y;
      if (from_right) column = raster.width - 1 - column;
      if (from_bottom) row = raster.height - 1 - row;
      std::memcpy(out, raster.pixels.data() + static_cast<std::size_t>(row * raster.width + column) * channels,
                  channels);
    }
  }
  raster.pixels = std::move(upright);
  raster.width = width;
  raster.height = height;
  if (sideways) std::swap(raster.full_width, raster.full_height);
}

}  // namespace

namespace image {

void checkImageSize(const Input& input, std::int64_t width, std::int64_t height) {
  if (width >= 1 && height >= 1 && width <= input.options.max_pixels && height <= input.options.max_pixels / width) {
    return;
  }
  throw Error(ErrorCode::kDataLoss, "image_too_large",
              "{file} says that it is {width}x{height} px; pictures have at least one pixel and at most {limit}. Scale "
              "it down or take it away.",
              {{"file", std::string(input.source)},
               {"width", std::to_string(width)},
               {"height", std::to_string(height)},
               {"limit", std::to_string(input.options.max_pixels)}});
}

void throwDamaged(const Input& input, std::string_view format, std::string_view reason) {
  throw Error(ErrorCode::kDataLoss, "image_damaged",
              "{file} should be a whole {format} picture, but is damaged: {reason}. Fetch it again or take it away.",
              {{"file", std::string(input.source)}, {"format", std::string(format)}, {"reason", std::string(reason)}});
}

void throwUnsupported(const Input& input, std::string_view what) {
  throw Error(ErrorCode::kDataLoss, "image_unsupported",
              "{file} is {found}, which is not read. Convert it to PNG or take it away.",
              {{"file", std::string(input.source)}, {"found", std::string(what)}});
}

}  // namespace image

DecodedImage decodeImage(std::span<const std::byte> bytes, std::string_view source, const ImageFileOptions& options) {
  const Input input{.bytes = bytes, .source = source, .options = options};
  const auto format = imageFormatOf(bytes);
  if (!format) throwUnknown(input);
  Raster raster = decode(*format, input);
  bool composed = raster.orientation > 1 && raster.orientation <= 8;
  if (raster.channels == 2 || raster.channels == 4) {
    composed = composed || showsThrough(raster);
    flatten(raster, options.background);
  }
  makeUpright(raster);
  const bool whole = raster.reduction == 1;
  return {.width = raster.width,
          .height = raster.height,
          .channels = raster.channels,
          .pixels = std::move(raster.pixels),
          .reduction = raster.reduction,
          .full_width = whole ? raster.width : raster.full_width,
          .full_height = whole ? raster.height : raster.full_height,
          .composed = composed};
}

DecodedImage readImageFile(const std::filesystem::path& path, const ImageFileOptions& options) {
  const std::string content = readFile(path, kMaxFileBytes);
  return decodeImage(std::as_bytes(std::span(content)), path.string(), options);
}

int exifOrientation(std::span<const std::byte> tiff) {
  constexpr std::uint32_t kOrientationTag = 0x0112;
  constexpr std::size_t kEntryBytes = 12;
  if (tiff.size() < 8) return 1;
  const bool little = tiff[0] == std::byte{'I'} && tiff[1] == tiff[0];
  if (!little && (tiff[0] != std::byte{'M'} || tiff[1] != tiff[0])) return 1;
  const auto number = [&](std::size_t at, std::size_t bytes) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i) {
      value = value << 8U | std::to_integer<std::uint32_t>(tiff[at + (little ? bytes - 1 - i : i)]);
    }
    return value;
  };
  const std::size_t directory = number(4, 4);
  if (directory > tiff.size() - 2) return 1;
  const std::size_t entries = std::min<std::size_t>(number(directory, 2), (tiff.size() - directory - 2) / kEntryBytes);
  for (std::size_t i = 0; i < entries; ++i) {
    const std::size_t entry = directory + 2 + i * kEntryBytes;
    if (number(entry, 2) != kOrientationTag) continue;
    const std::uint32_t value = number(entry + 8, 2);
    return value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
  }
  return 1;
}

}  // namespace gan
