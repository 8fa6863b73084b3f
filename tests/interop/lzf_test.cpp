#include "interop/lzf.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace gan {
namespace {

std::vector<std::uint8_t> bytesOf(const std::string& text) { return {text.begin(), text.end()}; }

TEST(Lzf, UnpacksWhatTheFormatSays) {
  // Worked by hand: three literals, a copy of 6 from 3 back, and a long copy of 9 + 4 = 13 from 1 back.
  const std::vector<std::uint8_t> packed{2, 'a', 'b', 'c', 4U << 5U, 2, 7U << 5U, 4, 0};
  std::vector<std::uint8_t> out(22);
  EXPECT_EQ(decompressLzf(packed, out), 22U);
  EXPECT_EQ(std::string(out.begin(), out.end()), "abcabcabc" + std::string(13, 'c'));
}

TEST(Lzf, WhatIsPackedComesBack) {
  std::mt19937 random(1);
  for (const unsigned letters : {1U, 2U, 5U, 40U}) {
    for (const std::size_t size : {40U, 263U, 264U, 265U, 8193U, 100'000U}) {
      std::vector<std::uint8_t> bytes(size);
      for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random() % letters);
      const auto packed = compressLzf(bytes);
      if (!packed) {
        EXPECT_GE(letters, 5U);
        continue;
      }
      EXPECT_LT(packed->size(), size);
      EXPECT_GE(packed->size() * kLzfMostExpansion + kLzfMostExpansion, size);
      std::vector<std::uint8_t> out(size);
      EXPECT_EQ(decompressLzf(*packed, out), size);
      EXPECT_EQ(out, bytes);
    }
  }
}

TEST(Lzf, RandomBytesAreNotPacked) {
  std::mt19937 random(2);
  std::vector<std::uint8_t> bytes(10'000);
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
  EXPECT_FALSE(compressLzf(bytes));
  EXPECT_FALSE(compressLzf(bytesOf("ab")));
}

TEST(Lzf, DamagedInputIsRefused) {
  std::vector<std::uint8_t> out(100);
  for (const std::vector<std::uint8_t>& packed :
       {std::vector<std::uint8_t>{3, 'a', 'b'},  // fewer literals than announced
        {0, 'a', 1U << 5U},                      // a copy without its distance
        {0, 'a', 7U << 5U, 1},                   // a long copy without its distance
        {0, 'a', 1U << 5U, 1},                   // from before the beginning
        {0, 'a', 7U << 5U, 200, 0}}) {           // more than there is room for
    EXPECT_FALSE(decompressLzf(packed, out));
  }
}

}  // namespace
}  // namespace gan
