#include "interop/image_decoders.h"

namespace gan::image {
namespace {

constexpr std::string_view kFormat = "PGM or PPM";

bool isSpace(unsigned char byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

/// A decimal number after white space and comments; the byte behind it is taken, too.
std::uint32_t readNumber(const Input& input, ByteReader& reader) {
  constexpr std::uint32_t kMost = 100'000'000;
  unsigned char byte = reader.byte();
  while (isSpace(byte) || byte == '#') {
    if (byte == '#') {
      while (byte != '\n' && byte != '\r') byte = reader.byte();
    }
    byte = reader.byte();
  }
  std::uint32_t value = 0;
  bool any = false;
  while (byte >= '0' && byte <= '9') {
    value = value * 10 + (byte - '0');
    any = true;
    if (value > kMost) throwDamaged(input, kFormat, "a number in it is too large");
    if (reader.left() == 0) return value;
    byte = reader.byte();
  }
  if (!any || !isSpace(byte)) throwDamaged(input, kFormat, "a number is missing in it");
  return value;
}

}  // namespace

Raster decodeNetpbm(const Input& input) {
  ByteReader reader(input, kFormat);
  reader.seek(1);
  const char kind = static_cast<char>(reader.byte());
  const bool plain = kind == '2' || kind == '3';
  Raster raster;
  raster.channels = kind == '2' || kind == '5' ? 1 : 3;
  raster.width = readNumber(input, reader);
  raster.height = readNumber(input, reader);
  const std::uint32_t most = readNumber(input, reader);
  checkImageSize(input, raster.width, raster.height);
  if (most < 1 || most > 65535) throwDamaged(input, kFormat, "its largest value is not between 1 and 65535");
  const auto count = static_cast<std::uint64_t>(raster.width * raster.height * raster.channels);
  const int bytes_each = most > 255 ? 2 : 1;
  // A plain number takes a digit and a space.
  if (reader.left() + 1 < (plain ? count * 2 : count * static_cast<std::uint64_t>(bytes_each))) {
    throwDamaged(input, kFormat, "it is too short for its width and height");
  }
  raster.pixels.resize(static_cast<std::size_t>(count));
  for (auto& pixel : raster.pixels) {
    std::uint32_t value = 0;
    if (plain) {
      value = readNumber(input, reader);
    } else {
      for (int i = 0; i < bytes_each; ++i) value = value << 8U | reader.byte();
    }
    if (value > most) throwDamaged(input, kFormat, "a value is larger than it says");
    pixel = static_cast<std::uint8_t>((value * 255U + most / 2) / most);
  }
  return raster;
}

}  // namespace gan::image
