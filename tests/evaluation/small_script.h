#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace gan::test {

/// Writes a network in TorchScript with this source of forward().
void writeScript(const std::filesystem::path& file, const std::string& forward);

/// A network of pictures of 16 pixels, their brightness in twelve places; without return_features probabilities.
void writeSmallNetwork(const std::filesystem::path& file);
inline constexpr std::int64_t kSmallNetworkSize = 16;
inline constexpr std::int64_t kSmallNetworkFeatures = 12;

/// Writes `count` pictures of size x size, NNNN.ppm, whose pixels are a function of seed; brightness moves them all.
void writePictures(const std::filesystem::path& folder, int count, std::uint64_t seed, int brightness = 0,
                   std::int64_t size = 20);

}  // namespace gan::test
