#include "interop/lzf.h"

#include <algorithm>

namespace gan {

namespace {

constexpr std::size_t kMostLiterals = 32;
constexpr std::size_t kFarthest = 8192;
constexpr std::size_t kShortest = 3;
constexpr std::size_t kLongest = 264;
constexpr unsigned kHashBits = 14;

std::size_t hashOf(const std::uint8_t* three) {
  const std::uint32_t value = static_cast<std::uint32_t>(three[0]) << 16U | static_cast<std::uint32_t>(three[1]) << 8U |
                              static_cast<std::uint32_t>(three[2]);
  return value * 2654435761U >> (32U - kHashBits);
}

void appendLiterals(std::vector<std::uint8_t>& out, std::span<const std::uint8_t> literals) {
  while (!literals.empty()) {
    const auto run = literals.first(std::min(literals.size(), kMostLiterals));
    out.push_back(static_cast<std::uint8_t>(run.size() - 1));
    out.insert(out.end(), run.begin(), run.end());
    literals = literals.subspan(run.size());
  }
}

void appendCopy(std::vector<std::uint8_t>& out, std::size_t distance, std::size_t length) {
  const std::size_t offset = distance - 1;
  const std::size_t extra = length - 2;
  const auto high = static_cast<std::uint8_t>(offset >> 8U);
  if (extra < 7) {
    out.push_back(static_cast<std::uint8_t>(extra << 5U | high));
  } else {
    out.push_back(static_cast<std::uint8_t>(7U << 5U | high));
    out.push_back(static_cast<std::uint8_t>(extra - 7));
  }
  out.push_back(static_cast<std::uint8_t>(offset));
}

}  // namespace

std::optional<std::vector<std::uint8_t>> compressLzf(std::span<const std::uint8_t> bytes) {
  std::vector<std::uint8_t> out;
  out.reserve(bytes.size());
  std::vector<std::size_t> latest(std::size_t{1} << kHashBits,
                                  bytes.size());  // place of the last three bytes hashed so
  std::size_t literals = 0;
  std::size_t place = 0;
  while (place + kShortest <= bytes.size()) {
    std::size_t& entry = latest[hashOf(&bytes[place])];
    const std::size_t earlier = entry;
    entry = place;
    std::size_t length = 0;
    if (earlier < place && place - earlier <= kFarthest) {
      const std::size_t most = std::min(kLongest, bytes.size() - place);
      while (length < most && bytes[earlier + length] == bytes[place + length]) ++length;
    }
    if (length < kShortest) {
      ++place;
      continue;
    }
    appendLiterals(out, bytes.subspan(literals, place - literals));
    appendCopy(out, place - earlier, length);
    place += length;
    literals = place;
    if (out.size() >= bytes.size()) return std::nullopt;
  }
  appendLiterals(out, bytes.subspan(literals));
  if (out.size() >= bytes.size()) return std::nullopt;
  return out;
}

std::optional<std::size_t> decompressLzf(std::span<const std::uint8_t> bytes, std::span<std::uint8_t> out) {
  std::size_t in = 0;
  std::size_t filled = 0;
  while (in < bytes.size()) {
    const std::size_t control = bytes[in++];
    if (control < kMostLiterals) {
      const std::size_t run = control + 1;
      if (run > bytes.size() - in || run > out.size() - filled) return std::nullopt;
      std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(in), run,
                  out.begin() + static_cast<std::ptrdiff_t>(filled));
      in += run;
      filled += run;
      continue;
    }
    std::size_t length = (control >> 5U) + 2;
    if (length == 9) {
      if (in == bytes.size()) return std::nullopt;
      length += bytes[in++];
    }
    if (in == bytes.size()) return std::nullopt;
    const std::size_t distance = ((control & 31U) << 8U | bytes[in++]) + 1;
    if (distance > filled || length > out.size() - filled) return std::nullopt;
    for (std::size_t i = 0; i < length; ++i, ++filled) out[filled] = out[filled - distance];  // the two may overlap
  }
  return filled;
}

}  // namespace gan
