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

/// All series of a run's current line with the epochs and times of its rows. Each block of metrics says itself what it
/// supersedes, so no event is needed. Not thread-safe.
class CurrentSeries {
 public:
  void add(const MetricsBlock& block);

  const std::map<std::string, Series, std::less<>>& series() const { return series_; }
  RunReader::Positions positions(std::span<const std::int64_t> steps) const;
  /// Adds what rows know better than the events behind summary: rows come more often, and may be read before or after
  /// the events of the same time.
  void complete(RunSummary& summary) const;

 private:
  void open(const MetricsBlock& block);

  std::map<std::string, Series, std::less<>> series_;
  StepIndex steps_;
  ChunkedArray<double, 4096> epochs_;
  ChunkedArray<double, 4096> unix_seconds_;
  std::int32_t segment_ = -1;
  std::int64_t first_step_ = 0;
};

}  // namespace gan
