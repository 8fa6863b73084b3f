#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

#include "session/session.h"
#include "session/speed_meter.h"
#include "session/training_line.h"

namespace gan {

/// When a run's training goes on, waits and ends, and what is told of it. Knows no command. One thread, but for
/// requestStop() and steeringClientsChanged().
class TrainingLoop {
 public:
  /// line and ranks must outlive the loop.
  TrainingLoop(TrainingLine& line, Ranks& ranks) : line_(line), ranks_(ranks) {}

  /// The end is reached, or a stop or a guard ended training.
  bool finished() const;
  bool stopped() const { return stop_asked_ || stopRequested(); }
  /// By requestStop(), on whichever rank.
  bool stopRequested() const { return stop_heard_ || (ranks_.size() == 1 && signalled()); }
  bool paused() const { return paused_; }
  /// The newest values are not finite, and there was no roll back since.
  bool diverged() const { return diverged_; }

  /// One iteration; see TrainingLine::step().
  void iterate(std::int64_t pending);
  /// Takes in the metrics of all iterations so far.
  void drainMetrics() { arrived(line_.drainMetrics()); }
  /// The largest pending number that has come back.
  std::int64_t arrivedPending() const { return arrived_pending_; }
  /// To be called every now and then while paused: ends a pause that lasted too long, or that a signal ended.
  void waited();

  // What commands do; their statuses are told with setStatus().
  void pause();
  void goOn();
  void stop() { stop_asked_ = true; }
  /// See TrainingLine::rollBack(). A paused run stays paused.
  void rollBack(std::int64_t step);

  void setStatus(RunStatus status, const Message& reason = {}) { line_.record(StatusChanged{status, reason}); }
  SessionProgress progress() const;

  void requestStop() noexcept { stop_signal_.store(true, std::memory_order_relaxed); }
  void steeringClientsChanged(int delta) { steering_clients_.fetch_add(delta); }

 private:
  using Clock = std::chrono::steady_clock;

  /// This rank's own; what counts among several is what all of them have heard of at the same step.
  bool signalled() const { return stop_signal_.load(std::memory_order_relaxed); }

  void arrived(const TrainingLine::Arrived& what);
  void onAlert(const Alert& alert);
  void onDivergence();

  TrainingLine& line_;
  Ranks& ranks_;
  SpeedMeter speed_;
  std::int64_t arrived_pending_ = 0;
  bool paused_ = false;
  bool diverged_ = false;
  bool stop_asked_ = false;    ///< By a command.
  bool stop_heard_ = false;    ///< By requestStop() on any of several ranks, and all of them know.
  bool end_diverged_ = false;  ///< By the guard.
  std::optional<Clock::time_point> pause_deadline_;
  std::atomic<bool> stop_signal_{false};
  std::atomic<int> steering_clients_{0};
};

}  // namespace gan
