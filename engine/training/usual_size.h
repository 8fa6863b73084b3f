#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace gan {

/// How large the values of a series are, without their sign: the medians of blocks of steps, of which the newest are
/// remembered.
class UsualSize {
 public:
  /// So many blocks are remembered, and so few say something.
  static constexpr std::size_t kBlocks = 20;
  static constexpr std::size_t kLeastBlocks = 5;

  void add(double value, std::int64_t block_steps);
  /// Drops the block that is not full: what it holds is not usual.
  void dropBlock() { block_.clear(); }

  /// Nothing before there are enough blocks.
  std::optional<double> median() const;
  std::optional<double> largest() const;

 private:
  std::vector<double> block_;
  std::deque<double> medians_;
};

}  // namespace gan
