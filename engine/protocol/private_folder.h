#pragma once

#include <filesystem>

namespace gan {

/// Makes folder (and its parents) with mode 0700, or checks that it is a real folder, ours, and closed to others; one
/// of ours that is open to others is closed. Throws Error(kPermissionDenied, "folder_not_private") otherwise.
void ensurePrivateFolder(const std::filesystem::path& folder);

/// Throws the same unless it is a real folder, ours, and closed to others.
void requirePrivateFolder(const std::filesystem::path& folder);

/// Throws Error(kPermissionDenied, "file_not_private") unless path is a plain file that nobody but its owner may read
/// or write.
void requirePrivateFile(const std::filesystem::path& path);

/// Where what lasts as long as a process of ours does may lie, on this machine alone: $XDG_RUNTIME_DIR/gan-studio, or
/// /tmp/gan-studio-UID where there is no such variable. It need not exist.
std::filesystem::path privateRuntimeFolder();

}  // namespace gan
