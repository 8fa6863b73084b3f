#include "data/resample_lines.h"

#include <algorithm>
#include <limits>

#ifdef __SSE2__
#include <emmintrin.h>

#include <cstring>
#endif

namespace gan {
namespace {

constexpr std::int32_t kHalf = 1 << (LineWeights::kPrecisionBits - 1);

std::uint8_t toByte(std::int32_t sum) {
  return static_cast<std::uint8_t>(std::clamp(sum >> LineWeights::kPrecisionBits, 0, 255));
}

template <std::size_t kChannels>
void sumPixels(const std::uint8_t* in, const LineWeights& weights, std::size_t begin, std::uint8_t* out) {
  for (std::size_t place = begin; place < weights.lines().size(); ++place) {
    const LineWeights::Line& line = weights.lines()[place];
    std::int32_t sums[kChannels];
    std::fill_n(sums, kChannels, kHalf);
    const std::uint8_t* pixel = in + line.first * kChannels;
    for (std::size_t i = 0; i < line.count; ++i) {
      for (std::size_t channel = 0; channel < kChannels; ++channel)
        sums[channel] += *pixel++ * weights.weightsOf(line)[i];
    }
    for (std::size_t channel = 0; channel < kChannels; ++channel)
      out[place * kChannels + channel] = toByte(sums[channel]);
  }
}

void mixBytes(const std::uint8_t* in, std::size_t row_bytes, const LineWeights& weights, const LineWeights::Line& line,
              std::size_t begin, std::uint8_t* out) {
  for (std::size_t x = begin; x < row_bytes; ++x) {
    std::int32_t sum = kHalf;
    const std::uint8_t* byte = in + line.first * row_bytes + x;
    for (std::size_t i = 0; i < line.count; ++i, byte += row_bytes) sum += *byte * weights.weightsOf(line)[i];
    out[x] = toByte(sum);
  }
}

#ifdef __SSE2__

// x86 multiplies eight pairs of 16 bits at once and adds neighbours. A weight has 23 bits, so it goes in two parts; all
// sums are modulo 2^32, so that the whole is exact although its parts may not fit.
struct Sums {
  __m128i high = _mm_setzero_si128();
  __m128i low = _mm_set1_epi32(kHalf);

