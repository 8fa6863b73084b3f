#include <array>
#include <bit>

#include "interop/image_decoders.h"

namespace gan::image {
namespace {

constexpr std::string_view kFormat = "BMP";

/// Where a colour lies inside a pixel of 16 or 32 bits.
struct Mask {
  unsigned shift = 0;
  std::uint32_t most = 0;  ///< The largest value; 0 where there is none.

  static Mask of(std::uint32_t bits) {
    if (bits == 0) return {};
    const auto shift = static_cast<unsigned>(std::countr_zero(bits));
    return {.shift = shift, .most = bits >> shift};
  }
  std::uint8_t read(std::uint32_t pixel) const {
    if (most == 0) return 0;
    const std::uint64_t value = (pixel >> shift) & most;
    return static_cast<std::uint8_t>((value * 255U + most / 2) / most);
  }
};

struct Header {
  std::uint64_t pixels_at = 0;
  std::int64_t width = 0;
  std::int64_t height = 0;
  bool top_down = false;
  unsigned bits = 0;
  std::array<Mask, 4> masks;  ///< red, green, blue, alpha; of 16 and 32 bits
  std::vector<std::array<std::uint8_t, 3>> palette;
};

void readMasks(ByteReader& reader, std::uint32_t header_bytes, std::uint32_t compression, Header& header) {
  if (compression == 0) {
    const std::array<std::uint32_t, 3> usual = header.bits == 16
                                                   ? std::array<std::uint32_t, 3>{0x7C00, 0x03E0, 0x001F}
                                                   : std::array<std::uint32_t, 3>{0xFF0000, 0x00FF00, 0x0000FF};
    for (std::size_t i = 0; i < 3; ++i) header.masks[i] = Mask::of(usual[i]);
    return;
  }
  const bool has_alpha = header_bytes >= 56 || compression == 6;
  for (std::size_t i = 0; i < (has_alpha ? 4U : 3U); ++i) header.masks[i] = Mask::of(reader.number(4));
}

void readPalette(const Input& input, ByteReader& reader, std::uint32_t count, std::uint64_t entry_bytes,
                 Header& header) {
  const std::uint32_t most = 1U << header.bits;
  if (count > most) throwDamaged(input, kFormat, "its palette is larger than its pixels can use");
  header.palette.resize(count == 0 ? most : count);
  for (auto& colour : header.palette) {
    const auto entry = reader.take(entry_bytes);  // blue, green, red
    for (std::size_t i = 0; i < 3; ++i) colour[i] = std::to_integer<std::uint8_t>(entry[2 - i]);
  }
}

Header readHeader(const Input& input, ByteReader& reader) {
  Header header;
  reader.seek(10);
  header.pixels_at = reader.number(4);
  const std::uint32_t header_bytes = reader.number(4);
  const bool old = header_bytes == 12;  // of OS/2
  header.width = old ? static_cast<std::int64_t>(reader.number(2)) : static_cast<std::int32_t>(reader.number(4));
  header.height = old ? static_cast<std::int64_t>(reader.number(2)) : static_cast<std::int32_t>(reader.number(4));
  header.top_down = header.height < 0;
  if (header.top_down) header.height = -header.height;
  checkImageSize(input, header.width, header.height);
  reader.take(2);
  header.bits = reader.number(2);
  const std::uint32_t compression = old ? 0 : reader.number(4);
  if (compression == 1 || compression == 2) throwUnsupported(input, "a run-length coded BMP");
  const bool masks = compression == 3 || compression == 6;
  const bool fits = masks ? header.bits == 16 || header.bits == 32
                          : compression == 0 && (header.bits == 1 || header.bits == 4 || header.bits == 8 ||
                                                 header.bits == 16 || header.bits == 24 || header.bits == 32);
  if (!fits) throwDamaged(input, kFormat, "its pixels are stored in an unknown way");
  if (!old) reader.take(12);
  const std::uint32_t colours = old ? 0 : reader.number(4);
  if (!old) reader.take(4);
  if (header.bits == 16 || header.bits == 32) readMasks(reader, header_bytes, compression, header);
  if (header.bits <= 8) {
    reader.seek(14 + std::uint64_t{header_bytes});
    readPalette(input, reader, colours, old ? 3 : 4, header);
  }
  return header;
}

void readRow(const Input& input, const Header& header, std::span<const std::byte> row, std::uint8_t* out) {
  const bool alpha = header.masks[3].most != 0;
  for (std::int64_t x = 0; x < header.width; ++x) {
    const auto place = static_cast<std::size_t>(x);
    if (header.bits <= 8) {
      const std::size_t per_byte = 8 / header.bits;
      const unsigned shift = header.bits * static_cast<unsigned>(per_byte - 1 - place % per_byte);
      const std::size_t index =
          std::to_integer<std::size_t>(row[place / per_byte]) >> shift & ((1U << header.bits) - 1U);
      if (index >= header.palette.size()) throwDamaged(input, kFormat, "a pixel is not in its palette");
      for (const std::uint8_t channel : header.palette[index]) *out++ = channel;
    } else if (header.bits == 24) {
      for (std::size_t i = 0; i < 3; ++i) *out++ = std::to_integer<std::uint8_t>(row[place * 3 + 2 - i]);
    } else {
      std::uint32_t pixel = 0;
      for (std::size_t i = header.bits / 8; i-- > 0;) {
        pixel = pixel << 8U | std::to_integer<std::uint32_t>(row[place * (header.bits / 8) + i]);
      }
      for (std::size_t i = 0; i < (alpha ? 4U : 3U); ++i) *out++ = header.masks[i].read(pixel);
    }
  }
}

bool isGrey(const Header& header) {
  for (const auto& colour : header.palette) {
    if (colour[0] != colour[1] || colour[1] != colour[2]) return false;
  }
  return header.bits <= 8;
}

void keepOneChannel(Raster& raster) {
  for (std::size_t i = 0; i < raster.pixels.size() / 3; ++i) raster.pixels[i] = raster.pixels[i * 3];
  raster.pixels.resize(raster.pixels.size() / 3);
  raster.channels = 1;
}

}  // namespace

Raster decodeBmp(const Input& input) {
  ByteReader reader(input, kFormat);
  const Header header = readHeader(input, reader);
  const std::uint64_t row_bytes = (static_cast<std::uint64_t>(header.width) * header.bits + 31) / 32 * 4;
  reader.seek(header.pixels_at);
  if (row_bytes * static_cast<std::uint64_t>(header.height) > reader.left()) {
    throwDamaged(input, kFormat, "it is too short for its width and height");
  }
  Raster raster{.width = header.width,
                .height = header.height,
                .channels = header.masks[3].most != 0 ? 4 : 3,
                .pixels = {},
                .orientation = 1};
  raster.pixels.resize(static_cast<std::size_t>(raster.width * raster.height * raster.channels));
  for (std::int64_t stored = 0; stored < header.height; ++stored) {
    const std::int64_t y = header.top_down ? stored : header.height - 1 - stored;
    readRow(input, header, reader.take(row_bytes),
            raster.pixels.data() + static_cast<std::size_t>(y * raster.width * raster.channels));
  }
  if (isGrey(header)) keepOneChannel(raster);
  return raster;
}

}  // namespace gan::image
