#pragma once

#include <filesystem>

namespace gan {

/// Makes folder (and its parents) with mode 0700, or checks that it is a real folder, ours, and closed to others; one
/// of ours that is open to others is closed. Throws Error(kPermissionDenied, "folder_not_private") otherwise.
void ensurePrivateFolder(const std::filesystem::path& folder);

/// Where the socket of the run with this id lies: $XDG_RUNTIME_DIR/gan-studio/ID, or /tmp/gan-studio-UID/ID where there
/// is no such variable or a socket's address cannot hold it. Never on a shared file system. Makes nothing.
/// Throws Error(kInvalidArgument, "run_bad_id") for an id that is not fit for a file name.
std::filesystem::path socketFolder(std::string_view run_id);

}  // namespace gan
