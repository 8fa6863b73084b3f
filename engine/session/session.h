#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/progress_monitor.h"
#include "run/command_sink.h"
#include "run/event.h"
#include "run/lock.h"
#include "run/run_folder.h"
#include "session/ranks.h"

namespace gan {

class CudaModule;

/// How a session ended; becomes the exit code of the command. kDiverged: losses or running statistics are not finite,
/// whatever ended it, and no checkpoint was written of that.
enum class Outcome { kFinished, kStopped, kDiverged };

struct SessionOptions {
  SegmentStarted::Cause cause = SegmentStarted::Cause::kStart;
  std::string device = "cpu";                              ///< "cpu" or "cuda:N".
  const CudaModule* cuda = nullptr;                        ///< That device's; null: the CPU.
  std::function<std::optional<DeviceLoad>()> device_load;  ///< The device's; called from a thread of its own.
  /// Devices of the networks' stages in this process, as distributed.placement names them, where it is empty.
  std::string placement = {};
  std::int64_t stop_at_step = 0;          ///< Instead of training.steps and training.epochs; 0: they decide.
  std::optional<std::int64_t> from_step;  ///< Start from this checkpoint; none: the newest, if there is one.
  std::vector<Assignment> changes;        ///< Of live settings, before the first iteration of a run that goes on.
  /// By a launcher or Slurm, not by a person: a run that was paused pauses again.
  bool restarted = false;
  /// What judges pictures with the arguments of `gan-engine evaluate`: program and first arguments. Empty: nothing is
  /// judged, and who asks for it is refused.
  std::vector<std::string> evaluation_program;
  std::vector<ScheduledCommand> script;  ///< Applied at their steps, which must not decrease; for replay.
  /// Who cancels it asks for a stop before there is a session: what would only be measured is left out. Null: nobody
  /// does. Needed until the session is made.
  ProgressMonitor* beginning = nullptr;
};

/// What a progress bar shows; reported after each step, from the training thread.
struct SessionProgress {
  std::int64_t step = 0;
  std::int64_t total_steps = 0;
  double epoch = 0;
  double iterations_per_second = 0;
  double images_per_second = 0;
  std::optional<double> discriminator_loss;
  std::optional<double> generator_loss;
  std::optional<double> classifier_loss;  ///< On the images of the newest step, as is the next.
  std::optional<double> classifier_top1;
  bool paused = false;
};

/// Joins trainer, recorder, sampler and commands: one run being trained by this process, or by several of which each
/// has a session. Rank 0 records, hears commands and writes checkpoints; the others follow it.
class Session : public CommandSink {
 public:
  /// lock: of the folder, held by the caller for as long as the session lives.
  Session(const RunFolder& folder, RunLock& lock, SessionOptions options);
  /// As one of several ranks, which must outlive the session. lock: rank 0's; null on the others.
  Session(const RunFolder& folder, RunLock* lock, SessionOptions options, Ranks& ranks);
  ~Session() override;

  /// Opens the run's next segment from the state it is to begin with; once, before run(). When it returns, a reader of
  /// the folder sees a running training. False where nothing is left to be trained of a run to be resumed: then nothing
  /// is written, and run() is not to be called.
  bool start();
  /// Trains until the end, a stop or divergence; blocks. Throws Error when it cannot go on.
  Outcome run(const std::function<void(const SessionProgress&)>& progress);

  /// Finish the iteration, write a checkpoint, end with kStopped or kDiverged. Safe in a signal handler. On any rank:
  /// all of them end, at the same step.
  void requestStop() noexcept;
  /// After run(): whether that is what stopped it, on whichever rank it was called.
  bool stopRequested() const;

  void submit(const Command& command, Answer answer) override;
  void steeringClientsChanged(int delta) override;
  void report(Alert alert) override;
  void writeSnapshot(const SnapshotFiles& files, SnapshotAnswer answer) override;

  /// Iterations completed; from the thread that trains.
  std::int64_t step() const;
  /// The last good checkpoint's name; empty when there is none.
  std::string lastCheckpoint() const;

 private:
  struct Impl;
  std::unique_ptr<Ranks> alone_;  ///< Null among several ranks.
  std::unique_ptr<Impl> impl_;
};

}  // namespace gan
