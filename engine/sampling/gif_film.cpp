#include "sampling/gif_film.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

#include "config/schema.h"
#include "core/error.h"
#include "sampling/picture_file.h"

namespace gan {
namespace {

constexpr std::size_t kColours = 256;
constexpr int kByteBits = 8;
constexpr int kMostCodeBits = 12;
constexpr std::uint32_t kMostCodes = 1U << kMostCodeBits;
constexpr std::uint32_t kClear = 1U << kByteBits;
constexpr std::uint32_t kEnd = kClear + 1;

using Colour = std::array<std::uint8_t, 3>;

struct Indexed {
  std::vector<Colour> palette;  // at most kColours
  std::string indices;          // a byte for each pixel
};

void appendWord(std::string& out, std::int64_t value) {
  out += static_cast<char>(value & 0xFF);
  out += static_cast<char>((value >> 8) & 0xFF);
}

/// Colours of one cell of a grid of 32 levels each, and how often they occur.
struct Bin {
  std::array<std::int64_t, 3> sums{};
  std::int64_t count = 0;
  std::size_t place = 0;
  int level(std::size_t channel) const { return static_cast<int>((place >> (10 - 5 * channel)) & 31U); }
};

std::size_t binOf(const std::uint8_t* rgb) {
  return (static_cast<std::size_t>(rgb[0]) >> 3U) << 10U | (static_cast<std::size_t>(rgb[1]) >> 3U) << 5U |
         static_cast<std::size_t>(rgb[2]) >> 3U;
}

/// Splits the box with most pixels at its median along its longest side, until there are enough or all hold one bin.
std::vector<std::vector<Bin>> medianCut(std::vector<Bin> all) {
  const auto pixels = [](const std::vector<Bin>& box) {
    return std::accumulate(box.begin(), box.end(), std::int64_t{0},
                           [](std::int64_t sum, const Bin& bin) { return sum + bin.count; });
  };
  std::vector<std::vector<Bin>> boxes = {std::move(all)};
  while (boxes.size() < kColours) {
    const auto largest = std::ranges::max_element(
        boxes, {}, [&](const std::vector<Bin>& box) { return box.size() > 1 ? pixels(box) : std::int64_t{0}; });
    if (largest->size() < 2) break;
    std::vector<Bin>& box = *largest;
    std::size_t longest = 0;
    int length = -1;
    for (std::size_t channel = 0; channel < 3; ++channel) {
      const auto level = [channel](const Bin& bin) { return bin.level(channel); };
      const auto [low, high] = std::ranges::minmax(box, {}, level);
      if (high.level(channel) - low.level(channel) > length) {
        length = high.level(channel) - low.level(channel);
        longest = channel;
      }
    }
    std::ranges::stable_sort(box, {}, [longest](const Bin& bin) { return bin.level(longest); });
    const std::int64_t half = pixels(box) / 2;
    std::int64_t before = 0;
    std::size_t split = 0;
    while (split + 1 < box.size() && (split == 0 || before + box[split].count <= half)) before += box[split++].count;
    std::vector<Bin> rest(box.begin() + static_cast<std::ptrdiff_t>(split), box.end());
    box.resize(split);
    boxes.push_back(std::move(rest));
  }
  return boxes;
}

Indexed byMedianCut(const Image& image) {
  std::vector<Bin> bins(std::size_t{1} << 15U);
  const std::size_t count = image.pixels.size() / 3;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t* rgb = image.pixels.data() + 3 * i;
    Bin& bin = bins[binOf(rgb)];
    ++bin.count;
    for (std::size_t channel = 0; channel < 3; ++channel) bin.sums[channel] += rgb[channel];
  }
  std::vector<Bin> used;
  for (std::size_t place = 0; place < bins.size(); ++place) {
    bins[place].place = place;
    if (bins[place].count > 0) used.push_back(bins[place]);
  }
  Indexed indexed;
  std::vector<char> index_of(bins.size(), 0);
  for (const std::vector<Bin>& box : medianCut(std::move(used))) {
    Bin whole;
    for (const Bin& bin : box) {
      whole.count += bin.count;
      for (std::size_t channel = 0; channel < 3; ++channel) whole.sums[channel] += bin.sums[channel];
      index_of[bin.place] = static_cast<char>(indexed.palette.size());
    }
    Colour mean{};
    for (std::size_t channel = 0; channel < 3; ++channel) {
      mean[channel] = static_cast<std::uint8_t>((whole.sums[channel] + whole.count / 2) / whole.count);
    }
    indexed.palette.push_back(mean);
  }
  indexed.indices.resize(count);
  for (std::size_t i = 0; i < count; ++i) indexed.indices[i] = index_of[binOf(image.pixels.data() + 3 * i)];
  return indexed;
}

Indexed indexed(const Image& image) {
  Indexed result;
  if (image.channels == 1) {
    for (std::size_t level = 0; level < kColours; ++level) {
      const auto byte = static_cast<std::uint8_t>(level);
      result.palette.push_back({byte, byte, byte});
    }
    result.indices.assign(image.pixels.begin(), image.pixels.end());
    return result;
  }
  std::map<Colour, char> known;
  for (std::size_t i = 0; i + 2 < image.pixels.size(); i += 3) {
    const Colour colour = {image.pixels[i], image.pixels[i + 1], image.pixels[i + 2]};
    const auto [place, fresh] = known.try_emplace(colour, static_cast<char>(result.palette.size()));
    if (fresh) {
      if (result.palette.size() == kColours) return byMedianCut(image);
      result.palette.push_back(colour);
    }
    result.indices += place->second;
  }
  return result;
}

/// Codes of growing width, low bits first, in blocks of at most 255 bytes.
class CodeStream {
 public:
  explicit CodeStream(std::string& out) : out_(out) {}
  void put(std::uint32_t code, int bits) {
    pending_ |= code << count_;
    count_ += bits;
    while (count_ >= kByteBits) takeByte();
  }
  void end() {
    if (count_ > 0) takeByte();
    flush();
    out_ += '\0';
  }

