#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "core/error.h"
#include "link/background.h"
#include "link/run_source.h"

namespace gan::test {

/// A run without folder and engine: says what a test tells it. Any thread.
class FakeRun {
 public:
  FakeRun() {
    facts.id = "0123456789abcdef";
    facts.name = "fake";
    facts.path = "/runs/fake";
  }

  RunFacts facts;
  /// How commands are answered; a test may let it block until closed().
  std::function<CommandAnswer(const Command&)> on_command = [](const Command&) {
    return CommandAnswer{CommandResult::kApplied, 1, {}};
  };
  std::function<ChartReply(const ChartQuery&)> on_query = [](const ChartQuery& query) {
    return ChartReply{query.stamp, 1, 1, {}};
  };
  std::function<SheetContent(const std::string&)> on_sample = [](const std::string&) { return SheetContent(); };
  std::function<QImage(const std::string&, int)> on_preview = [](const std::string&, int) { return QImage(); };
  std::vector<CheckpointStore::Entry> checkpoints;
  std::function<ToldEvaluations(const std::string&)> on_evaluations = [](const std::string&) {
    return ToldEvaluations();
  };
  std::function<std::optional<SamplerLoad>()> on_sampler_load = [] { return std::nullopt; };
  std::function<void()> on_refresh = [] {};
  std::function<void()> on_schema = [] {};
  std::function<void()> on_close = [] {};

  void add(std::int64_t step, decltype(Event::what) what) {
    const std::lock_guard lock(mutex_);
    next_.events.push_back({.sequence = ++sequence_,
                            .segment = segment_,
                            .step = step,
                            .unix_seconds = 1000.0 + static_cast<double>(step),
                            .what = std::move(what)});
  }
  void startSegment(std::int64_t first_step, SegmentStarted::Cause cause) {
    {
      const std::lock_guard lock(mutex_);
      ++segment_;
    }
    SegmentStarted started;
    started.cause = cause;
    started.first_step = first_step;
    add(first_step, started);
  }
  /// All that there are, each of this segment.
  void setCheckpoints(const std::vector<std::int64_t>& steps, std::int32_t segment = 1) {
    checkpoints.clear();
    for (const std::int64_t step : steps) {
      CheckpointStore::Entry entry;
      entry.state.step = step;
      entry.state.segment = segment;
      checkpoints.push_back(entry);
    }
  }
  void changeSummary(const std::function<void(RunSummary&)>& change) {
    const std::lock_guard lock(mutex_);
    change(next_.summary);
  }
  void setSeries(std::vector<std::string> names) {
    const std::lock_guard lock(mutex_);
    next_.series = std::move(names);
  }
  /// Whether refreshes say that they have not read all.
  void setUnread(bool unread) {
    const std::lock_guard lock(mutex_);
    next_.unread = unread;
  }
  /// What was added becomes visible: a watching client is told.
  void announce() {
    const RunSource::Callbacks callbacks = watching();
    if (callbacks.on_new) callbacks.on_new();
  }
  void setState(LinkState state, const Message& why = {}) {
    const RunSource::Callbacks callbacks = watching();
    if (callbacks.on_state) callbacks.on_state(state, why);
  }

  int refreshes() const { return refreshes_; }
  /// Of the commands in the order in which they came.
  std::vector<std::string> commandIds() const {
    const std::lock_guard lock(mutex_);
    return commands_;
  }
  bool isClosed() const {
    const std::lock_guard lock(mutex_);
    return closed_;
  }
  /// Blocks a call until the link closes the source.
  void waitUntilClosed() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_; });
  }

 private:
  friend class FakeRunSource;
  RunSource::Callbacks watching() const {
    const std::lock_guard lock(mutex_);
    return callbacks_;
  }

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  RunUpdate next_;
  std::uint64_t sequence_ = 0;
  std::int32_t segment_ = 1;
  bool closed_ = false;
  std::vector<std::string> commands_;
  std::atomic<int> refreshes_{0};
  RunSource::Callbacks callbacks_;
};

class FakeRunSource final : public RunSource {
 public:
  explicit FakeRunSource(std::shared_ptr<FakeRun> run) : run_(std::move(run)) {}
  ~FakeRunSource() override {
    const std::lock_guard lock(run_->mutex_);
    run_->callbacks_ = {};
  }

  RunFacts facts() override { return run_->facts; }
  Schema schema() override {
    run_->on_schema();
    return Schema::builtin();
  }
  RunUpdate refresh() override {
    ++run_->refreshes_;
    run_->on_refresh();
    const std::lock_guard lock(run_->mutex_);
    RunUpdate update = run_->next_;
    run_->next_.events.clear();
    return update;
  }
  ChartReply query(const ChartQuery& query) override { return run_->on_query(query); }
  SheetContent sample(const std::string& name) override { return run_->on_sample(name); }
  QImage preview(const std::string& name, int side) override { return run_->on_preview(name, side); }
  std::vector<CheckpointStore::Entry> checkpoints() override { return run_->checkpoints; }
  ToldEvaluations evaluations(const std::string& mark) override { return run_->on_evaluations(mark); }
  std::optional<SamplerLoad> samplerLoad() override { return run_->on_sampler_load(); }
  void command(const Command& command, Answered answered) override {
    const std::lock_guard lock(run_->mutex_);
    run_->commands_.push_back(command.id);
    commands_.emplace_back([run = run_, command, answered = std::move(answered)] {
      CommandAnswer answer{CommandResult::kRefused, 0, {}};
      try {
        answer = run->on_command(command);
      } catch (const Error& error) {
        answer.reason = messageOf(error);
      }
      answered(answer);
    });
  }
  void watch(Callbacks callbacks) override {
    const std::lock_guard lock(run_->mutex_);
    run_->callbacks_ = std::move(callbacks);
  }
  void close() override {
    {
      const std::lock_guard lock(run_->mutex_);
      run_->closed_ = true;
    }
    run_->changed_.notify_all();
    run_->on_close();
  }

 private:
  std::shared_ptr<FakeRun> run_;
  std::vector<std::jthread> commands_;  ///< Each waits for its answer.
};

/// Stands before a link in a fixture whose members its source uses: links end aside.
class EndingsAwaited {
 public:
  EndingsAwaited() = default;
  ~EndingsAwaited() { waitForEndings(std::chrono::seconds(20)); }
  EndingsAwaited(const EndingsAwaited&) = delete;
  EndingsAwaited& operator=(const EndingsAwaited&) = delete;
};

/// For RunLink's constructor.
inline auto opening(const std::shared_ptr<FakeRun>& run) {
  return [run](const std::stop_token&) -> std::unique_ptr<RunSource> { return std::make_unique<FakeRunSource>(run); };
}

}  // namespace gan::test
