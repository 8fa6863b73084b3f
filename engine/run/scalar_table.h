#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "run/archived_rows.h"
#include "run/metrics.h"
#include "run/run_reader.h"
#include "run/series.h"

namespace gan {

/// Rows of metrics by step: each column as a Series, and the epochs and times of the rows. Memory keeps what is newest,
/// a file sums of the rest; the rest itself is read again from where it came. Not thread-safe.
class ScalarTable {
 public:
  /// Both must outlive it.
  ScalarTable(MetricsArchive& archive, SumsFile& sums)
      : archive_(&archive), sums_(&sums), rows_(std::make_unique<ArchivedRows>(archive)) {}

  /// Steps must increase, over all calls.
  void append(const MetricsBlock& block) { append(block, 0, block.steps.size()); }
  /// Drops the rows after step.
  void truncate(std::int64_t step);
  /// The rows of a range.
  ScalarTable copy(StepRange range) const;

  bool empty() const { return rows_->steps().size() == 0; }
  std::int64_t firstStep() const { return rows_->steps().first(); }  ///< Not when empty, nor are the following.
  std::int64_t lastStep() const { return rows_->steps().last(); }
  double lastEpoch() const { return newest().epoch; }
  double lastTime() const { return newest().unix_seconds; }
  const std::map<std::string, Series, std::less<>>& series() const { return series_; }
  /// See RunReader::smooth(); from row number `row` on, as far as is worth doing at once. Returns the row to go on
  /// from, or nothing when all is done.
  std::optional<std::size_t> smooth(std::span<const std::string> names, Smoothing smoothing, std::size_t row) const;
  /// See RunReader::positions().
  RunReader::Positions positions(std::span<const std::int64_t> steps) const;
  /// Steps a second over the rows after `step` that are at most `seconds` older than the newest; 0 when there are not
  /// two of them.
  double stepsPerSecond(std::int64_t step, double seconds) const;

 private:
  void append(const MetricsBlock& block, std::size_t begin, std::size_t end);
  Series& seriesOf(const std::string& name);
  ArchivedRows::Position newest() const { return rows_->position(rows_->steps().size() - 1); }

  MetricsArchive* archive_;
  SumsFile* sums_;
  std::unique_ptr<ArchivedRows> rows_;  ///< At an address that stays: series read from it.
  std::map<std::string, Series, std::less<>> series_;
};

}  // namespace gan
