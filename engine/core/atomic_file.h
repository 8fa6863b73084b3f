#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace gan {

/// Writes a whole file under a temporary name beside it, flushes it to the disk and renames it: readers see the old
/// content or the new one, never a part. Throws as requireFilePlace() and Error(kResourceExhausted), after which
/// nothing is left behind. Mode is given to the new file.
void writeFileAtomically(const std::filesystem::path& path, std::string_view content, unsigned mode = 0644);

/// Throws what writeFileAtomically() would throw about path before it writes: Error(kNotFound | kPermissionDenied |
/// kInvalidArgument) when its folder is missing or forbidden or it names no file, Error(kInvalidArgument,
/// "file_not_ordinary") when a folder, a link, a device or a pipe is there, which a file must not replace.
void requireFilePlace(const std::filesystem::path& path);

/// Reads a whole file of at most max_bytes; a larger one throws Error(kInvalidArgument) before memory is taken.
/// Throws Error(kNotFound | kPermissionDenied).
std::string readFile(const std::filesystem::path& path, std::uint64_t max_bytes);

/// Flushes the file or folder at path to the disk.
void flushToDisk(const std::filesystem::path& path);

/// Error for a failed system call on path, worded from errno: full disk, missing rights, missing folder.
[[noreturn]] void throwFileError(std::string_view action, const std::filesystem::path& path, int error_number);

}  // namespace gan
