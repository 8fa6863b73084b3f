#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace gan {

/// One block of Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC11).
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key);

/// Fills `numbers` from the blocks whose counters are (0, c[1], c[2], c[3]), (1, c[1], ...), ...: number i comes from
/// block i / 4. At most 2^34 numbers.
///
/// Only additions, multiplications, divisions and square roots of IEEE 754 are used, without contraction to fused ones:
/// a libm is free to round logarithms and sines differently on another machine, these loops are not.
struct PhiloxRow {
  std::array<std::uint32_t, 4> counter;  ///< counter[0] is ignored.
  std::array<std::uint32_t, 2> key;

  /// Standard normal numbers (Box and Muller, 1958), |x| < 6.7: a block's words a, b, c, d give r(a) cos(b), r(a)
  /// sin(b), r(c) cos(d), r(c) sin(d).
  void fillNormal(std::span<float> numbers) const;
  /// Multiples of 2^-24 in [0, 1).
  void fillUniform(std::span<float> numbers) const;
};

}  // namespace gan
