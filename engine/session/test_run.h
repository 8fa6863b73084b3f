#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "interop/data_split.h"
#include "run/run_folder.h"

namespace gan {

struct TestRunOptions {
  DataSplit split = DataSplit::kTest;  ///< Which part of the data.
  std::string data = {};               ///< Where they are; empty: where the run has them.
  std::optional<std::int64_t> step;    ///< Of which checkpoint; none: the newest.
  std::string device = "cpu";
  /// Folder for sheets of images that were called alike, see TestedCell; made where it is missing; empty: none.
  std::filesystem::path sheets = {};
};

/// Images of one class that were called by one name: some of them, in a PNG.
struct TestedCell {
  std::int64_t row = 0;     ///< Their class,
  std::int64_t column = 0;  ///< and what they were called.
  std::string sheet;        ///< Name of the file.
};

/// How a classifier does on images that it was not trained on.
struct TestedRun {
  std::string checkpoint;
  std::int64_t step = 0;     ///< Of the checkpoint,
  std::int32_t segment = 0;  ///< and the segment that wrote it.
  std::string data;
  std::int64_t images = 0;
  double loss = 0;  ///< Mean cross-entropy.
  double top1 = 0;  ///< Share of the images, 0 to 1.
  double top5 = 0;
  std::vector<std::string> classes;
  /// confusion[c][d]: images of class c that were called d.
  std::vector<std::vector<std::int64_t>> confusion;
  std::vector<TestedCell> cells;  ///< The largest, mistakes first.
};

/// Judges a checkpoint of a classifier's run. Throws Error(kFailedPrecondition, "run_no_classifier") for other runs,
/// "data_other_classes" for data whose classes the run does not know, and what opening either throws.
TestedRun testRun(const RunFolder& folder, const TestRunOptions& options);

}  // namespace gan
