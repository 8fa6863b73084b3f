#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "run/metrics_archive.h"
#include "run/run_reader.h"
#include "run/scalar_table.h"

namespace gan {

/// All series of a run's current line, and the pieces that later segments superseded. Each block of metrics says itself
/// what it supersedes, so no event is needed. Not thread-safe.
class CurrentSeries {
 public:
  /// Blocks are read again by their places.
  explicit CurrentSeries(MetricsArchive::Read read) : archive_(std::move(read)), current_(archive_, sums_) {}
  CurrentSeries(const CurrentSeries&) = delete;
  CurrentSeries& operator=(const CurrentSeries&) = delete;

  void add(const MetricsBlock& block);

  const std::map<std::string, Series, std::less<>>& series() const { return current_.series(); }
  std::optional<StepRange> steps() const {
    return current_.empty() ? std::nullopt : std::optional(StepRange{current_.firstStep(), current_.lastStep()});
  }
  /// See ScalarTable::smooth().
  std::optional<std::size_t> smooth(std::span<const std::string> names, Smoothing smoothing, std::size_t row) const {
    return current_.smooth(names, smoothing, row);
  }
  RunReader::Positions positions(std::span<const std::int64_t> steps) const { return current_.positions(steps); }
  /// See RunReader::superseded().
  std::vector<RunReader::SupersededPiece> superseded(std::string_view series, StepRange range,
                                                     std::size_t columns) const;
  /// Adds what rows know better than the events behind summary: rows come more often, and may be read before or after
  /// the events of the same time.
  void complete(RunSummary& summary) const;

 private:
  struct Segment {
    std::int32_t number = -1;
    std::int64_t first_step = 0;
  };
  struct Piece {
    std::int32_t segment = 0;
    ScalarTable rows;
  };

  void open(const MetricsBlock& block);
  /// Takes the rows after step off the line.
  void supersede(std::int64_t step);
  StepRange extent(StepRange range) const;

  SumsFile sums_;
  MetricsArchive archive_;
  ScalarTable current_;
  std::vector<Segment> segments_;  ///< Those with a part of the current line, in order; the last is being written.
  std::vector<Piece> superseded_;
};

}  // namespace gan
