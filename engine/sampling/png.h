#pragma once

#include <filesystem>
#include <string>

#include "tensor/image.h"

namespace gan {

/// The bytes of an 8-bit PNG file. path: for messages. Throws Error(kInvalidArgument, "picture_bad_shape").
std::string encodePng(const std::filesystem::path& path, const Image& image);

/// Writes an 8-bit PNG atomically. Throws as encodePng() and writeFileAtomically().
void writePng(const std::filesystem::path& path, const Image& image);

}  // namespace gan
