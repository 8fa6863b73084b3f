#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "tensor/image.h"

namespace gan {

/// A photograph as the pictures of a generator are: its middle cut out to a square, scaled to resolution x resolution
/// as the images of a data set are (bilinear), of so many channels, 1 or 3. bytes: of a file of any of the formats that
/// decodeImage() reads. most_pixels: more are refused before memory is taken. source: for messages. Throws as
/// decodeImage() does, and Error(kInvalidArgument, "photo_missing") for no bytes at all.
Image fittedPhoto(std::span<const std::byte> bytes, std::string_view source, std::int64_t resolution,
                  std::int64_t channels, std::int64_t most_pixels);

/// The photograph that was fitted last, for who looks at it again and again. One thread at a time.
class LastPhoto {
 public:
  /// As fittedPhoto(); stays until another one is asked for.
  const Image& fitted(const std::string& bytes, std::string_view source, std::int64_t resolution, std::int64_t channels,
                      std::int64_t most_pixels);

 private:
  std::string bytes_;
  Image photo_;
};

}  // namespace gan
