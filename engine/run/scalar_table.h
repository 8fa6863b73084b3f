#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "run/chunked_array.h"
#include "run/metrics.h"
#include "run/run_reader.h"
#include "run/series.h"
#include "run/step_index.h"

namespace gan {

/// Rows of metrics by step: each column as a Series, and the epochs and times of the rows. Not thread-safe.
class ScalarTable {
 public:
  /// Columns that may have no row yet.
  void addColumns(std::span<const std::string> names);
  /// Steps must increase, over all calls.
  void append(const MetricsBlock& block);
  /// Drops the rows after step.
  void truncate(std::int64_t step);
  /// The rows of a range.
  ScalarTable copy(StepRange range) const;

  bool empty() const { return steps_.size() == 0; }
  std::int64_t firstStep() const { return steps_.first(); }  ///< Not when empty, nor are the following.
  std::int64_t lastStep() const { return steps_.last(); }
  double lastEpoch() const { return epochs_.back(); }
  double lastTime() const { return unix_seconds_.back(); }
  const std::map<std::string, Series, std::less<>>& series() const { return series_; }
  RunReader::Positions positions(std::span<const std::int64_t> steps) const;
  /// Steps a second over the rows after `step` that are at most `seconds` older than the newest; 0 when there are not
  /// two of them.
  double stepsPerSecond(std::int64_t step, double seconds) const;

 private:
  std::map<std::string, Series, std::less<>> series_;
  StepIndex steps_;
  ChunkedArray<double, 4096> epochs_;
  ChunkedArray<double, 4096> unix_seconds_;
};

}  // namespace gan
