#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace gan {

/// The file that names every other one of a folder with its digest, as `sha256sum -c` reads it.
inline constexpr std::string_view kSumsName = "SHA256SUMS";

/// Flushes each file of folder to the disk and writes their digests. Throws Error(kInternal, "sums_not_a_file") when
/// there is anything but ordinary files in it.
void writeSha256Sums(const std::filesystem::path& folder);

/// Digests by file name out of a sums file's text. Throws Error(kDataLoss, "checkpoint_damaged") that names folder.
std::map<std::string, std::string> parseSha256Sums(const std::filesystem::path& folder, std::string_view text);

/// Every file of folder is listed and every listed file matches. Names in unlisted are left out of both.
/// Throws Error(kDataLoss, "checkpoint_damaged") naming the first file that is not as it should be.
void verifySha256Sums(const std::filesystem::path& folder, std::string_view unlisted);

/// The same of these files alone: they are listed and match. at_each_piece is called while they are read; what that
/// throws, which is to be no Error, ends it.
void verifySha256Sums(const std::filesystem::path& folder, std::span<const std::string> files,
                      const std::function<void()>& at_each_piece);

}  // namespace gan
