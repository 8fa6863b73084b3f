#pragma once

#include <cstdint>
#include <filesystem>

#include "core/progress_monitor.h"

namespace gan {

struct StageOptions {
  std::filesystem::path to;  ///< Folder on a disk of this machine; made where it is missing.
  int threads = 4;           ///< That copy.
};

struct Staged {
  std::filesystem::path path;  ///< The copy of the folder or file: what data.path may be instead.
  std::int64_t files = 0;
  std::uint64_t bytes = 0;
  std::int64_t copied = 0;  ///< Files that this call copied: none when they lay there already.
};

/// Copies a folder or file of images to a disk of this machine, once however many processes ask: one copies under a
/// lock, the others wait for it. The copy lies in TO/NAME-DIGITS, apart from copies of other places. Files whose name
/// begins with a dot stay out; ImageNet's LOC_val_solution.csv in a folder above and the development kit beside an
/// archive and the labels beside a file of IDX images come along, because they name classes.
///
/// Every file is read back and compared by CRC-32C before it gets its name. Interrupted, the next call goes on, inside
/// a large file at the last 16 MiB that were flushed. Called again, it copies what changed in size or time and removes
/// what the source has no more.
///
/// Throws Error(kNotFound, "stage_not_there" | "stage_empty"), Error(kInvalidArgument, "stage_inside" | "stage_remote"
/// | "stage_no_folder"), Error(kResourceExhausted, "stage_no_space" | "disk_full"), Error(kFailedPrecondition,
/// "stage_source_changed"), Error(kDataLoss, "stage_differs"), Error(kCancelled), and for files that cannot be read or
/// written.
Staged stageData(const std::filesystem::path& source, const StageOptions& options, ProgressMonitor& monitor);

}  // namespace gan
