#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace gan {

/// An IDX file (the format of MNIST): magic 0 0 type rank, big-endian uint32 dimensions, data. Only unsigned bytes
/// (type 0x08), which is what images and labels are stored in.
struct IdxArray {
  std::vector<std::int64_t> shape;  ///< [N] labels, [N, H, W] or [N, H, W, C] images.
  std::vector<std::uint8_t> bytes;
};

/// Throws Error(kDataLoss, "idx_*") naming source; the dimensions are checked against the size before memory is taken.
IdxArray parseIdx(std::span<const std::byte> bytes, std::string_view source);

/// Reads a file, gzip-compressed or not (told by its first bytes). Compressed data may not unpack to more than the
/// header announces, nor to more than max_bytes. Throws as parseIdx(), Error(kInvalidArgument, "idx_too_large"), and
/// for files that cannot be read.
IdxArray readIdx(const std::filesystem::path& path, std::uint64_t max_bytes = std::uint64_t{4} << 30U);

}  // namespace gan
