#include "run/run_reader.h"

#include <algorithm>
#include <condition_variable>
#include <iterator>
#include <limits>
#include <mutex>
#include <optional>

#include "config/images_per_iteration.h"
#include "core/error.h"
#include "core/log.h"
#include "run/current_series.h"
#include "run/evaluation_series.h"
#include "run/event_facts.h"
#include "run/event_history.h"
#include "run/journal.h"
#include "run/lock.h"
#include "run/recent_rows.h"

namespace gan {
namespace {

constexpr int kMaxProblems = 100;

/// Events from number `first` on and before `end`, at most as many as an update holds.
std::vector<Event> readAgain(const std::filesystem::path& journal, const JournalPlace& from, std::uint64_t first,
                             std::uint64_t end) {
  JournalReader reader(journal, from);
  reader.next(first - from.sequence);
  return reader.next(std::min<std::uint64_t>(end - first, RunReader::kMaxEvents));
}

}  // namespace

std::string bestBy(const RunSummary& summary) {
  const auto found = summary.live_values.find("evaluation.best_by");
  return found == summary.live_values.end() ? std::string() : formatValue(found->second);
}

struct RunReader::State {
  explicit State(const RunFolder& folder) : metrics(folder.metrics()), facts(folder.config()) {}

  // One refresh() at a time; taken before `mutex`, which is held only while what was read is taken in.
  std::mutex reading;
  std::optional<JournalReader> journal;  ///< Once there is a file.
  bool only_on_disk = false;
  MetricsReader metrics;
  std::string last_problem;

  mutable std::mutex mutex;
  mutable std::condition_variable changed;
  EventHistory events;
  EventFacts facts;
  RecentRows rows{kKeptRows};

  mutable std::mutex line_mutex;  ///< Never held together with `mutex`.
  CurrentSeries line{gan::readMetrics};
  EvaluationSeries evaluations;

