#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "run/evaluated.h"

namespace gan {

/// What somebody asked to have evaluated of a run, beside the evaluations that a training makes of itself.
struct KeptEvaluation {
  std::int64_t step = 0;     ///< Of the checkpoint,
  std::int32_t segment = 0;  ///< and the segment that wrote it.
  double unix_seconds = 0;   ///< When it was done.
  Evaluated evaluated;

  friend bool operator==(const KeptEvaluation& a, const KeptEvaluation& b) = default;
};

/// Files of a run's evaluation/ folder, one each, "kept-ID.json"; any process may add one at any time, and one of the
/// same id takes the place of the other. id: of letters, digits, - and _. Throws errors of files.
void keepEvaluation(const std::filesystem::path& run, const std::string& id, const KeptEvaluation& kept);

/// All that can be read, oldest first; others are left out, with a line in the log.
std::vector<KeptEvaluation> keptEvaluations(const std::filesystem::path& run);

/// A word that stays while the same files are there. Empty: they may have changed a moment ago, and again at once.
std::string keptEvaluationsMark(const std::filesystem::path& run);

/// One line.
std::string toJson(const KeptEvaluation& kept);
/// Throws Error(kDataLoss, "evaluation_bad_file") that names the source.
KeptEvaluation keptEvaluationFromJson(std::string_view text, const std::string& source);

}  // namespace gan