 private:
  void takeByte() {
    block_ += static_cast<char>(pending_ & 0xFFU);
    pending_ >>= 8U;
    count_ = std::max(0, count_ - kByteBits);
    if (block_.size() == 255) flush();
  }
  void flush() {
    if (block_.empty()) return;
    out_ += static_cast<char>(block_.size());
    out_ += block_;
    block_.clear();
  }

  std::string& out_;
  std::string block_;
  std::uint32_t pending_ = 0;
  int count_ = 0;
};

/// GIF89a, appendix F. followers: kMostCodes * 256 numbers, 0 where a code has no follower.
void appendCodes(std::string& out, const std::string& indices, std::vector<std::uint16_t>& followers) {
  out += static_cast<char>(kByteBits);
  CodeStream codes(out);
  std::uint32_t next = kEnd + 1;
  int bits = kByteBits + 1;
  const auto clear = [&] {
    codes.put(kClear, bits);
    std::ranges::fill(followers, std::uint16_t{0});
    next = kEnd + 1;
    bits = kByteBits + 1;
  };
  clear();
  std::uint32_t code = static_cast<std::uint8_t>(indices[0]);
  for (std::size_t i = 1; i < indices.size(); ++i) {
    const auto byte = static_cast<std::uint8_t>(indices[i]);
    std::uint16_t& follower = followers[code * kColours + byte];
    if (follower != 0) {
      code = follower;
      continue;
    }
    codes.put(code, bits);
    if (next == kMostCodes) {
      clear();
    } else {
      if (next == 1U << static_cast<unsigned>(bits)) ++bits;
      follower = static_cast<std::uint16_t>(next++);
    }
    code = byte;
  }
  codes.put(code, bits);
  // A reader has made an entry behind that code, too.
  if (next == 1U << static_cast<unsigned>(bits) && bits < kMostCodeBits) ++bits;
  codes.put(kEnd, bits);
  codes.end();
}

}  // namespace

GifFilm::GifFilm(const std::filesystem::path& path, const FilmShape& shape)
    : shape_(shape), file_(path), followers_(std::size_t{kMostCodes} * kColours) {
  constexpr double kFastest = 50;
  if (shape.frames_per_second > kFastest) {
    throw Error(ErrorCode::kInvalidArgument, "film_too_fast",
                "{path} cannot be made: a GIF shows at most 50 pictures a second, and {speed} were asked for. Take 50, "
                "or choose a name that ends in .mp4.",
                {{"path", path.string()}, {"speed", formatValue(shape.frames_per_second)}});
  }
  std::string head = "GIF89a";
  appendWord(head, shape.width);
  appendWord(head, shape.height);
  head.append({'\x70', '\0', '\0'});  // no palette for all
  if (shape.loops) head.append("\x21\xFF\x0BNETSCAPE2.0\x03\x01\0\0\0", 19);
  file_.append(head);
}

void GifFilm::add(const Image& picture) {
  requireShape(shape_, picture);
  const auto hundredths = [this](std::int64_t pictures) {
    return std::llround(100.0 * static_cast<double>(pictures) / shape_.frames_per_second);
  };
  const std::int64_t delay = hundredths(pictures_ + 1) - hundredths(pictures_);
  ++pictures_;
  std::string out("\x21\xF9\x04\x04", 4);
  appendWord(out, delay);
  out.append("\0\0", 2);
  out += '\x2C';
  appendWord(out, 0);
  appendWord(out, 0);
  appendWord(out, shape_.width);
  appendWord(out, shape_.height);
  out += '\x87';  // a palette of 256 colours of its own
  Indexed made = indexed(picture);
  made.palette.resize(kColours);
  for (const Colour& colour : made.palette) out.append(colour.begin(), colour.end());
  appendCodes(out, made.indices, followers_);
  file_.append(out);
}

void GifFilm::finish() {
  file_.append(";");
  file_.finish();
}

}  // namespace gan
