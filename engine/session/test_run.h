#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "interop/data_split.h"
#include "run/kept_tests.h"
#include "run/run_folder.h"

namespace gan {

class ProgressMonitor;
class Ranks;

struct TestRunOptions {
  DataSplit split = DataSplit::kTest;  ///< Which part of the data.
  std::string data = {};               ///< Where they are; empty: where the run has them.
  std::optional<std::int64_t> step;    ///< Of which checkpoint; none: the newest. Rank 0's counts.
  std::string device = "cpu";
  /// Folder for sheets of images that were called alike, see KeptCell; made where it is missing; empty: none. Rank 0's
  /// counts.
  std::filesystem::path sheets = {};
  /// Folder of the checkpoints that `step` chooses from, whatever line they are on; empty: those of the run's current
  /// line.
  std::filesystem::path checkpoints = {};
};

/// How a checkpoint does on images that it was not trained on.
struct TestedRun {
  std::string checkpoint;
  /// As it may be kept: who does so names it, and the time. Its cells are those that have sheets.
  KeptTest found;
};

/// Judges a checkpoint of a classifier's run; with several ranks each judges its share of the images, and all know what
/// was found. On the CPU it has the same bits on any number of ranks. Throws Error(kFailedPrecondition,
/// "run_no_classifier") for other runs, "data_other_classes" for data whose classes the run does not know,
/// "ranks_differ" where ranks hold other runs, images or checkpoints than rank 0, what opening these throws (see
/// Ranks::onAll()), and Error(kCancelled) on all once any rank's monitor is cancelled.
TestedRun testRun(const RunFolder& folder, const TestRunOptions& options, Ranks& ranks, ProgressMonitor& monitor);

}  // namespace gan
