#include "run/recorder.h"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <optional>
#include <utility>

#include "core/log.h"
#include "core/units.h"
#include "interop/tensorboard_writer.h"
#include "run/host_load.h"
#include "run/rank_reports.h"

namespace gan {

/// The open files; touched by the recorder's thread only once it runs.
struct Recorder::Output {
  Output(const RunFolder& run_folder, RunLock& run_lock, const RecorderOptions& recorder_options)
      : folder(run_folder), lock(run_lock), options(recorder_options), journal(run_folder.journal()) {
    const bool several = options.ranks > 1 || std::filesystem::exists(folder.rankReports());
    if (several) reports.emplace(folder, options.ranks, readJournal(folder.journal()));
  }

  void event(std::int64_t step, decltype(Event::what) what) {
    latest_step = step;
    journal.append(
        {.sequence = 0, .segment = segment, .step = step, .unix_seconds = unixSeconds(), .what = std::move(what)});
  }

  void openSegment(std::int32_t number, SegmentStarted started) {
    if (metrics) metrics->flush();
    segment = number;
    const std::int64_t first_step = started.first_step;
    metrics = std::make_unique<MetricsWriter>(folder.metrics(), segment, first_step, options.columns);
    if (options.tensorboard == RecorderOptions::TensorBoard::kWrite) {
      tensorboard = std::make_unique<TensorBoardWriter>(folder.path(), first_step + 1, unixSeconds());
    }
    event(first_step, std::move(started));
  }

  void rows(const std::vector<MetricsRow>& new_rows) {
    for (const MetricsRow& row : new_rows) {
      metrics->append(row);
      latest_step = row.step;
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
    if (tensorboard) tensorboard->flush();
  }

  const RunFolder folder;
  RunLock& lock;
  const RecorderOptions options;
  JournalWriter journal;
  std::optional<RankReportReader> reports;  // nothing: there is no other rank, and was none
  std::unique_ptr<MetricsWriter> metrics;
  std::unique_ptr<TensorBoardWriter> tensorboard;
  std::vector<TensorBoardWriter::Scalar> scalars;
  std::int32_t segment = 0;
  std::int64_t latest_step = 0;
};

namespace {

/// By the journal and the metrics: either may have lost its end when a machine went down.
std::int32_t lastSegment(const RunFolder& folder) {
  std::int32_t segment = lastMetricsSegment(folder.metrics());
  for (const Event& event : journalSoFar(folder.journal())) segment = std::max(segment, event.segment);
  return segment;
}

}  // namespace

Recorder::Recorder(const RunFolder& folder, RunLock& lock, RecorderOptions options)
    : options_(std::move(options)), segment_(lastSegment(folder)) {
  output_ = std::make_unique<Output>(folder, lock, options_);
  thread_ = std::thread([this] { loop(); });
}

Recorder::~Recorder() {
  {
    const std::lock_guard guard(mutex_);
    stopping_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void Recorder::startSegment(SegmentStarted started) {
  ++segment_;
  push([number = segment_, started = std::move(started)](Output& output) mutable {
    output.openSegment(number, std::move(started));
  });
}

void Recorder::record(MetricsRow row) {
  const std::lock_guard guard(mutex_);
  throwIfFailed();
  rows_.push_back(std::move(row));  // no wake-up: rows are written on the next tick
}

void Recorder::record(std::int64_t step, decltype(Event::what) what) {
  push([step, what = std::move(what)](Output& output) mutable {
    output.publish();
    output.event(step, std::move(what));
  });
}

void Recorder::post(std::function<void(const Journal&)> errand) {
  pending_errands_.fetch_add(1, std::memory_order_acq_rel);
  push([this, errand = std::move(errand)](Output& output) {
    if (output.metrics) output.metrics->flush();  // what a checkpoint continues from must not be newer than the scalars
    std::exception_ptr journal_failure;
    const Journal journal = [&](std::int64_t step, decltype(Event::what) what) {
      try {
        output.event(step, std::move(what));
      } catch (...) {
        journal_failure = std::current_exception();
        throw;
      }
    };
    try {
      errand(journal);
    } catch (const std::exception& error) {
      if (!journal_failure) log::error(std::string("an errand of the recorder failed: ") + error.what());
    }
    pending_errands_.fetch_sub(1, std::memory_order_acq_rel);
    if (journal_failure) std::rethrow_exception(journal_failure);
  });
}

void Recorder::drain() {
  std::unique_lock guard(mutex_);
  urgent_ = true;
  wake_.notify_one();
  drained_.wait(guard, [this] { return failure_ || (queue_.empty() && rows_.empty() && !busy_ && !urgent_); });
  throwIfFailed();
}

void Recorder::push(Item item) {
  {
    const std::lock_guard guard(mutex_);
    throwIfFailed();
    if (!rows_.empty()) {
      queue_.push_back([rows = std::exchange(rows_, {})](Output& output) { output.rows(rows); });
    }
    queue_.push_back(std::move(item));
  }
  wake_.notify_one();
}

void Recorder::throwIfFailed() {
  if (failure_) std::rethrow_exception(failure_);
}

void Recorder::loop() {
  pthread_setname_np(pthread_self(), "gan-recorder");
  using Clock = std::chrono::steady_clock;
  const auto seconds = [](double s) {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(s));
  };
  auto next_load = Clock::now() + seconds(options_.load_seconds);
  auto next_report = Clock::now() + seconds(options_.report_seconds);
  LoadMeter load(output_->folder.path());

  for (;;) {
    std::deque<Item> items;
    bool flush = false;
    bool last = false;
    {
      std::unique_lock guard(mutex_);
      wake_.wait_for(guard, seconds(options_.publish_seconds),
                     [this] { return stopping_ || urgent_ || !queue_.empty(); });
      items.swap(queue_);
      if (!rows_.empty()) {
        items.push_back([rows = std::exchange(rows_, {})](Output& output) { output.rows(rows); });
      }
      flush = urgent_ || stopping_;
      last = stopping_;
      busy_ = true;
    }
    try {
      for (Item& item : items) {
        output_->lock.throwIfLost();  // asked each time: an errand can take as long as a disk is slow
        item(*output_);
      }
      output_->lock.throwIfLost();
      if (const auto now = Clock::now(); flush || now >= next_report) {
        output_->takeReports();
        next_report = now + seconds(options_.report_seconds);
      }
      output_->publish();
      if (flush && output_->metrics) output_->metrics->flush();
      if (const auto now = Clock::now(); now >= next_load && output_->metrics) {
        LoadMeasured measured = load.measure();
        if (options_.device_load) measured.device = options_.device_load();
        output_->event(output_->latest_step, measured);
        next_load = now + seconds(options_.load_seconds);
      }
    } catch (const std::exception& error) {
      log::error(std::string("recording stopped: ") + error.what());
      const std::lock_guard guard(mutex_);
      failure_ = std::current_exception();
      pending_errands_.store(0, std::memory_order_release);
      items.insert(items.end(), std::move_iterator(queue_.begin()), std::move_iterator(queue_.end()));
      queue_.clear();
      rows_.clear();
    }
    items.clear();  // without the lock: an errand that never ran tells somebody when it goes
    {
      const std::lock_guard guard(mutex_);
      busy_ = false;
      if (flush) urgent_ = false;
      drained_.notify_all();
      if (last || failure_) return;
    }
  }
}

}  // namespace gan
