#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace gan {

enum class ImageFormat { kJpeg, kPng, kWebp, kGif, kBmp, kNetpbm };

/// What a file's first bytes (32 are enough) say that it is; names do not count.
std::optional<ImageFormat> imageFormatOf(std::span<const std::byte> first_bytes);

/// True when a file's name ends as pictures' names do.
bool namedAsPicture(std::string_view name);

}  // namespace gan
