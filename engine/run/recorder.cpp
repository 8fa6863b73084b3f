#include "run/recorder.h"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "core/log.h"
#include "core/units.h"
#include "interop/tensorboard_writer.h"
#include "run/host_load.h"
#include "run/rank_reports.h"
#include "run/resource_rule.h"

namespace gan {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kWorthTelling(1);

/// By the journal and the metrics: either may have lost its end when a machine went down.
std::int32_t lastSegment(const RunFolder& folder) {
  std::int32_t segment = lastMetricsSegment(folder.metrics());
  for (const Event& event : journalSoFar(folder.journal())) segment = std::max(segment, event.segment);
  return segment;
}

}  // namespace

/// The open files; touched by the recorder's thread only once it runs, but for journal, lock and TensorBoard's file,
/// which both threads use.
struct Recorder::Output {
  Output(const RunFolder& run_folder, RunLock& run_lock, const RecorderOptions& recorder_options)
      : folder(run_folder),
        lock(run_lock),
        options(recorder_options),
        journal(run_folder.journal()),
        load(run_folder.path()),
        next_load(Clock::now() + duration(options.load_seconds)),
        next_report(Clock::now() + duration(options.report_seconds)) {
    const bool several = options.ranks > 1 || std::filesystem::exists(folder.rankReports());
    if (several) reports.emplace(folder, options.ranks, readJournal(folder.journal()));
  }

  void event(std::int64_t step, decltype(Event::what) what) {
    if (!std::holds_alternative<Evaluated>(what)) latest_step = step;
    eventOf(segment, step, std::move(what));
  }

  /// From either thread.
  void eventOf(std::int32_t of_segment, std::int64_t step, decltype(Event::what) what) {
    if (const auto* evaluated = std::get_if<Evaluated>(&what)) scoresOf(step, *evaluated);
    journal.append(
        {.sequence = 0, .segment = of_segment, .step = step, .unix_seconds = unixSeconds(), .what = std::move(what)});
  }

  void openSegment(std::int32_t number, SegmentStarted started) {
    if (metrics) metrics->flush();
    segment = number;
    const std::int64_t first_step = started.first_step;
    metrics = std::make_unique<MetricsWriter>(folder.metrics(), segment, first_step, options.columns);
    if (options.tensorboard == RecorderOptions::TensorBoard::kWrite) {
      const std::lock_guard guard(tensorboard_mutex);
      tensorboard = std::make_unique<TensorBoardWriter>(folder.path(), first_step + 1, unixSeconds());
    }
    event(first_step, std::move(started));
  }

  void scoresOf(std::int64_t step, const Evaluated& evaluated) {
    const std::lock_guard guard(tensorboard_mutex);
    if (!tensorboard) return;
    std::vector<std::string> names;
    for (const EvaluatedScore& score : evaluated.scores) names.push_back(seriesName(evaluated, score.name));
    scalars.clear();
    for (std::size_t i = 0; i < names.size(); ++i) {
      scalars.push_back({names[i], static_cast<float>(evaluated.scores[i].value)});
    }
    tensorboard->writeScalars(step, unixSeconds(), scalars);
  }

  void rows(const std::vector<MetricsRow>& new_rows) {
    for (const MetricsRow& row : new_rows) {
      metrics->append(row);
      latest_step = row.step;
      const std::lock_guard guard(tensorboard_mutex);
      if (!tensorboard) continue;
      scalars.clear();
      for (std::size_t i = 0; i < row.values.size(); ++i) {
        if (!isMissing(row.values[i])) scalars.push_back({options.columns[i], row.values[i]});
      }
      tensorboard->writeScalars(row.step, row.unix_seconds, scalars);
    }
  }

  void takeReports() {
    if (!reports || !metrics) return;
    for (RankReported& report : reports->next()) event(latest_step, std::move(report));
  }

  void publish() {
    if (metrics) metrics->publish();
    const std::lock_guard guard(tensorboard_mutex);
    if (tensorboard) tensorboard->flush();
  }

