#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gan {

/// How lines of pixels become others: each new one is a weighted sum of neighbouring old ones, in fixed point.
class LineWeights {
 public:
  static constexpr int kPrecisionBits = 32 - 8 - 2;

  struct Line {
    std::size_t first = 0;    ///< Old line.
    std::size_t count = 0;    ///< Old lines, at least 1.
    std::size_t weights = 0;  ///< Where its weights begin.
    std::size_t pairs = 0;    ///< Where its pairs begin.
  };

  /// Adds a line; weights sum up to 1 << kPrecisionBits.
  void add(std::size_t first, const std::vector<std::int32_t>& weights);

  const std::vector<Line>& lines() const { return lines_; }
  std::size_t firstUsed() const;
  std::size_t endOfUsed() const;
  const std::int32_t* weightsOf(const Line& line) const { return weights_.data() + line.weights; }

  /// Two neighbouring weights w each, as w = high * 2^15 + low with 0 <= low < 2^15: the first in the lower 16 bits.
  /// The last pair of an odd number of lines ends with 0.
  struct Pair {
    std::int32_t high;
    std::int32_t low;
  };
  const Pair* pairsOf(const Line& line) const { return pairs_.data() + line.pairs; }

 private:
  std::vector<Line> lines_;
  std::vector<std::int32_t> weights_;
  std::vector<Pair> pairs_;
};

/// Makes weights.lines().size() pixels of one row; `readable` bytes may be read from `in` on.
void resizeRow(const std::uint8_t* in, std::size_t readable, std::size_t channels, const LineWeights& weights,
               std::uint8_t* out);

/// Makes one row of row_bytes out of several of the same length that begin at `in`, which stands for the old row 0.
void mixRows(const std::uint8_t* in, std::size_t row_bytes, const LineWeights& weights, const LineWeights::Line& line,
             std::uint8_t* out);

}  // namespace gan
