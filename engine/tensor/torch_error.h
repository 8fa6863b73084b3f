#pragma once

#include <exception>
#include <string>

namespace gan {

/// The first line of what an exception says: LibTorch's go on with a stack trace.
std::string reasonOf(const std::exception& error);

}  // namespace gan
