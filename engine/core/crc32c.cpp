#include "core/crc32c.h"

#include <array>
#include <bit>
#include <cstring>

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace gan {
namespace {

static_assert(std::endian::native == std::endian::little, "The formats here are little-endian.");

constexpr std::uint32_t kReflectedPolynomial = 0x82f63b78U;
using Tables = std::array<std::array<std::uint32_t, 256>, 8>;

/// tables[k][b] is the effect of byte b followed by k zero bytes.
constexpr Tables makeTables() {
  Tables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t value = byte;
    for (int bit = 0; bit < 8; ++bit) value = (value >> 1U) ^ ((value & 1U) != 0 ? kReflectedPolynomial : 0U);
    tables[0][byte] = value;
  }
  for (std::size_t k = 1; k < tables.size(); ++k) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t previous = tables[k - 1][byte];
      tables[k][byte] = (previous >> 8U) ^ tables[0][previous & 0xffU];
    }
  }
  return tables;
}

constexpr Tables kTables = makeTables();

std::uint64_t load64(const std::byte* data) {
  std::uint64_t word = 0;
  std::memcpy(&word, data, sizeof(word));
  return word;
}

}  // namespace

/// Eight bytes a turn by tables (M. Kounavis and F. Berry, "A Systematic Approach to Building High Performance
/// Software-based CRC Generators", 2005).
std::uint32_t crc32cPortable(std::span<const std::byte> bytes, std::uint32_t seed) {
  std::uint32_t crc = ~seed;
  while (bytes.size() >= 8) {
    const std::uint64_t word = load64(bytes.data()) ^ crc;
    crc = 0;
    for (std::size_t k = 0; k < 8; ++k) crc ^= kTables[7 - k][(word >> (8 * k)) & 0xffU];
    bytes = bytes.subspan(8);
  }
  for (const std::byte byte : bytes) {
    crc = (crc >> 8U) ^ kTables[0][(crc ^ std::to_integer<std::uint32_t>(byte)) & 0xffU];
  }
  return ~crc;
}

#if defined(__x86_64__)
namespace {

__attribute__((target("sse4.2"))) std::uint32_t crc32cSse42(std::span<const std::byte> bytes, std::uint32_t seed) {
  std::uint64_t crc = ~seed;
  while (bytes.size() >= 8) {
    crc = _mm_crc32_u64(crc, load64(bytes.data()));
    bytes = bytes.subspan(8);
  }
  auto narrow = static_cast<std::uint32_t>(crc);
  for (const std::byte byte : bytes) narrow = _mm_crc32_u8(narrow, std::to_integer<unsigned char>(byte));
  return ~narrow;
}

}  // namespace

std::uint32_t crc32c(std::span<const std::byte> bytes, std::uint32_t seed) {
  static const bool has_instruction = __builtin_cpu_supports("sse4.2") != 0;
  return has_instruction ? crc32cSse42(bytes, seed) : crc32cPortable(bytes, seed);
}
#else
std::uint32_t crc32c(std::span<const std::byte> bytes, std::uint32_t seed) { return crc32cPortable(bytes, seed); }
#endif

std::uint32_t maskedCrc32c(std::span<const std::byte> bytes) { return std::rotr(crc32c(bytes), 15) + 0xa282ead8U; }

}  // namespace gan
