#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "interop/image_file.h"

namespace gan::test {

/// A raw PGM or PPM with 255 levels and no comment, read without the decoders that are tested.
inline DecodedImage readNetpbm(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string kind;
  DecodedImage image;
  int most = 0;
  file >> kind >> image.width >> image.height >> most;
  file.get();
  if (!file || (kind != "P5" && kind != "P6") || most != 255) throw std::runtime_error(path.string() + " is no golden");
  image.channels = kind == "P5" ? 1 : 3;
  image.pixels.resize(static_cast<std::size_t>(image.width * image.height * image.channels));
  file.read(reinterpret_cast<char*>(image.pixels.data()), static_cast<std::streamsize>(image.pixels.size()));
  if (!file) throw std::runtime_error(path.string() + " is cut off");
  return image;
}

}  // namespace gan::test
