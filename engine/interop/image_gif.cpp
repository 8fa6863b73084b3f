#include <algorithm>
#include <array>
#include <optional>

#include "interop/image_decoders.h"

namespace gan::image {
namespace {

constexpr std::string_view kFormat = "GIF";

using Palette = std::vector<std::array<std::uint8_t, 3>>;

Palette readPalette(ByteReader& reader, unsigned flags) {
  Palette palette(std::size_t{2} << (flags & 7U));
  for (auto& colour : palette) {
    for (auto& channel : colour) channel = reader.byte();
  }
  return palette;
}

/// The codes of GIF's LZW, lowest bit first, out of blocks of up to 255 bytes (GIF89a, appendix F).
class Codes {
 public:
  Codes(ByteReader& reader, unsigned bits) : reader_(reader), bits_(bits) {}

  void setBits(unsigned bits) { bits_ = bits; }
  std::optional<std::uint32_t> next() {
    while (held_ < bits_) {
      if (block_ == 0) {
        if (ended_ || reader_.left() == 0) return std::nullopt;
        block_ = reader_.byte();
        ended_ = block_ == 0;
        if (ended_) return std::nullopt;
      }
      if (reader_.left() == 0) return std::nullopt;
      buffer_ |= std::uint32_t{reader_.byte()} << held_;
      held_ += 8;
      --block_;
    }
    const std::uint32_t code = buffer_ & ((1U << bits_) - 1U);
    buffer_ >>= bits_;
    held_ -= bits_;
    return code;
  }

 private:
  ByteReader& reader_;
  unsigned bits_;
  std::uint32_t buffer_ = 0;
  unsigned held_ = 0;
  unsigned block_ = 0;
  bool ended_ = false;
};

/// Fills indices from the frame's data; throws when there are too few or a code is not in the table.
class Lzw {
 public:
  Lzw(const Input& input, unsigned minimum_bits) : input_(input), minimum_bits_(minimum_bits) {}

  void decode(ByteReader& reader, std::vector<std::uint8_t>& indices) {
    Codes codes(reader, minimum_bits_ + 1);
    const std::uint32_t clear = 1U << minimum_bits_;
    std::size_t done = 0;
    std::uint32_t previous = kNone;
    reset(codes);
    while (done < indices.size()) {
      const auto code = codes.next();
      if (!code || *code == clear + 1) throwDamaged(input_, kFormat, "its first frame ends too early");
      if (*code == clear) {
        reset(codes);
        previous = kNone;
        continue;
      }
      const bool known = *code < next_;
      if (!known && (previous == kNone || *code != next_))
        throwDamaged(input_, kFormat, "its data hold an impossible code");
      const std::uint8_t first = firstOf(known ? *code : previous);
      if (previous != kNone && next_ < kMostCodes) add(previous, first, codes);
      done = write(*code, indices, done);
      previous = *code;
    }
  }

 private:
  static constexpr std::uint32_t kMostCodes = 4096;
  static constexpr std::uint32_t kNone = kMostCodes;  ///< in place of a code

  void reset(Codes& codes) {
    next_ = (1U << minimum_bits_) + 2;
    bits_ = minimum_bits_ + 1;
    codes.setBits(bits_);
  }

  void add(std::uint32_t prefix, std::uint8_t last, Codes& codes) {
    prefix_[next_] = static_cast<std::uint16_t>(prefix);
    last_[next_] = last;
    length_[next_] = static_cast<std::uint16_t>(lengthOf(prefix) + 1);
    ++next_;
    if (next_ == 1U << bits_ && bits_ < 12) codes.setBits(++bits_);
  }

  bool isLiteral(std::uint32_t code) const { return code < 1U << minimum_bits_; }
  std::size_t lengthOf(std::uint32_t code) const { return isLiteral(code) ? 1 : length_[code]; }
  std::uint8_t firstOf(std::uint32_t code) const {
    while (!isLiteral(code)) code = prefix_[code];
    return static_cast<std::uint8_t>(code);
  }

  /// Writes a code's string from its end; what does not fit any more is left out. Returns the new end.
  std::size_t write(std::uint32_t code, std::vector<std::uint8_t>& indices, std::size_t done) const {
    const std::size_t length = lengthOf(code);
    for (std::size_t place = done + length; place-- > done;) {
      const bool literal = isLiteral(code);
      if (place < indices.size()) indices[place] = literal ? static_cast<std::uint8_t>(code) : last_[code];
      if (!literal) code = prefix_[code];
    }
    return done + length;
  }

