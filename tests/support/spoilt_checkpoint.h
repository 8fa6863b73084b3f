#pragma once

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
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

/// Writes the first number, a float32, of a tensor of a checkpoint's part, with checksums that are right.
inline void writeFirstNumber(const std::filesystem::path& checkpoint, const std::string& part, const std::string& name,
                             float value) {
  const auto file = checkpoint / (part + ".safetensors");
  std::fstream tensors(file, std::ios::in | std::ios::out | std::ios::binary);
  std::uint64_t length = 0;
  tensors.read(reinterpret_cast<char*>(&length), sizeof(length));
  std::string header(length, ' ');
  tensors.read(header.data(), static_cast<std::streamsize>(length));
  const std::string key = R"("data_offsets":[)";
  const auto at = header.find(key, header.find('"' + name + '"'));  // the first after its name are its own
  if (at == std::string::npos) throw std::runtime_error(file.string() + " holds no " + name);
  const std::uint64_t offset = std::stoull(header.substr(at + key.size()));
  tensors.seekp(static_cast<std::streamoff>(sizeof(length) + length + offset));
  tensors.write(reinterpret_cast<const char*>(&value), sizeof(value));
  tensors.close();
  std::filesystem::remove(checkpoint / kSumsName);
  writeSha256Sums(checkpoint);
}

/// Makes one running variance of a checkpoint's network NaN, with checksums that are right.
inline void spoilRunningVariance(const std::filesystem::path& checkpoint, const std::string& name,
                                 const std::string& network = "generator") {
  writeFirstNumber(checkpoint, network, name, std::nanf(""));
}

}  // namespace gan
