#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string>

namespace gan {

/// A file to be copied, as it was when it was listed.
struct StagedFile {
  std::filesystem::path name;  ///< Relative to the folder that holds the source.
  std::uint64_t bytes = 0;
  std::int64_t modified_ns = 0;  ///< Since 1970.
};

/// Whether `copy` is there with the size and time of `file`, which a copy gets only when it is whole.
bool isStaged(const StagedFile& file, const std::filesystem::path& copy);

/// Copies `source` to `copy` by way of COPY.part, which is read back and compared before it is renamed. What large
/// files have so far is kept when it is interrupted: COPY.part.sums lists the checksums of its pieces. Adds the bytes
/// that are done to `done` as it goes, and returns early, without the file, once `abandoned`. Throws as stageData().
void stageFile(const StagedFile& file, const std::filesystem::path& source, const std::filesystem::path& copy,
               std::atomic<std::uint64_t>& done, const std::atomic<bool>& abandoned);

}  // namespace gan
