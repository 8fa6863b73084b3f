#pragma once

#include <exception>

namespace gan {

/// Whether it says that a device has no memory left for a tensor.
bool isOutOfMemory(const std::exception& error);

}  // namespace gan
