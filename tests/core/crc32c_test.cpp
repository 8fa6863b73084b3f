#include "core/crc32c.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <functional>
#include <random>
#include <string_view>
#include <vector>

namespace gan {
namespace {

struct Implementation {
  const char* name;
  std::uint32_t (*checksum)(std::span<const std::byte>, std::uint32_t);
};

void PrintTo(const Implementation& implementation, std::ostream* out) { *out << implementation.name; }

class Crc32c : public testing::TestWithParam<Implementation> {
 protected:
  static std::uint32_t checksum(const std::vector<std::uint8_t>& bytes, std::uint32_t seed = 0) {
    return GetParam().checksum(std::as_bytes(std::span(bytes)), seed);
  }
};

TEST_P(Crc32c, EqualsRfc3720AppendixB4) {
  std::vector<std::uint8_t> rising(32);
  std::vector<std::uint8_t> falling(32);
  for (std::uint8_t i = 0; i < 32; ++i) rising[i] = falling[31U - i] = i;
  const std::vector<std::uint8_t> read_command = {0x01, 0xc0, 0, 0, 0, 0, 0,    0, 0,    0, 0, 0,    0, 0, 0, 0,
                                                  0x14, 0,    0, 0, 0, 0, 0x04, 0, 0,    0, 0, 0x14, 0, 0, 0, 0x18,
                                                  0x28, 0,    0, 0, 0, 0, 0,    0, 0x02, 0, 0, 0,    0, 0, 0, 0};
  EXPECT_EQ(checksum(std::vector<std::uint8_t>(32, 0x00)), 0x8a9136aaU);
  EXPECT_EQ(checksum(std::vector<std::uint8_t>(32, 0xff)), 0x62a8ab43U);
  EXPECT_EQ(checksum(rising), 0x46dd794eU);
  EXPECT_EQ(checksum(falling), 0x113fdb5cU);
  EXPECT_EQ(checksum(read_command), 0xd9963a56U);
}

TEST_P(Crc32c, ContinuesFromAnyPlace) {
  std::vector<std::uint8_t> bytes(67);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i * 37);
  const std::uint32_t whole = checksum(bytes);
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    const auto place = bytes.begin() + static_cast<std::ptrdiff_t>(cut);
    EXPECT_EQ(checksum({place, bytes.end()}, checksum({bytes.begin(), place})), whole) << cut;
  }
}

INSTANTIATE_TEST_SUITE_P(EachImplementation, Crc32c,
                         testing::Values(Implementation{"fastest", &crc32c},
                                         Implementation{"portable", &crc32cPortable}),
                         [](const auto& each) { return each.param.name; });

TEST(Crc32cImplementations, AgreeOnEveryLengthAndAlignment) {
  std::mt19937 random(7);
  std::vector<std::uint8_t> bytes(300);
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
  for (std::size_t first = 0; first < 16; ++first) {
    for (std::size_t length = 0; first + length <= bytes.size(); ++length) {
      const auto part = std::as_bytes(std::span(bytes)).subspan(first, length);
      ASSERT_EQ(crc32c(part), crc32cPortable(part)) << first << " " << length;
    }
  }
}

TEST(MaskedCrc32c, EqualsTheFramesThatTensorFlowWrites) {
  // Every event file starts with a frame of 24 bytes ("brain.Event:2"): its length and the masked checksum of that.
  const std::array<std::uint8_t, 8> length = {24, 0, 0, 0, 0, 0, 0, 0};
  EXPECT_EQ(maskedCrc32c(std::as_bytes(std::span(length))), 0x224b7fa3U);
}

}  // namespace
}  // namespace gan
