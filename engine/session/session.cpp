#include "session/session.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <mutex>
#include <utility>

#include "core/message.h"
#include "core/units.h"
#include "run/command_queue.h"
#include "session/command_handler.h"
#include "session/training_line.h"
#include "session/training_loop.h"
#include "training/thread_waiting.h"

namespace gan {

struct Session::Impl {
  Impl(const RunFolder& folder, RunLock* lock, SessionOptions session_options, Ranks& together)
      : options(std::move(session_options)),
        ranks(together),
        line(folder, lock, options, ranks),
        loop(line, ranks),
        handler(line, loop) {
    if (lock != nullptr && lock->previous()) {
      const auto& previous = lock->previous();
      stale_lock = {"lock_taken_over",
                    "took over the lock of a dead engine: host {host}, process {pid}",
                    {{"host", previous->host}, {"pid", std::to_string(previous->pid)}}};
    }
  }

  bool start();
  bool goesOn();
  void train(const std::function<void(const SessionProgress&)>& progress);
  Outcome finish();
  void fail(const std::exception& error);
  void handleCommands(std::int64_t number);
  void recordReports();
  void obeyRules();
  void saveLast();
  void end(RunStatus status, const Message& reason = {});
  void close(const Message& why);

  SessionOptions options;
  Ranks& ranks;
  TrainingLine line;
  TrainingLoop loop;
  CommandHandler handler;
  CommandQueue queue;
  std::mutex reports_mutex;
  std::vector<Alert> reports;  ///< Of other threads, to be recorded by that of the training.
  Message stale_lock;          ///< To be told; empty when there was none.
  std::int64_t handled = 0;    ///< Largest pending number of which all ranks have taken notice.
};

bool Session::Impl::start() {
  if (!line.start(options.cause, options.from_step)) return false;
  if (!stale_lock.empty()) line.record(Alert{Severity::kInfo, "lock", stale_lock, {}});
  loop.setStatus(RunStatus::kRunning);
  if (line.stepCount() == 0) line.sample();  // what the untrained generator makes, to compare with
  line.drainRecorder();
  return true;
}

/// A run that has come to its end waits for its last scores.
bool Session::Impl::goesOn() {
  if (!loop.finished()) return true;
  return !loop.stopped() && !loop.diverged() && ranks.decide(line.evaluations().runs());
}

void Session::Impl::train(const std::function<void(const SessionProgress&)>& progress) {
  const ThreadWaiting waiting;
  while (goesOn()) {
    for (Command& command : line.due()) handler.handle({0, std::move(command), {}});
    if (loop.paused() || loop.finished() || line.evaluations().holds()) {
      if (ranks.leads()) queue.wait(std::chrono::milliseconds(100));
      line.serveSnapshots();
      line.evaluations().collect();
      obeyRules();  // where training waits, at the step that was judged
      handleCommands(queue.newest());
      loop.waited();
    } else {
      loop.iterate(queue.newest());
      if (loop.arrivedPending() > handled) {
        handled = loop.arrivedPending();
        handleCommands(handled);
      }
    }
    recordReports();
    obeyRules();
    if (progress) progress(loop.progress());
  }
}

Outcome Session::Impl::finish() {
  loop.drainMetrics();
  line.evaluations().end();
  if (loop.diverged()) {  // nothing worth keeping, whatever ended the run
    end(RunStatus::kDiverged, {"losses_not_finite", "the losses are not finite", {}});
    return Outcome::kDiverged;
  }
  if (ranks.decide(!line.statisticsAreFinite())) {  // whoever goes on does so from before that
    end(RunStatus::kDiverged, {"statistics_not_finite", "a running statistic is not finite", {}});
    return Outcome::kDiverged;
  }
  const bool stopped = loop.stopped();
  saveLast();
  end(stopped ? RunStatus::kStopped : RunStatus::kFinished);
  return stopped ? Outcome::kStopped : Outcome::kFinished;
}

void Session::Impl::fail(const std::exception& error) {
  const Message why = messageOf(error);
  close({"run_failed", "The run failed: {reason}", {because(why)}});
  try {
    line.drainRecorder();  // what other ranks left comes first: it may be the reason
    loop.setStatus(RunStatus::kFailed, why);
    line.drainRecorder();
  } catch (const std::exception&) {
    // The recorder is what failed; the log has its reason already.
  }
}

void Session::Impl::handleCommands(std::int64_t number) {
  for (const CommandQueue::Item& item : ranks.share(queue.take(number))) {
    if (handler.handle(item)) line.decided(item.command);
  }
}

void Session::Impl::recordReports() {
  std::vector<Alert> alerts;
  {
    const std::lock_guard lock(reports_mutex);
    alerts.swap(reports);
  }
  for (Alert& alert : alerts) line.record(std::move(alert));
}

void Session::Impl::obeyRules() {
  for (const Command& command : line.evaluations().takeCommands()) queue.push(command, {});
}

void Session::Impl::saveLast() {
  std::exception_ptr failure;
  line.finish([&failure](const std::exception_ptr& error, const Recorder::Journal&) { failure = error; });
  line.drainRecorder();
  if (failure) std::rethrow_exception(failure);
}

void Session::Impl::end(RunStatus status, const Message& reason) {
  loop.setStatus(status, reason);
  line.drainRecorder();
  close({"run_ended", "The run has ended at step {step}.", {{"step", formatCount(line.stepCount())}}});
}

void Session::Impl::close(const Message& why) {
  queue.close({CommandResult::kRefused, line.stepCount(), why});
  line.snapshots().close();
}

Session::Session(const RunFolder& folder, RunLock& lock, SessionOptions options)
    : alone_(std::make_unique<Ranks>()), impl_(std::make_unique<Impl>(folder, &lock, std::move(options), *alone_)) {}

Session::Session(const RunFolder& folder, RunLock* lock, SessionOptions options, Ranks& ranks)
    : impl_(std::make_unique<Impl>(folder, lock, std::move(options), ranks)) {}

Session::~Session() {
  impl_->close({"run_ended", "The run has ended at step {step}.", {{"step", formatCount(impl_->line.stepCount())}}});
}

bool Session::start() { return impl_->start(); }

Outcome Session::run(const std::function<void(const SessionProgress&)>& progress) {
  try {
    impl_->train(progress);
    const Outcome outcome = impl_->finish();
    // What rank 0 writes last it asks the other stages for.
    if (impl_->ranks.stages() > 1) impl_->ranks.any(false);
    return outcome;
  } catch (const std::exception& error) {
    impl_->fail(error);
    throw;
  }
}

void Session::requestStop() noexcept { impl_->loop.requestStop(); }

bool Session::stopRequested() const { return impl_->loop.stopRequested(); }

void Session::submit(const Command& command, Answer answer) { impl_->queue.push(command, std::move(answer)); }

void Session::steeringClientsChanged(int delta) { impl_->loop.steeringClientsChanged(delta); }

void Session::report(Alert alert) {
  const std::lock_guard lock(impl_->reports_mutex);
  impl_->reports.push_back(std::move(alert));
}

void Session::writeSnapshot(const SnapshotFiles& files, SnapshotAnswer answer) {
  impl_->line.snapshots().want(files, std::move(answer));
}

std::int64_t Session::step() const { return impl_->line.stepCount(); }

std::string Session::lastCheckpoint() const { return impl_->line.lastCheckpoint(); }

}  // namespace gan
