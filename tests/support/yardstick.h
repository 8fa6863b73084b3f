#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <vector>

namespace gan::test {

/// What the yardstick takes where times and speeds that are asked for were set: on an idle core of an Intel Xeon with
/// AVX-512.
inline constexpr double kYardstickOfTheAims = 2.2;

/// Milliseconds of a fixed piece of arithmetic on one core, the median of nine: what the machine is worth at this
/// moment.
inline double yardstickMilliseconds() {
  constexpr std::size_t kSize = 256;
  std::vector<double> spent_ms;
  for (int i = 0; i < 9; ++i) {
    const std::vector<float> a(kSize * kSize, 0.5F);
    const std::vector<float> b(kSize * kSize, 0.25F);
    std::vector<float> c(kSize * kSize, 0);
    const auto begin = std::chrono::steady_clock::now();
    for (std::size_t row = 0; row < kSize; ++row) {
      for (std::size_t k = 0; k < kSize; ++k) {
        for (std::size_t column = 0; column < kSize; ++column) {
          c[row * kSize + column] += a[row * kSize + k] * b[k * kSize + column];
        }
      }
    }
    const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - begin;
    EXPECT_EQ(c[kSize + 1], 0.125F * kSize);
    spent_ms.push_back(spent.count());
  }
  std::ranges::sort(spent_ms);
  return spent_ms[spent_ms.size() / 2];
}

}  // namespace gan::test
