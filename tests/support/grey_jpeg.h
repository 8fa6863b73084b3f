#pragma once

#include <string>

namespace gan::test {

/// A picture of medium grey, at most 65,535 pixels wide and high, as a JPEG file (ITU-T T.81): with these tables of one
/// code each the two of a block that differs in nothing from the one before are a zero bit each.
inline std::string greyJpeg(int side) {
  const auto word = [](int value) { return std::string{static_cast<char>(value >> 8), static_cast<char>(value)}; };
  const auto table = [](char kind) {
    return std::string("\xff\xc4\x00\x14", 4) + kind + '\x01' + std::string(16, '\0');
  };
  const int blocks = (side + 7) / 8 * ((side + 7) / 8);
  return std::string("\xff\xd8\xff\xdb\x00\x43\x00", 7) + std::string(64, '\x01') +
         std::string("\xff\xc0\x00\x0b\x08", 5) + word(side) + word(side) + std::string("\x01\x01\x11\x00", 4) +
         table('\x00') + table('\x10') + std::string("\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00", 10) +
         std::string(static_cast<std::size_t>((blocks + 3) / 4), '\0') + "\xff\xd9";
}

}  // namespace gan::test
