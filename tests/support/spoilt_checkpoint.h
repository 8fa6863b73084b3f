#pragma once

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <vector>

#include "run/sha256_sums.h"

namespace gan {

/// Makes every weight of a checkpoint's discriminator NaN, with checksums that are right.
inline void spoil(const std::filesystem::path& checkpoint) {
  const auto file = checkpoint / "discriminator.safetensors";
  std::fstream tensors(file, std::ios::in | std::ios::out | std::ios::binary);
  std::uint64_t header = 0;
  tensors.read(reinterpret_cast<char*>(&header), sizeof(header));
  const auto begin = sizeof(header) + header;
  const std::size_t weights = (std::filesystem::file_size(file) - begin) / sizeof(float);
  const std::vector<float> values(weights, std::nanf(""));
  tensors.seekp(static_cast<std::streamoff>(begin));
  tensors.write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(weights * sizeof(float)));
  tensors.close();
  std::filesystem::remove(checkpoint / kSumsName);
  writeSha256Sums(checkpoint);
}

}  // namespace gan
