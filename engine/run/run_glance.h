#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "run/event.h"

namespace gan {

/// What a list says of a run.
struct RunGlance {
  RunStatus status = RunStatus::kStarting;
  bool has_begun = false;     ///< Somebody trained it; a branch waits to be.
  bool writer_alive = false;  ///< Somebody holds a lock that is not stale.
  bool writer_here = false;   ///< On this computer.
  std::int64_t step = 0;
  std::int64_t total_steps = 0;      ///< 0: no limit.
  double iterations_per_second = 0;  ///< Over the newest 20 s of rows while it runs; 0 otherwise.
  std::string preset;
  std::string parent_path;  ///< As the manifest has it.
  std::int64_t parent_step = -1;
  std::string best_by;               ///< The score that says which weights are better now, "fid".
  std::optional<double> best_score;  ///< On the current line, of evaluations that compare with the newest one.
  std::string best_compares_as;      ///< See comparableAs(); empty where there is no score.
  /// Where its processes on the host of the first compute, each device once, as RankTimes has it: "cpu", "0+1"; empty:
  /// none has said so since it was started last.
  std::string computes_on;
  std::vector<Alert> alerts;  ///< That ask for an answer and have none yet, the newest last.

  friend bool operator==(const RunGlance& a, const RunGlance& b) = default;
};

/// Looks at many runs again and again. Of a journal only what is new is read, of metrics only the end of the newest
/// file, and where files did not change nothing. Not thread-safe.
class RunGlancer {
 public:
  RunGlancer();
  ~RunGlancer();
  RunGlancer(const RunGlancer&) = delete;
  RunGlancer& operator=(const RunGlancer&) = delete;

  /// Throws what RunFolder::openForDisplay() throws. Damaged files behind it are told as far as they can be read.
  RunGlance look(const std::filesystem::path& run);
  /// Forgets all runs but these.
  void keepOnly(const std::set<std::filesystem::path>& runs);

 private:
  struct Known;
  std::map<std::filesystem::path, std::unique_ptr<Known>> known_;
};

}  // namespace gan
