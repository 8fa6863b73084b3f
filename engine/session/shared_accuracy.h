#pragma once

#include <filesystem>
#include <functional>
#include <optional>

#include "core/file_turn.h"
#include "core/progress_monitor.h"
#include "session/accuracy_score.h"

namespace gan {

/// An accuracy score that several processes want and one computes: whole, because each update of its classifier needs
/// the one before, and sums that are divided among processes have other bits. What was ended goes on where it was. One
/// thread.
class SharedAccuracy {
 public:
  /// states: as ClassifierTraining has it.
  using Compute = std::function<AccuracyScore(const std::filesystem::path& states)>;

  /// folder: all who use it compute the same; empty: nowhere. One that cannot be used is warned of and done without.
  SharedAccuracy(std::filesystem::path folder, Compute compute);

  /// Computes and keeps the score unless somebody has computed or computes it. Nothing without a folder.
  void computeFree();
  /// As it is kept, else computed; where another process computes it, as soon as that has ended. A damaged file is
  /// warned of and computed again.
  AccuracyScore score(ProgressMonitor& monitor);

 private:
  using Take = std::function<std::optional<FileTurn>(const std::filesystem::path& lock)>;

  std::filesystem::path file() const { return folder_ / "accuracy.json"; }
  /// Whose turn it is has it.
  std::optional<AccuracyScore> kept() const;
  AccuracyScore computed();
  /// Nothing where another process has it, or the folder cannot be used.
  std::optional<FileTurn> turn(const Take& take);

  std::filesystem::path folder_;
  Compute compute_;
};

}  // namespace gan
