#pragma once

#include <filesystem>

#include "tensor/image.h"

namespace gan {

/// Writes an 8-bit PNG atomically. Throws Error(kResourceExhausted | kPermissionDenied | kInvalidArgument).
void writePng(const std::filesystem::path& path, const Image& image);

}  // namespace gan
