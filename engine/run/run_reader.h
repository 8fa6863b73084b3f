#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "run/event.h"
#include "run/metrics.h"
#include "run/run_folder.h"
#include "run/series.h"

namespace gan {

/// Facts that follow from a run's files.
struct RunSummary {
  RunStatus status = RunStatus::kStarting;
  Message status_reason;
  double deadline_unix_seconds = 0;  ///< When it ends by itself unless somebody acts; 0: it does not.
  std::int64_t step = 0;
  double epoch = 0;
  std::int32_t segment = 0;
  std::map<std::string, Value> live_values;  ///< Current values of live fields.
  std::int64_t total_steps = 0;              ///< At which the newest segment is to end; 0: no end is set.
  double iterations_per_second = 0;          ///< Over the newest rows, 20 s at most; 0 unless it trains now.
  double images_per_second = 0;              ///< Real images, over the same rows.
  std::optional<LoadMeasured> load;          ///< The newest.
  std::optional<RanksMeasured> ranks;        ///< The newest of the newest segment.
  std::optional<Event> evaluation;           ///< The newest of the current line; an Evaluated.
  double last_change_unix_seconds = 0;
  bool writer_alive = false;  ///< Somebody holds a lock that is not stale.
};

/// The score that ranks the run's checkpoints, as evaluation.best_by has it; empty where that means nothing.
std::string bestBy(const RunSummary& summary);

/// Everything a run folder says, kept up to date from its files: the one path for a live run, a late attach, a
/// reconnect and a finished run. Nothing is read before the first refresh(). What comes every step or every few seconds
/// does not add up in memory: of scalars it keeps the newest rows and a fixed amount of what was looked at last, a file
/// that is mapped has sums, about 0.1 bytes a value; of measurements it keeps the newest. Who asks for the rest has it
/// read from the run's files, which throws when those have changed. Thread-safe; queries do not wait for a refresh()
/// that reads much, and watchers not for queries.
class RunReader {
 public:
  explicit RunReader(RunFolder folder);
  ~RunReader();
  RunReader(const RunReader&) = delete;
  RunReader& operator=(const RunReader&) = delete;

  const RunFolder& folder() const { return folder_; }

  /// From now on refresh() takes in only events that are on the disk, and flushes them for that: whoever passes them on
  /// to other machines calls it, where an event's number must not come to mean another event when this one goes down.
  void takeOnlyWhatIsOnDisk();
  /// Reads what was appended to journal and metrics since. Cheap when nothing was. Wakes waiters if something was.
  /// What is damaged is logged and left out: one bad block of metrics hides itself, one bad entry of the journal what
  /// comes after it.
  void refresh();
  /// The same, but of metrics it reads no more than about so many values, so that something of a long run can be shown
  /// soon. True: there may be more, for the next call.
  bool refresh(std::size_t most_values);

  /// Where a watcher stands: it has seen everything before these.
  struct Cursor {
    std::uint64_t next_sequence = 1;  ///< Of events; 0 is taken as 1.
    std::uint64_t next_row = 0;       ///< Count of metrics rows ever read, over all segments.
    friend bool operator==(const Cursor&, const Cursor&) = default;
  };
  /// What came after a cursor, or a first part of it: ask again with `next`. Rows older than the newest kKeptRows are
  /// skipped, because a watcher that fell that far behind should query series. A cursor beyond the end gets nothing
  /// and the end as `next`.
  struct Update {
    std::vector<Event> events;          ///< At most kMaxEvents.
    std::vector<MetricsBlock> metrics;  ///< Together at most max_rows rows.
    std::uint64_t skipped_rows = 0;
    Cursor next;
  };
  static constexpr std::size_t kKeptRows = 4'096;
  static constexpr std::size_t kMaxEvents = 1'000;
  /// Old measurements are read from the journal again, unless they are left out: see isMeasurement().
  enum class Measurements { kIncluded, kLeftOut };
  Update since(const Cursor& cursor, std::size_t max_rows, Measurements measurements = Measurements::kIncluded) const;
  /// The cursor after everything that is known now.
  Cursor end() const;
  /// Waits until refresh(), called by another thread, has found something after cursor, or the time-out passes; false
  /// on time-out.
  bool wait(const Cursor& cursor, std::chrono::milliseconds timeout) const;

  using Summary = RunSummary;
  Summary summary() const;

  /// From the first to the last row of the current line; none before there is a row.
  std::optional<StepRange> steps() const;
  /// Names of all series that the run ever had a value of, in alphabetical order: of the rows of metrics, and of
  /// evaluations under their seriesName().
  std::vector<std::string> seriesNames() const;
  /// Queries one series of the current line. Throws Error(kNotFound, "series_not_found").
  std::vector<Column> query(std::string_view series, StepRange range, std::size_t columns,
                            Smoothing smoothing = {}) const;
  /// Before several series are queried with the same smoothing, which may be another than before: then their values are
  /// read once together and not once for each. Names that are not known are passed over.
  void smooth(std::span<const std::string> names, Smoothing smoothing) const;
  Series::Values values(std::string_view series, StepRange range, std::size_t max_values) const;
  /// Epoch and time of steps, for other x axes: parallel to steps. A step without a row has those of the row before it,
  /// or of the first; without any row all are 0. An old row that is 256 rows or more before the next step's gets what
  /// lies in proportion between rows next to it that are 256 apart, so that nothing is read for it.
  struct Positions {
    std::vector<double> epochs;
    std::vector<double> unix_seconds;
  };
  Positions positions(std::span<const std::int64_t> steps) const;
  /// What later segments superseded of a series, nothing of an evaluation's: for each piece the values of one segment,
  /// never smoothed, in columns as query() has them. The pieces share the columns by their lengths, each getting one at
  /// least. Throws Error(kNotFound, "series_not_found").
  struct SupersededPiece {
    std::int32_t segment = 0;
    StepRange range;  ///< Of its values, inside the asked one.
    std::vector<Column> columns;
    Positions positions;  ///< Of the columns' first steps.
  };
  std::vector<SupersededPiece> superseded(std::string_view series, StepRange range, std::size_t columns) const;
  /// Everything that happened but measurements.
  std::vector<Event> events() const;

 private:
  struct State;
  RunFolder folder_;
  std::unique_ptr<State> state_;
};

}  // namespace gan
