#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace gan {

/// A JPEG of what decodeImage() makes of a file, whose longer side has at most so many pixels, each the mean of those
/// that it covers; one that is as small already keeps its size. longest_side: at least 1. Takes memory for 32
/// megapixels at most. Throws as decodeImage().
std::string thumbnailOf(std::span<const std::byte> file, std::string_view source, std::int64_t longest_side);

}  // namespace gan
