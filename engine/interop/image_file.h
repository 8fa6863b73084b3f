#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace gan {

struct ImageFileOptions {
  /// Where a format allows it (JPEG), a picture may be decoded at 1/2, 1/4 or 1/8 of its size as long as its shorter
  /// side keeps at least this many pixels. 0 decodes the whole size.
  std::int64_t shorter_side_at_least = 0;
  /// Red, green and blue behind transparent pixels.
  std::array<std::uint8_t, 3> background{255, 255, 255};
  /// Pictures with more pixels are refused before memory is taken for them.
  std::int64_t max_pixels = std::int64_t{1} << 27U;
};

/// A picture as stored in a file: upright, opaque, eight bits a channel.
struct DecodedImage {
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::int64_t channels = 0;         ///< 1 grey or 3 RGB
  std::vector<std::uint8_t> pixels;  ///< Interleaved, rows top to bottom.
  std::int64_t reduction = 1;   ///< 2, 4 or 8 where it was decoded smaller: width is full_width / 2, ... rounded up.
  std::int64_t full_width = 0;  ///< As the file says, upright.
  std::int64_t full_height = 0;
  /// Transparency was laid over a background, or it was turned as EXIF data says: what looks at neither sees another
  /// one.
  bool composed = false;
};

/// Decodes JPEG (grey, YCbCr, RGB, CMYK, YCCK), PNG (all kinds; 16 bits are rounded to 8), WebP and GIF (first frame),
/// BMP (not run-length coded), PGM and PPM (plain or raw). The orientation that EXIF names in JPEG, PNG and WebP is
/// applied, transparency is laid over options.background. Ink (CMYK) becomes RGB as Pillow does it, without a colour
/// profile. Safe to call from several threads. Throws Error(kDataLoss): "image_unknown_format", "image_damaged",
/// "image_too_large", "image_unsupported", each naming source.
DecodedImage decodeImage(std::span<const std::byte> bytes, std::string_view source,
                         const ImageFileOptions& options = {});

/// Reads and decodes a file of at most 256 MiB. Throws as decodeImage() and readFile().
DecodedImage readImageFile(const std::filesystem::path& path, const ImageFileOptions& options = {});

/// The orientation, 1 to 8, that a block of EXIF data (from "II" or "MM" on) names; 1 where it names none.
int exifOrientation(std::span<const std::byte> tiff);

}  // namespace gan
