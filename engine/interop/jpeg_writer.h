#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gan {

/// A JPEG file of interleaved bytes, rows from the top: 1 channel is grey, 3 are red, green and blue, which keep their
/// resolution. quality: 1 to 100. Empty where libjpeg gave up, as at sides above 65,500. pixels must hold
/// width * height * channels bytes.
std::string encodeJpeg(const std::vector<std::uint8_t>& pixels, std::int64_t width, std::int64_t height,
                       std::int64_t channels, int quality);

}  // namespace gan
