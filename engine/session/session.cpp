#include "session/session.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <exception>
#include <limits>
#include <utility>

#include "config/live_change.h"
#include "core/error.h"
#include "core/log.h"
#include "core/units.h"
#include "run/command_queue.h"
#include "session/training_line.h"

namespace gan {
namespace {

using Clock = std::chrono::steady_clock;

CommandAnswer applied(std::int64_t step) { return {CommandResult::kApplied, step, {}}; }

CommandAnswer refusal(std::int64_t step, Message reason) { return {CommandResult::kRefused, step, std::move(reason)}; }

CommandAnswer refusal(std::int64_t step, const std::exception& error) {
  Message reason = messageOf(error);
  const bool needs_restart = reason.id == "config_needs_restart";
  return {needs_restart ? CommandResult::kNeedsRestart : CommandResult::kRefused, step, std::move(reason)};
}

Message runEnded(std::int64_t step) {
  return {"run_ended", "The run has ended at step {step}.", {{"step", formatCount(step)}}};
}

/// Iterations and images per second over the last second or so.
class SpeedMeter {
 public:
  void count(std::int64_t images) {
    const auto now = Clock::now();
    ++steps_;
    images_ += images;
    const double seconds = std::chrono::duration<double>(now - begin_).count();
    if (seconds < 1 && iterations_per_second > 0) return;
    iterations_per_second = static_cast<double>(steps_) / seconds;
    images_per_second = static_cast<double>(images_) / seconds;
    if (seconds >= 1) restart();
  }
  void restart() {
    begin_ = Clock::now();
    steps_ = images_ = 0;
  }

  double iterations_per_second = 0;
  double images_per_second = 0;

 private:
  Clock::time_point begin_ = Clock::now();
  std::int64_t steps_ = 0;
  std::int64_t images_ = 0;
};

std::optional<double> seriesValue(const std::optional<StepRecord>& record, std::string_view name) {
  if (!record) return std::nullopt;
  const auto names = seriesNames();
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return record->values.at(static_cast<std::size_t>(found - names.begin()));
}

}  // namespace

struct Session::Impl {
  Impl(const RunFolder& folder, RunLock& lock, SessionOptions session_options)
      : options(std::move(session_options)), line(folder, lock, options.device) {
    if (const auto& previous = lock.previous()) {
      stale_lock = {"lock_taken_over",
                    "took over the lock of a dead engine: host {host}, process {pid}",
                    {{"host", previous->host}, {"pid", std::to_string(previous->pid)}}};
    }
  }

  void start();
  Outcome run(const std::function<void(const SessionProgress&)>& progress);

  bool finished() const;
  std::int64_t totalSteps() const;
  std::int64_t totalEpochs() const;
  void iterate();
  void waitWhilePaused();
  void setStatus(RunStatus status, const Message& reason = {});
  void applyScript();
  void handleCommands(std::int64_t number);
  void handle(CommandQueue::Item item);
  /// Nothing when the answer comes later, from the recorder's thread.
  std::optional<CommandAnswer> apply(const CommandQueue::Item& item);
  CommandAnswer applySet(const Command& command);
  CommandAnswer applyPause();
  CommandAnswer applyContinue();
  CommandAnswer applyRollback(const Command& command);
  void arrived(const TrainingLine::Arrived& what);
  void onAlert(const Alert& alert);
  void onDivergence();
  void saveLast();
  void end(RunStatus status, const Message& reason);
  TrainingLine::Done answerWhenDone(const CommandQueue::Item& item);
  SessionProgress progressNow() const;

