#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "interop/image_file.h"

namespace gan::image {

/// What a decoder makes of a file, before transparency and orientation are dealt with.
struct Raster {
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::int64_t channels = 0;  ///< 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha; alpha is not multiplied in.
  std::vector<std::uint8_t> pixels;
  int orientation = 1;          ///< as EXIF counts
  std::int64_t reduction = 1;   ///< 2, 4 or 8 where the picture was decoded smaller, rounded up.
  std::int64_t full_width = 0;  ///< Set where reduction is not 1, as is full_height.
  std::int64_t full_height = 0;
};

struct Input {
  std::span<const std::byte> bytes;
  std::string_view source;  ///< Names the file in messages.
  const ImageFileOptions& options;
};

Raster decodeJpeg(const Input& input);
Raster decodePng(const Input& input);
Raster decodeWebp(const Input& input);
Raster decodeGif(const Input& input);
Raster decodeBmp(const Input& input);
Raster decodeNetpbm(const Input& input);

/// Throws unless both sides are at least 1 and the picture stays within the options' limit. Call before taking memory.
void checkImageSize(const Input& input, std::int64_t width, std::int64_t height);
[[noreturn]] void throwDamaged(const Input& input, std::string_view format, std::string_view reason);
[[noreturn]] void throwUnsupported(const Input& input, std::string_view what);

/// Little-endian numbers of a file in memory; reading past the end throws throwDamaged().
class ByteReader {
 public:
  ByteReader(const Input& input, std::string_view format) : input_(input), format_(format) {}

  std::size_t position() const { return position_; }
  std::size_t left() const { return input_.bytes.size() - position_; }
  void seek(std::uint64_t position) {
    if (position > input_.bytes.size()) throwShort();
    position_ = static_cast<std::size_t>(position);
  }
  std::span<const std::byte> take(std::uint64_t count) {
    if (count > left()) throwShort();
    const auto taken = input_.bytes.subspan(position_, static_cast<std::size_t>(count));
    position_ += static_cast<std::size_t>(count);
    return taken;
  }
  std::uint32_t number(int bytes) {
    std::uint32_t value = 0;
    unsigned shift = 0;
    for (const std::byte byte : take(static_cast<std::uint64_t>(bytes))) {
      value |= std::to_integer<std::uint32_t>(byte) << shift;
      shift += 8;
    }
    return value;
  }
  std::uint8_t byte() { return static_cast<std::uint8_t>(number(1)); }

 private:
  [[noreturn]] void throwShort() const { throwDamaged(input_, format_, "it ends too early"); }

  const Input& input_;
  std::string_view format_;
  std::size_t position_ = 0;
};

}  // namespace gan::image
