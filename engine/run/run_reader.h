#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "run/event.h"
#include "run/metrics.h"
#include "run/run_folder.h"
#include "run/series.h"

namespace gan {

/// Everything a run folder says, kept up to date from its files: the one path for a live run, a late attach, a
/// reconnect and a finished run. Thread-safe.
class RunReader {
 public:
  explicit RunReader(RunFolder folder);
  ~RunReader();

  const RunFolder& folder() const { return folder_; }

  /// Reads what was appended to journal and metrics since. Cheap when nothing was. Wakes waiters if something was.
  void refresh();

  /// Where a watcher stands: it has seen everything before these.
  struct Cursor {
    std::uint64_t next_sequence = 1;  ///< Of events.
    std::uint64_t next_row = 0;       ///< Count of metrics rows ever read, over all segments.
  };
  /// What came after a cursor; at most max_rows rows of metrics (a watcher that fell far behind should query series).
  struct Update {
    std::vector<Event> events;
    std::vector<MetricsBlock> metrics;
    Cursor next;
  };
  Update since(const Cursor& cursor, std::size_t max_rows) const;
  /// The cursor after everything that is known now.
  Cursor end() const;
  /// Waits until there is something after cursor or the time-out passes; false on time-out.
  bool wait(const Cursor& cursor, std::chrono::milliseconds timeout) const;

  /// Facts that follow from the events.
  struct Summary {
    RunStatus status = RunStatus::kStarting;
    std::string status_reason;
    std::int64_t step = 0;
    double epoch = 0;
    std::int32_t segment = 0;
    std::map<std::string, Value> live_values;  ///< Current values of live fields.
    double last_change_unix_seconds = 0;
    bool writer_alive = false;                 ///< Somebody holds a lock that is not stale.
  };
  Summary summary() const;

  std::vector<std::string> seriesNames() const;
  /// Queries one series of the current line. Throws Error(kNotFound, "series_not_found").
  std::vector<Column> query(std::string_view series, StepRange range, std::size_t columns, Smoothing smoothing) const;
  Series::Values values(std::string_view series, StepRange range, std::size_t max_values) const;
  /// Epoch and time of recorded steps, for other x axes: parallel to steps.
  struct Positions {
    std::vector<double> epochs;
    std::vector<double> unix_seconds;
  };
  Positions positions(std::span<const std::int64_t> steps) const;
  std::vector<Event> events() const;

 private:
  struct State;
  RunFolder folder_;
  std::unique_ptr<State> state_;
};

}  // namespace gan
