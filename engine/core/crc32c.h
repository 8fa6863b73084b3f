#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace gan {

/// CRC-32C (Castagnoli, RFC 3720 appendix B.4). Continue a checksum by passing the previous result as seed.
std::uint32_t crc32c(std::span<const std::byte> bytes, std::uint32_t seed = 0);

/// The same without special instructions, for processors that have none.
std::uint32_t crc32cPortable(std::span<const std::byte> bytes, std::uint32_t seed = 0);

/// The masked form that TFRecord files store: rotate right by 15 bits and add 0xa282ead8.
std::uint32_t maskedCrc32c(std::span<const std::byte> bytes);

}  // namespace gan
