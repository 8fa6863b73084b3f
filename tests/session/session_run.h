#pragma once

#include <atomic>
#include <chrono>
#include <cmath>
#include <exception>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "config/preset.h"
#include "run/checkpoint_store.h"
#include "run/journal.h"
#include "run/run_reader.h"
#include "session/create_run.h"
#include "session/session.h"
#include "support/spoilt_checkpoint.h"
#include "support/temporary_folder.h"

namespace gan {

/// A run of a GAN that is small enough for hundreds of iterations a second: checkpoints every 10 steps, no end.
inline RunFolder smallRun(const std::filesystem::path& path, const std::vector<std::string>& settings = {}) {
  RunConfig config = configFromPreset("simple-gan");
  for (const char* setting :
       {"training.epochs=0", "training.threads=1", "data.batch_size=8", "model.generator_width=4",
        "model.discriminator_width=4", "data.shapes_count=64", "checkpoint.interval_steps=10",
        "sampling.interval_steps=0", "sampling.columns=2", "sampling.rows=2", "recording.tensorboard=false"}) {
    config.applyOverride(setting);
  }
  for (const std::string& setting : settings) config.applyOverride(setting);
  return createRun(path, config, "simple-gan");
}

/// A session that trains on a thread of its own. Stopped when the object goes.
class TrainingSession {
 public:
  explicit TrainingSession(const RunFolder& folder, SessionOptions options = {}, int steering_clients = 0)
      : lock_(folder.path()), session_(folder, lock_, std::move(options)) {
    session_.steeringClientsChanged(steering_clients);
    session_.start();
    thread_ = std::thread([this] {
      try {
        outcome_ = session_.run([this](const SessionProgress& progress) { onProgress(progress); });
      } catch (...) {
        failure_ = std::current_exception();
      }
    });
  }
  ~TrainingSession() {
    session_.requestStop();
    if (thread_.joinable()) thread_.join();
  }
  TrainingSession(const TrainingSession&) = delete;
  TrainingSession& operator=(const TrainingSession&) = delete;

  Session& session() { return session_; }
  std::int64_t step() const { return step_; }
  bool paused() const { return paused_; }
  /// Throws what training threw; in the training thread.
  void failAtStep(std::int64_t step) { fail_at_ = step; }
  /// Waits for the end. Throws what the session threw.
  Outcome wait() {
    thread_.join();
    if (failure_) std::rethrow_exception(failure_);
    return *outcome_;
  }
  template <class Condition>
  bool waitFor(const Condition& condition) const {
    for (int i = 0; i < 6000 && !condition(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return condition();
  }

  /// Sends a command and waits for its answer.
  CommandAnswer ask(CommandKind kind, const std::vector<Assignment>& values = {}, std::int64_t step = -1) {
    Command command;
    command.id = std::to_string(++commands_);
    command.client = "test";
    command.kind = kind;
    command.values = values;
    command.step = step;
    const auto answer = std::make_shared<std::optional<CommandAnswer>>();
    const auto answered = std::make_shared<std::atomic<bool>>(false);
    session_.submit(command, [answer, answered](const CommandAnswer& given) {
      *answer = given;
      *answered = true;
    });
    return waitFor([&] { return answered->load(); })
               ? **answer
               : CommandAnswer{CommandResult::kRefused, -1, {"no_answer", "", {}}};
  }

 private:
  void onProgress(const SessionProgress& progress) {
    step_ = progress.step;
    paused_ = progress.paused;
    if (progress.step >= fail_at_) throw std::runtime_error("the test stops training");
  }

  RunLock lock_;
  Session session_;
  std::atomic<std::int64_t> step_{0};
  std::atomic<bool> paused_{false};
  std::atomic<std::int64_t> fail_at_{std::numeric_limits<std::int64_t>::max()};
  std::optional<Outcome> outcome_;
  std::exception_ptr failure_;
  int commands_ = 0;
  std::thread thread_;
};

/// Trains to step 20 and leaves checkpoints of steps 10 and 20, the last of them with weights that are NaN: whoever
/// resumes diverges at step 21.
inline RunFolder spoiltRun(const std::filesystem::path& path, const std::vector<std::string>& settings = {}) {
  RunFolder folder = smallRun(path, settings);
  SessionOptions options;
  options.stop_at_step = 20;
  TrainingSession(folder, options).wait();
  spoil(folder.checkpoints() / stepName(20, 1));
  return folder;
}

inline SessionOptions resumeTo(std::int64_t step) {
  SessionOptions options;
  options.cause = SegmentStarted::Cause::kResume;
  options.stop_at_step = step;
  return options;
}

inline std::vector<ScheduledCommand> setAt(std::int64_t step, double learning_rate) {
  Command command;
  command.client = "ann";
  command.values = {{"optimizer.generator.learning_rate", learning_rate}};
  return {{step, command}};
}

/// What the journal says of the run's statuses: the ids of their reasons behind their names.
inline std::vector<std::string> statuses(const RunFolder& folder) {
  std::vector<std::string> found;
  for (const Event& event : JournalReader(folder.journal()).next()) {
    const auto* changed = std::get_if<StatusChanged>(&event.what);
    if (changed == nullptr) continue;
    const std::string reason = changed->reason.empty() ? "" : " " + changed->reason.id;
    found.push_back(std::string(runStatusName(changed->status)) + reason);
  }
  return found;
}

}  // namespace gan
