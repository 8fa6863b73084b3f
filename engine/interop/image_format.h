#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace gan {

enum class ImageFormat { kJpeg, kPng, kWebp, kGif, kBmp, kNetpbm };

/// What a file's first bytes (32 are enough) say that it is; names do not count.
std::optional<ImageFormat> imageFormatOf(std::span<const std::byte> first_bytes);

}  // namespace gan
