#pragma once

#include <string>

namespace gan::app {

/// "auto", "cpu" or a GPU's number -> "cpu" or "cuda:N". Throws Error(kInvalidArgument, "device_unknown"),
/// Error(kFailedPrecondition, "device_unavailable") saying why a GPU cannot be used.
std::string chooseDevice(const std::string& wish);

}  // namespace gan::app