  void readJournal(const std::filesystem::path& path);
  bool readMetrics(std::size_t most_values);
  void logOnce(const Error& error);
  Cursor end() const;
  const Series& find(std::string_view name) const;
};

/// A problem that stays is met at each refresh: it is told once.
void RunReader::State::logOnce(const Error& error) {
  if (error.what() == last_problem) return;
  last_problem = error.what();
  log::warning(last_problem);
}

void RunReader::State::readJournal(const std::filesystem::path& path) {
  try {
    std::error_code missing;
    if (!journal && !std::filesystem::exists(path, missing)) return;
    if (!journal) journal.emplace(path);
    if (only_on_disk) journal->returnOnlyWhatIsOnDisk();
    for (;;) {
      const JournalPlace place = journal->place();
      std::vector<Event> found = journal->next(kMaxEvents);
      if (found.empty()) return;
      std::vector<Event> of_line;
      std::ranges::copy_if(found, std::back_inserter(of_line), EvaluationSeries::takes);
      {
        const std::lock_guard lock(mutex);
        for (const Event& event : found) facts.add(event);
        events.add(std::move(found), place);
        changed.notify_all();
      }
      if (of_line.empty()) continue;
      const std::lock_guard lock(line_mutex);
      for (const Event& event : of_line) evaluations.add(event);
    }
  } catch (const Error& error) {
    logOnce(error);
  }
}

/// Whether there may be more.
bool RunReader::State::readMetrics(std::size_t most_values) {
  std::size_t values = 0;
  // After a damaged block the reader goes on; a disk that fails would fail for ever.
  for (int problems = 0; problems < kMaxProblems;) {
    try {
      std::optional<MetricsBlock> block = metrics.next();
      if (!block) return false;
      values += block->steps.size() * block->columns.size();
      {
        const std::lock_guard lock(line_mutex);
        line.add(*block);
      }
      const std::lock_guard lock(mutex);
      rows.add(std::move(*block));
    } catch (const Error& error) {
      logOnce(error);
      ++problems;
      continue;
    }
    changed.notify_all();
    if (values >= most_values) return true;
  }
  return false;
}

RunReader::Cursor RunReader::State::end() const { return {events.end(), rows.end()}; }

const Series& RunReader::State::find(std::string_view name) const {
  for (const auto* all : {&line.series(), &evaluations.series()}) {
    if (const auto found = all->find(name); found != all->end()) return found->second;
  }
  throw Error(
      ErrorCode::kNotFound, "series_not_found",
      "This run has no series \"{name}\": ask for one of the {count} that it recorded.",
      {{"name", std::string(name)}, {"count", std::to_string(line.series().size() + evaluations.series().size())}});
}

RunReader::RunReader(RunFolder folder) : folder_(std::move(folder)), state_(std::make_unique<State>(folder_)) {}
RunReader::~RunReader() = default;

void RunReader::takeOnlyWhatIsOnDisk() {
  const std::lock_guard lock(state_->reading);
  state_->only_on_disk = true;
}

void RunReader::refresh() { refresh(std::numeric_limits<std::size_t>::max()); }

bool RunReader::refresh(std::size_t most_values) {
  const std::lock_guard lock(state_->reading);
  state_->readJournal(folder_.journal());
  return state_->readMetrics(most_values);
}

RunReader::Update RunReader::since(const Cursor& cursor, std::size_t max_rows, Measurements measurements) const {
  const std::uint64_t first = std::max<std::uint64_t>(cursor.next_sequence, 1);
  Update update;
  std::optional<JournalPlace> place;
  {
    const std::lock_guard lock(state_->mutex);
    const EventHistory& history = state_->events;
    update.next.next_sequence = history.end();
    if (measurements == Measurements::kLeftOut) {
      update.events = history.lasting(first, kMaxEvents);
    } else {
      place = history.newest(first, update.events);
    }
    RecentRows::Slice slice = state_->rows.from(cursor.next_row, max_rows);
    update.metrics = std::move(slice.blocks);
    update.skipped_rows = slice.skipped;
    update.next.next_row = slice.next;
  }
  // Without the lock: refresh() and other watchers need not wait for the disk.
  if (place) {
    update.events = readAgain(folder_.journal(), *place, first, update.next.next_sequence);
    update.next.next_sequence = first;  // unless something could be read
  }
  if (place ? !update.events.empty() : update.events.size() == kMaxEvents) {
    update.next.next_sequence = update.events.back().sequence + 1;
  }
  return update;
}

RunReader::Cursor RunReader::end() const {
  const std::lock_guard lock(state_->mutex);
  return state_->end();
}

bool RunReader::wait(const Cursor& cursor, std::chrono::milliseconds timeout) const {
  const Cursor seen{std::max<std::uint64_t>(cursor.next_sequence, 1), cursor.next_row};
  std::unique_lock lock(state_->mutex);
  return state_->changed.wait_for(lock, timeout, [&] { return state_->end() != seen; });
}

RunReader::Summary RunReader::summary() const {
  Summary summary;
  {
    const std::lock_guard lock(state_->mutex);
    summary = state_->facts.summary();
  }
  {
    const std::lock_guard lock(state_->line_mutex);
    state_->line.complete(summary);
  }
  const std::optional<LockHolder> holder = RunLock::holder(folder_.path());
  summary.writer_alive = holder && !RunLock::isStale(*holder);
  if (!summary.writer_alive || summary.status != RunStatus::kRunning) summary.iterations_per_second = 0;
  RunConfig config = folder_.config();
  for (const auto& [path, value] : summary.live_values) config.set(path, value);
  summary.images_per_second =
      summary.iterations_per_second * static_cast<double>(imagesPerIteration(config) * folder_.manifest().replicas);
  return summary;
}

std::optional<StepRange> RunReader::steps() const {
  const std::lock_guard lock(state_->line_mutex);
  return state_->line.steps();
}

std::vector<std::string> RunReader::seriesNames() const {
  const std::lock_guard lock(state_->line_mutex);
  std::vector<std::string> names;
  for (const auto* all : {&state_->line.series(), &state_->evaluations.series()}) {
    for (const auto& [name, series] : *all) names.push_back(name);
  }
  std::ranges::sort(names);
  return names;
}

std::vector<Column> RunReader::query(std::string_view series, StepRange range, std::size_t columns,
                                     Smoothing smoothing) const {
  const std::lock_guard lock(state_->line_mutex);
  return state_->find(series).query(range, columns, smoothing);
}

void RunReader::smooth(std::span<const std::string> names, Smoothing smoothing) const {
  if (smoothing.weight == 0) return;
  for (std::optional<std::size_t> row = 0; row;) {
    const std::lock_guard lock(state_->line_mutex);  // piece by piece: others get their turn
    row = state_->line.smooth(names, smoothing, *row);
  }
}

Series::Values RunReader::values(std::string_view series, StepRange range, std::size_t max_values) const {
  const std::lock_guard lock(state_->line_mutex);
  return state_->find(series).values(range, max_values);
}

RunReader::Positions RunReader::positions(std::span<const std::int64_t> steps) const {
  const std::lock_guard lock(state_->line_mutex);
  return state_->line.positions(steps);
}

std::vector<RunReader::SupersededPiece> RunReader::superseded(std::string_view series, StepRange range,
                                                              std::size_t columns) const {
  const std::lock_guard lock(state_->line_mutex);
  (void)state_->find(series);
  return state_->line.superseded(series, range, columns);
}

std::vector<Event> RunReader::events() const {
  const std::lock_guard lock(state_->mutex);
  return state_->events.lasting();
}

}  // namespace gan
