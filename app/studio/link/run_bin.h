#pragma once

#include <filesystem>

namespace gan {

/// Puts a run's folder into the desktop's bin, from where it can be had back. Throws Error(kFailedPrecondition,
/// "run_in_use" | "run_in_use_by_somebody") that names the process that trains it, Error(kNotFound, "run_gone") and
/// Error(kPermissionDenied, "run_not_binned"), after which it is where it was. Any thread; waits for the disk.
void moveRunToBin(const std::filesystem::path& run);

}  // namespace gan