  void add(__m128i values, __m128i high_weights, __m128i low_weights) {
    high = _mm_add_epi32(high, _mm_madd_epi16(values, high_weights));
    low = _mm_add_epi32(low, _mm_madd_epi16(values, low_weights));
  }
  __m128i levels() const {
    return _mm_srai_epi32(_mm_add_epi32(_mm_slli_epi32(high, 15), low), LineWeights::kPrecisionBits);
  }
};

/// Colour pixels of which eight bytes from any old one on can be read; returns how many were made.
std::size_t sumColourPixels(const std::uint8_t* in, std::size_t readable, const LineWeights& weights,
                            std::uint8_t* out) {
  const __m128i zero = _mm_setzero_si128();
  std::size_t place = 0;
  for (; place < weights.lines().size(); ++place) {
    const LineWeights::Line& line = weights.lines()[place];
    const std::size_t pairs = (line.count + 1) / 2;
    if ((line.first + 2 * (pairs - 1)) * 3 + 8 > readable) break;
    const std::uint8_t* pixel = in + line.first * 3;
    const LineWeights::Pair* weight = weights.pairsOf(line);
    Sums sums;
    for (std::size_t i = 0; i < pairs; ++i, pixel += 6, ++weight) {
      const __m128i words = _mm_unpacklo_epi8(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(pixel)), zero);
      const __m128i side_by_side = _mm_unpacklo_epi16(words, _mm_srli_si128(words, 6));  // R R' G G' B B'
      sums.add(side_by_side, _mm_set1_epi32(weight->high), _mm_set1_epi32(weight->low));
    }
    const __m128i words = _mm_packs_epi32(sums.levels(), zero);
    const std::int32_t bytes = _mm_cvtsi128_si32(_mm_packus_epi16(words, zero));
    std::memcpy(out + place * 3, &bytes, 3);
  }
  return place;
}

/// Sixteen bytes at a time; returns how many bytes were made.
std::size_t mixWideBytes(const std::uint8_t* in, std::size_t row_bytes, const LineWeights& weights,
                         const LineWeights::Line& line, std::uint8_t* out) {
  const __m128i zero = _mm_setzero_si128();
  const auto load = [](const std::uint8_t* from) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from)); };
  std::size_t x = 0;
  for (; x + 16 <= row_bytes; x += 16) {
    const std::uint8_t* row = in + line.first * row_bytes + x;
    const LineWeights::Pair* weight = weights.pairsOf(line);
    Sums sums[4];
    for (std::size_t i = 0; i < line.count; i += 2, row += 2 * row_bytes, ++weight) {
      const __m128i upper = load(row);
      const __m128i lower = i + 1 < line.count ? load(row + row_bytes) : zero;
      const __m128i left = _mm_unpacklo_epi8(upper, lower);
      const __m128i right = _mm_unpackhi_epi8(upper, lower);
      const __m128i high = _mm_set1_epi32(weight->high);
      const __m128i low = _mm_set1_epi32(weight->low);
      sums[0].add(_mm_unpacklo_epi8(left, zero), high, low);
      sums[1].add(_mm_unpackhi_epi8(left, zero), high, low);
      sums[2].add(_mm_unpacklo_epi8(right, zero), high, low);
      sums[3].add(_mm_unpackhi_epi8(right, zero), high, low);
    }
    const __m128i first = _mm_packs_epi32(sums[0].levels(), sums[1].levels());
    const __m128i second = _mm_packs_epi32(sums[2].levels(), sums[3].levels());
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out + x), _mm_packus_epi16(first, second));
  }
  return x;
}

#else

std::size_t sumColourPixels(const std::uint8_t*, std::size_t, const LineWeights&, std::uint8_t*) { return 0; }

std::size_t mixWideBytes(const std::uint8_t*, std::size_t, const LineWeights&, const LineWeights::Line&,
                         std::uint8_t*) {
  return 0;
}

#endif

}  // namespace

void LineWeights::add(std::size_t first, const std::vector<std::int32_t>& weights) {
  lines_.push_back({.first = first, .count = weights.size(), .weights = weights_.size(), .pairs = pairs_.size()});
  weights_.insert(weights_.end(), weights.begin(), weights.end());
  for (std::size_t i = 0; i < weights.size(); i += 2) {
    const std::int32_t second = i + 1 < weights.size() ? weights[i + 1] : 0;
    const auto together = [](std::int32_t lower, std::int32_t upper) {
      return static_cast<std::int32_t>((static_cast<std::uint32_t>(lower) & 0xFFFFU) | static_cast<std::uint32_t>(upper)
                                                                                           << 16U);
    };
    pairs_.push_back(
        {.high = together(weights[i] >> 15, second >> 15), .low = together(weights[i] & 0x7FFF, second & 0x7FFF)});
  }
}

std::size_t LineWeights::firstUsed() const {
  std::size_t first = std::numeric_limits<std::size_t>::max();
  for (const Line& line : lines_) first = std::min(first, line.first);
  return first;
}

std::size_t LineWeights::endOfUsed() const {
  std::size_t end = 0;
  for (const Line& line : lines_) end = std::max(end, line.first + line.count);
  return end;
}

void resizeRow(const std::uint8_t* in, std::size_t readable, std::size_t channels, const LineWeights& weights,
               std::uint8_t* out) {
  if (channels == 1) return sumPixels<1>(in, weights, 0, out);
  sumPixels<3>(in, weights, sumColourPixels(in, readable, weights, out), out);
}

void mixRows(const std::uint8_t* in, std::size_t row_bytes, const LineWeights& weights, const LineWeights::Line& line,
             std::uint8_t* out) {
  mixBytes(in, row_bytes, weights, line, mixWideBytes(in, row_bytes, weights, line, out), out);
}

}  // namespace gan