  /// What is done after every batch.
  void attend(bool flush) {
    if (flush || Clock::now() >= next_report) {
      takeReports();
      next_report = Clock::now() + duration(options.report_seconds);
    }
    publish();
    if (flush && metrics) metrics->flush();
    if (Clock::now() < next_load || !metrics) return;
    LoadMeasured measured = load.measure();
    if (options.device_load) measured.device = options.device_load();
    event(latest_step, measured);
    const double within = options.runs_out_within_hours ? options.runs_out_within_hours() : 0;
    for (Alert& alert : resources.check(measured, unixSeconds(), within)) {
      const bool over = alert.severity == Severity::kInfo;
      log::write(over ? log::Level::kInfo : log::Level::kWarning, alert.message.english());
      event(latest_step, std::move(alert));
    }
    next_load = Clock::now() + duration(options.load_seconds);
  }

  static Clock::duration duration(double seconds) {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }

  const RunFolder folder;
  RunLock& lock;
  const RecorderOptions options;
  JournalWriter journal;
  std::optional<RankReportReader> reports;  // nothing: there is no other rank, and was none
  std::unique_ptr<MetricsWriter> metrics;
  std::mutex tensorboard_mutex;  ///< Of the next two.
  std::unique_ptr<TensorBoardWriter> tensorboard;
  std::vector<TensorBoardWriter::Scalar> scalars;
  LoadMeter load;
  ResourceRule resources;
  Clock::time_point next_load;
  Clock::time_point next_report;
  std::int32_t segment = 0;
  std::int64_t latest_step = 0;
};

Recorder::Recorder(const RunFolder& folder, RunLock& lock, RecorderOptions options)
    : options_(std::move(options)), segment_(lastSegment(folder)) {
  output_ = std::make_unique<Output>(folder, lock, options_);
  thread_ = std::thread([this] { loop(); });
  errand_thread_ = std::thread([this] { doErrands(); });
}

Recorder::~Recorder() {
  {
    const std::lock_guard guard(mutex_);
    stopping_ = true;
  }
  wake_.notify_one();
  thread_.join();  // it has handed the last errands over
  {
    const std::lock_guard guard(mutex_);
    no_more_errands_ = true;
  }
  errand_wake_.notify_one();
  errand_thread_.join();
}

void Recorder::startSegment(SegmentStarted started) {
  ++segment_;
  push([number = segment_, started = std::move(started)](Output& output) mutable {
    output.openSegment(number, std::move(started));
  });
}

void Recorder::record(MetricsRow row) {
  std::unique_lock guard(mutex_);
  waitForRoom(guard, waiting_, kMostWaiting);
  rows_.push_back(std::move(row));  // no wake-up: rows are written on the next tick
  ++waiting_;
}

void Recorder::record(std::int64_t step, decltype(Event::what) what, std::function<void()> written) {
  push([step, what = std::move(what), written = std::move(written)](Output& output) mutable {
    output.publish();
    output.event(step, std::move(what));
    if (written) written();
  });
}

void Recorder::post(std::function<void(const Journal&)> errand) {
  {
    std::unique_lock guard(mutex_);
    waitForRoom(guard, pending_errands_, kMostErrands);
    ++pending_errands_;
  }
  push([this, errand = std::move(errand)](Output& output) mutable {
    if (output.metrics) output.metrics->flush();  // what a checkpoint continues from must not be newer than the scalars
    {
      const std::lock_guard guard(mutex_);
      if (failure_) return;
      errands_.push_back({output.segment, std::move(errand)});
    }
    errand_wake_.notify_one();
  });
}

void Recorder::drain() {
  std::unique_lock guard(mutex_);
  urgent_ = true;
  wake_.notify_one();
  done_.wait(guard, [this] { return failure_ || (waiting_ == 0 && pending_errands_ == 0 && !urgent_); });
  throwIfFailed();
}

