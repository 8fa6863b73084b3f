#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace gan {

/// The LZF compression of h5py's HDF5 files (LibLZF's format: runs of up to 32 literal bytes, or copies of 3 to 264 of
/// the last 8192 bytes). A compressor and a decompressor of ours, because HDF5 itself has none.

/// Nothing when the result would not be smaller than the input.
std::optional<std::vector<std::uint8_t>> compressLzf(std::span<const std::uint8_t> bytes);

/// Unpacks into `out` and returns how many bytes it filled; nothing when the input is damaged or needs more room.
std::optional<std::size_t> decompressLzf(std::span<const std::uint8_t> bytes, std::span<std::uint8_t> out);

/// No LZF stream unpacks to more than this many times its size: three bytes stand for 264.
inline constexpr std::uint64_t kLzfMostExpansion = 88;

}  // namespace gan