  SessionOptions options;
  TrainingLine line;
  CommandQueue queue;
  SpeedMeter speed;
  Message stale_lock;  ///< To be told; empty when there was none.
  std::size_t next_scripted = 0;
  std::int64_t due_commands = 0;  ///< Commands up to this number are to be handled after the iteration.
  bool paused = false;
  bool diverged = false;    ///< Since the last time values were finite or a roll back.
  bool stop_asked = false;  ///< By a command.
  bool end_diverged = false;
  std::optional<Clock::time_point> pause_deadline;
  std::atomic<bool> stop_signal{false};
  std::atomic<int> steering_clients{0};
};

void Session::Impl::start() {
  line.start(options.cause, options.from_step);
  if (!stale_lock.empty()) line.record(Alert{Severity::kInfo, "lock", stale_lock, {}});
  setStatus(RunStatus::kRunning);
  if (line.stepCount() == 0) line.sample();  // what the untrained generator makes, to compare with
  line.drainRecorder();
}

Outcome Session::Impl::run(const std::function<void(const SessionProgress&)>& progress) {
  try {
    while (!finished()) {
      applyScript();
      if (paused) {
        waitWhilePaused();
      } else {
        iterate();
        handleCommands(due_commands);
      }
      if (progress) progress(progressNow());
    }
    arrived(line.drainMetrics());
    if (diverged) {  // nothing worth keeping, whatever ended the run
      end(RunStatus::kDiverged, {"losses_not_finite", "the losses are not finite", {}});
      return Outcome::kDiverged;
    }
    const bool stopped = stop_asked || stop_signal;
    saveLast();
    end(stopped ? RunStatus::kStopped : RunStatus::kFinished, {});
    return stopped ? Outcome::kStopped : Outcome::kFinished;
  } catch (const std::exception& error) {
    const Message why = messageOf(error);
    queue.close(refusal(line.stepCount(), {"run_failed", "The run failed: {reason}", {{"reason", why.english()}}}));
    try {
      end(RunStatus::kFailed, why);
    } catch (const std::exception&) {
      // The recorder is what failed; the log has its reason already.
    }
    throw;
  }
}

bool Session::Impl::finished() const {
  if (stop_asked || end_diverged || stop_signal.load(std::memory_order_relaxed)) return true;
  if (paused) return false;
  if (const std::int64_t total = totalSteps(); total > 0 && line.stepCount() >= total) return true;
  const std::int64_t epochs = totalEpochs();
  return epochs > 0 && line.epoch() >= static_cast<double>(epochs);
}

std::int64_t Session::Impl::totalSteps() const {
  return options.stop_at_step > 0 ? options.stop_at_step : line.config().integer("training.steps");
}

std::int64_t Session::Impl::totalEpochs() const {
  return options.stop_at_step > 0 ? 0 : line.config().integer("training.epochs");
}

void Session::Impl::iterate() {
  const TrainingLine::Arrived what = line.step(queue.newest());
  speed.count(line.imagesPerStep());
  arrived(what);
}

void Session::Impl::arrived(const TrainingLine::Arrived& what) {
  if (what.alert) {
    onAlert(*what.alert);
  } else if (const auto& latest = line.latest(); latest && latest->step == line.stepCount() - Trainer::kRingDepth) {
    diverged = false;
  }
  due_commands = std::max(due_commands, what.pending);
}

void Session::Impl::waitWhilePaused() {
  queue.wait(std::chrono::milliseconds(100));
  handleCommands(queue.newest());
  if (paused && pause_deadline && Clock::now() >= *pause_deadline) end_diverged = true;
  speed.restart();
}

void Session::Impl::setStatus(RunStatus status, const Message& reason) { line.record(StatusChanged{status, reason}); }

void Session::Impl::applyScript() {
  while (next_scripted < options.script.size() && options.script[next_scripted].step <= line.stepCount()) {
    handle({0, options.script[next_scripted++].command, [](const CommandAnswer&) {}});
  }
}

void Session::Impl::handleCommands(std::int64_t number) {
  for (CommandQueue::Item& item : queue.take(number)) handle(std::move(item));
}

void Session::Impl::handle(CommandQueue::Item item) {
  const Command& command = item.command;
  const RunConfig before = line.config();
  const std::int64_t step = line.stepCount();
  std::optional<CommandAnswer> answer;
  try {
    answer = apply(item);
    if (!answer) return;
  } catch (const std::exception& error) {
    answer = refusal(step, error);
  }
  const bool was_applied = answer->result == CommandResult::kApplied;
  CommandHandled handled{command, *answer, {}};
  if (command.kind == CommandKind::kSet && was_applied) {
    for (const Assignment& assignment : command.values) {
      handled.previous.push_back({assignment.path, before.value(assignment.path)});
    }
  }
  line.record(std::move(handled));
  if (item.answer) item.answer(*answer);
  if (!was_applied) return;
  const std::vector<ErrorArgument> client{{"client", command.client}};
  if (command.kind == CommandKind::kContinue) setStatus(RunStatus::kRunning);
  if (command.kind == CommandKind::kPause) setStatus(RunStatus::kPaused, {"paused_by", "asked by {client}", client});
  if (command.kind == CommandKind::kRollback && paused) {
    setStatus(RunStatus::kPaused, {"rolled_back_by", "rolled back by {client}", client});
  }
}

std::optional<CommandAnswer> Session::Impl::apply(const CommandQueue::Item& item) {
  const Command& command = item.command;
  const std::int64_t step = line.stepCount();
  switch (command.kind) {
    case CommandKind::kSet:
      return applySet(command);
    case CommandKind::kPause:
      return applyPause();
    case CommandKind::kContinue:
      return applyContinue();
    case CommandKind::kStep:
      if (!paused) {
        return refusal(step, {"step_not_paused", "Single steps need a paused run: pause it first.", {}});
      }
      iterate();
      arrived(line.drainMetrics());
      return applied(line.stepCount());
    case CommandKind::kSample:
      line.sample();
      return applied(step);
    case CommandKind::kCheckpoint:
      arrived(line.drainMetrics());
      if (diverged) {
        return refusal(step, {"checkpoint_not_finite",
                              "The losses are not finite: this state is not worth keeping. Roll back instead.",
                              {}});
      }
      line.checkpoint(TrainingLine::Pin::kYes, answerWhenDone(item));
      return std::nullopt;
    case CommandKind::kRollback:
      return applyRollback(command);
    case CommandKind::kBranch:
      line.branch(command.step, command.path, answerWhenDone(item));
      return std::nullopt;
    case CommandKind::kEvaluate:
      return refusal(step, {"evaluate_unsupported", "This engine has no scores to evaluate with.", {}});
    case CommandKind::kStop:
      stop_asked = true;
      return applied(step);
  }
  return refusal(step, {"command_unknown", "This engine does not know the command.", {}});
}

CommandAnswer Session::Impl::applySet(const Command& command) {
  RunConfig config = line.config();
  for (const Assignment& assignment : command.values) {
    config.set(assignment.path, checkLiveChange(config.schema(), assignment.path, assignment.value));
  }
  checkConsistency(config);
  const bool redraw = config.real("sampling.truncation") != line.config().real("sampling.truncation");
  line.configure(config);
  if (redraw) line.sample();
  return applied(line.stepCount());
}

CommandAnswer Session::Impl::applyPause() {
  if (paused) return refusal(line.stepCount(), {"already_paused", "The run is paused already.", {}});
  paused = true;
  pause_deadline.reset();
  arrived(line.drainMetrics());
  return applied(line.stepCount());
}

CommandAnswer Session::Impl::applyContinue() {
  if (!paused) return refusal(line.stepCount(), {"not_paused", "The run is not paused.", {}});
  if (diverged && line.config().text("guard.on_nan") != "ignore") {
    return refusal(line.stepCount(), {"continue_not_finite",
                                      "The losses are not finite: roll back first, or set {field} to ignore.",
                                      {{"field", "guard.on_nan"}}});
  }
  paused = false;
  pause_deadline.reset();
  speed.restart();
  return applied(line.stepCount());
}

CommandAnswer Session::Impl::applyRollback(const Command& command) {
  const std::int64_t from = line.stepCount();
  (void)line.drainMetrics();
  line.rollBack(command.step);
  diverged = false;
  pause_deadline.reset();
  log::info("rolled back from step " + formatCount(from) + " to " + formatCount(line.stepCount()));
  line.sample();
  return applied(line.stepCount());
}

TrainingLine::Done Session::Impl::answerWhenDone(const CommandQueue::Item& item) {
  return [command = item.command, answer = item.answer, step = line.stepCount()](const std::exception_ptr& failure,
                                                                                 const Recorder::Journal& journal) {
    CommandAnswer result = applied(step);
    try {
      if (failure) std::rethrow_exception(failure);
    } catch (const std::exception& error) {
      result = refusal(step, error);
    }
    if (answer) answer(result);
    journal(step, CommandHandled{command, result, {}});
  };
}

void Session::Impl::onAlert(const Alert& alert) {
  if (diverged) return;  // said once
  diverged = true;
  line.record(alert);
  log::warning(alert.message.english());
  onDivergence();
}

void Session::Impl::onDivergence() {
  const std::string& policy = line.config().text("guard.on_nan");
  if (policy == "ignore") return;
  if (policy == "stop" || (policy == "auto" && steering_clients == 0)) {
    end_diverged = true;
    return;
  }
  paused = true;
  const auto seconds = std::chrono::seconds(line.config().integer("guard.pause_timeout_seconds"));
  pause_deadline = Clock::now() + seconds;
  setStatus(RunStatus::kPaused, {"paused_not_finite",
                                 "the losses are not finite; roll back, or the run ends in {time}",
                                 {{"time", formatDuration(std::chrono::duration<double>(seconds))}}});
}

void Session::Impl::saveLast() {
  std::exception_ptr failure;
  line.finish([&failure](const std::exception_ptr& error, const Recorder::Journal&) { failure = error; });
  line.drainRecorder();
  if (failure) std::rethrow_exception(failure);
}

void Session::Impl::end(RunStatus status, const Message& reason) {
  setStatus(status, reason);
  line.drainRecorder();
  queue.close(refusal(line.stepCount(), runEnded(line.stepCount())));
}

SessionProgress Session::Impl::progressNow() const {
  SessionProgress now;
  now.step = line.stepCount();
  now.total_steps = totalSteps();
  if (const std::int64_t epochs = totalEpochs(); epochs > 0) {
    const std::int64_t by_epochs = epochs * line.imagesPerEpoch() / line.imagesPerStep();
    now.total_steps = now.total_steps > 0 ? std::min(now.total_steps, by_epochs) : by_epochs;
  }
  now.epoch = line.epoch();
  now.iterations_per_second = speed.iterations_per_second;
  now.images_per_second = speed.images_per_second;
  now.discriminator_loss = seriesValue(line.latest(), "loss/d");
  now.generator_loss = seriesValue(line.latest(), "loss/g");
  now.paused = paused;
  return now;
}

Session::Session(const RunFolder& folder, RunLock& lock, SessionOptions options)
    : impl_(std::make_unique<Impl>(folder, lock, std::move(options))) {}

Session::~Session() { impl_->queue.close(refusal(impl_->line.stepCount(), runEnded(impl_->line.stepCount()))); }

void Session::start() { impl_->start(); }

Outcome Session::run(const std::function<void(const SessionProgress&)>& progress) { return impl_->run(progress); }

void Session::requestStop() noexcept { impl_->stop_signal.store(true, std::memory_order_relaxed); }

void Session::submit(const Command& command, Answer answer) { impl_->queue.push(command, std::move(answer)); }

void Session::steeringClientsChanged(int delta) { impl_->steering_clients.fetch_add(delta); }

std::string Session::lastCheckpoint() const { return impl_->line.lastCheckpoint(); }

}  // namespace gan