void Recorder::push(Item item) {
  {
    std::unique_lock guard(mutex_);
    waitForRoom(guard, waiting_, kMostWaiting);
    if (!rows_.empty()) {
      queue_.push_back([rows = std::exchange(rows_, {})](Output& output) { output.rows(rows); });
    }
    queue_.push_back(std::move(item));
    ++waiting_;
  }
  wake_.notify_one();
}

void Recorder::waitForRoom(std::unique_lock<std::mutex>& guard, const std::size_t& taken, std::size_t limit) {
  throwIfFailed();
  if (taken < limit) return;
  const auto begin = Clock::now();
  done_.wait(guard, [&] { return failure_ || taken < limit; });
  throwIfFailed();
  const std::chrono::duration<double> waited = Clock::now() - begin;
  if (waited >= kWorthTelling) log::warning("training waited " + formatDuration(waited) + " for the run's disk");
}

void Recorder::throwIfFailed() {
  if (failure_) std::rethrow_exception(failure_);
}

void Recorder::fail(const std::exception& error) {
  log::error(std::string("recording stopped: ") + error.what());
  std::deque<Errand> errands;  // these go without the lock: what is never done tells somebody of it
  std::deque<Item> items;
  const std::lock_guard guard(mutex_);
  if (!failure_) failure_ = std::current_exception();
  errands.swap(errands_);
  items.swap(queue_);
  rows_.clear();
  errand_wake_.notify_all();
  wake_.notify_all();
  done_.notify_all();
}

bool Recorder::take(Batch& batch) {
  std::unique_lock guard(mutex_);
  wake_.wait_for(guard, Output::duration(options_.publish_seconds),
                 [this] { return stopping_ || urgent_ || failure_ || !queue_.empty(); });
  if (failure_) return false;
  batch.items.swap(queue_);
  if (!rows_.empty()) {
    batch.items.push_back([rows = std::exchange(rows_, {})](Output& output) { output.rows(rows); });
  }
  batch.waiting = waiting_;
  batch.flush = urgent_ || stopping_;
  batch.last = stopping_;
  return true;
}

void Recorder::loop() {
  pthread_setname_np(pthread_self(), "gan-recorder");
  bool last = false;
  while (!last) {
    Batch batch;
    if (!take(batch)) return;
    try {
      for (Item& item : batch.items) {
        output_->lock.throwIfLost();  // asked each time: writing can take as long as a disk is slow
        item(*output_);
      }
      output_->lock.throwIfLost();
      output_->attend(batch.flush);
    } catch (const std::exception& error) {
      return fail(error);
    }
    last = batch.last;
    batch.items.clear();  // before whoever drains goes on: they may hold what is its own
    {
      const std::lock_guard guard(mutex_);
      waiting_ -= batch.waiting;
      if (batch.flush) urgent_ = false;
    }
    done_.notify_all();
  }
}

void Recorder::doErrands() {
  pthread_setname_np(pthread_self(), "gan-errands");
  std::unique_lock guard(mutex_);
  for (;;) {
    errand_wake_.wait(guard, [this] { return no_more_errands_ || failure_ || !errands_.empty(); });
    if (failure_ || errands_.empty()) return;
    Errand errand = std::move(errands_.front());
    errands_.pop_front();
    guard.unlock();
    try {
      output_->lock.throwIfLost();
      run(errand);
    } catch (const std::exception& error) {
      return fail(error);
    }
    errand.run = nullptr;  // what it holds goes before the lock is taken
    guard.lock();
    --pending_errands_;
    done_.notify_all();
  }
}

void Recorder::run(const Errand& errand) {
  std::exception_ptr journal_failure;
  const Journal journal = [&](std::int64_t step, decltype(Event::what) what) {
    try {
      output_->eventOf(errand.segment, step, std::move(what));
    } catch (...) {
      journal_failure = std::current_exception();
      throw;
    }
  };
  try {
    errand.run(journal);
  } catch (const std::exception& error) {
    if (!journal_failure) log::error(std::string("an errand of the recorder failed: ") + error.what());
  }
  if (journal_failure) std::rethrow_exception(journal_failure);
}

}  // namespace gan