  const Input& input_;
  unsigned minimum_bits_;
  unsigned bits_ = 0;
  std::uint32_t next_ = 0;
  std::array<std::uint16_t, kMostCodes> prefix_{};
  std::array<std::uint16_t, kMostCodes> length_{};
  std::array<std::uint8_t, kMostCodes> last_{};
};

struct Frame {
  std::int64_t left = 0;
  std::int64_t top = 0;
  std::int64_t width = 0;
  std::int64_t height = 0;
  bool interlaced = false;
  Palette palette;
  std::vector<std::uint8_t> indices;
};

/// The row of the picture that the frame's stored row `row` is.
std::int64_t rowOf(const Frame& frame, std::int64_t row) {
  if (!frame.interlaced) return row;
  constexpr std::array<std::array<std::int64_t, 2>, 4> kPasses{{{0, 8}, {4, 8}, {2, 4}, {1, 2}}};
  for (const auto& [start, step] : kPasses) {
    const std::int64_t rows = frame.height > start ? (frame.height - start + step - 1) / step : 0;
    if (row < rows) return start + row * step;
    row -= rows;
  }
  return row;
}

Frame readFrame(const Input& input, ByteReader& reader, const Palette& global) {
  Frame frame;
  frame.left = reader.number(2);
  frame.top = reader.number(2);
  frame.width = reader.number(2);
  frame.height = reader.number(2);
  const unsigned flags = reader.byte();
  frame.interlaced = (flags & 0x40U) != 0;
  frame.palette = (flags & 0x80U) != 0 ? readPalette(reader, flags) : global;
  if (frame.palette.empty()) throwDamaged(input, kFormat, "it has no palette");
  checkImageSize(input, frame.width, frame.height);
  const unsigned minimum_bits = reader.byte();
  if (minimum_bits < 1 || minimum_bits > 8) throwDamaged(input, kFormat, "its codes have an impossible length");
  // A code has at least two bits and stands for at most 4,096 pixels.
  if (static_cast<std::uint64_t>(frame.width * frame.height) > std::uint64_t{4} * 4096 * reader.left()) {
    throwDamaged(input, kFormat, "it is too short for its width and height");
  }
  frame.indices.resize(static_cast<std::size_t>(frame.width * frame.height));
  Lzw(input, minimum_bits).decode(reader, frame.indices);
  return frame;
}

void paint(const Frame& frame, std::optional<unsigned> transparent, Raster& canvas) {
  for (std::int64_t stored = 0; stored < frame.height; ++stored) {
    const std::int64_t y = frame.top + rowOf(frame, stored);
    for (std::int64_t i = 0; i < frame.width && y < canvas.height; ++i) {
      const std::int64_t x = frame.left + i;
      const unsigned index = frame.indices[static_cast<std::size_t>(stored * frame.width + i)];
      if (x >= canvas.width || index == transparent) continue;
      std::uint8_t* out = canvas.pixels.data() + static_cast<std::size_t>((y * canvas.width + x) * 4);
      // An index beyond the palette is black, as other readers have it.
      const auto colour = index < frame.palette.size() ? frame.palette[index] : std::array<std::uint8_t, 3>{};
      std::copy(colour.begin(), colour.end(), out);
      out[3] = 255;
    }
  }
}

}  // namespace

Raster decodeGif(const Input& input) {
  ByteReader reader(input, kFormat);
  reader.seek(6);
  Raster canvas{.width = reader.number(2), .height = reader.number(2), .channels = 4, .pixels = {}, .orientation = 1};
  checkImageSize(input, canvas.width, canvas.height);
  const unsigned flags = reader.byte();
  reader.take(2);
  const Palette global = (flags & 0x80U) != 0 ? readPalette(reader, flags) : Palette{};
  std::optional<unsigned> transparent;
  while (true) {
    const unsigned kind = reader.byte();
    if (kind == 0x2C) break;
    if (kind != 0x21) throwDamaged(input, kFormat, "it holds no frame");
    const bool graphic_control = reader.byte() == 0xF9;
    for (unsigned size = reader.byte(); size != 0; size = reader.byte()) {
      const auto block = reader.take(size);
      if (graphic_control && size >= 4 && (std::to_integer<unsigned>(block[0]) & 1U) != 0) {
        transparent = std::to_integer<unsigned>(block[3]);
      }
    }
  }
  const Frame frame = readFrame(input, reader, global);
  canvas.pixels.resize(static_cast<std::size_t>(canvas.width * canvas.height * 4));
  paint(frame, transparent, canvas);
  return canvas;
}

}  // namespace gan::image
