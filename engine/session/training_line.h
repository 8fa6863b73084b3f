#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/device_load_monitor.h"
#include "run/checkpoint_store.h"
#include "run/current_line.h"
#include "run/rank_window.h"
#include "run/recorder.h"
#include "run/run_folder.h"
#include "run/straggler_rule.h"
#include "session/alert_desk.h"
#include "session/checkpoint_duty.h"
#include "session/evaluation_duty.h"
#include "session/later_commands.h"
#include "session/picture_duty.h"
#include "session/ranks.h"
#include "session/snapshot_duty.h"
#include "session/statistics_duty.h"
#include "session/training_data.h"
#include "training/health_options.h"
#include "training/rules.h"
#include "training/trainer.h"

namespace gan {

struct SessionOptions;

/// A run's training together with its record: what was trained is written down, and can be gone back to. What falls due
/// between two iterations its duties do. Knows nothing of clients, pauses or signals. One thread.
class TrainingLine {
 public:
  /// Opens the data and builds the networks. Throws Error(kFailedPrecondition, "data_changed") when the data are not
  /// those that the run was made with.
  /// lock: null on ranks other than 0, which record nothing. ranks must outlive it.
  TrainingLine(const RunFolder& folder, RunLock* lock, const SessionOptions& options, Ranks& ranks);
  ~TrainingLine();

  /// Begins the first segment of this process: from checkpoint `from_step`, the newest one, or from new weights.
  /// Unless a step was chosen, what was asked of the run after that state will be due() again.
  /// False, with nothing written, for a run to be resumed that is at its end. Throws Error(kDataLoss,
  /// "branch_without_checkpoint" | "run_without_checkpoints") instead of beginning anew what had begun already.
  bool start(SegmentStarted::Cause cause, std::optional<std::int64_t> from_step);

  /// One iteration; then records the metrics that have arrived, and does the duties that are due.
  /// Returns the largest pending number that has come back, and that losses are not finite. What other rules find is
  /// told here.
  struct Arrived {
    std::int64_t pending = 0;
    bool stop = false;      ///< Some rank wished to stop.
    bool measured = false;  ///< Metrics of some iteration have arrived.
    std::optional<Alert> alert;
  };
  Arrived step(std::int64_t pending, Wish wish = Wish::kGoOn);
  /// Metrics of all iterations so far, without waiting for the ring to fill.
  Arrived drainMetrics();

  /// What is to be carried out before the next iteration, once: the script of a replay, or what start() says. A roll
  /// back forgets what was still to come.
  std::vector<Command> due();
  /// What a person decided counts instead of what is still to come about the same.
  void decided(const Command& command) { supersede(later_, command, stepCount()); }

  /// Takes the new values over from the next iteration on.
  void configure(const RunConfig& config);
  const RunConfig& config() const { return config_; }

  using Done = CheckpointDuty::Done;
  using Pin = CheckpointDuty::Pin;
  /// See CheckpointDuty::write(). Metrics must have been drained.
  void checkpoint(Pin pin, Done done) { checkpoints_->write(pin, std::move(done)); }
  /// See CheckpointDuty::pin().
  void pin(std::int64_t step, Done done) { checkpoints_->pin(step, std::move(done)); }
  /// As checkpoint() before a change that is a risk, as riskOf() says, unless there is one of the present state: it
  /// stays.
  void checkpointBefore(Message risk);
  AlertDesk& alerts() { return *alerts_; }
  /// Whether the running statistics of the present state are finite, on rank 0; see StatisticsDuty.
  bool statisticsAreFinite() { return statistics_->areFinite(); }
  /// Draws the grid of the present weights; what it fails of becomes an alert.
  void sample() { pictures_->run(); }
  /// As sample(), but throws what it fails of.
  void drawSample() { pictures_->draw(); }
  /// Hands out the newest generator when somebody wants it; step() does, too.
  void serveSnapshots();
  SnapshotDuty& snapshots() { return *snapshots_; }
  EvaluationDuty& evaluations() { return *evaluations_; }
  /// A checkpoint and a picture of the present state, unless they were just made. It must be worth keeping.
  void finish(Done done);
  /// Goes back to a checkpoint of the current line, and restores its live values; -1 is the newest. Throws
  /// Error(kNotFound | kDataLoss) with nothing changed. Returns its step. No picture is drawn of it.
  std::int64_t rollBack(std::int64_t step);
  /// Makes a new run folder that continues from a checkpoint, superseded or not; -1 is the newest of the line.
  void branch(std::int64_t step, const std::string& path, Done done);

  /// written: see Recorder::record().
  void record(decltype(Event::what) what, std::function<void()> written = {}) {
    if (recorder_) recorder_->record(trainer_->stepCount(), std::move(what), std::move(written));
  }
  /// Waits until everything is on the disk.
  void drainRecorder() {
    if (recorder_) recorder_->drain();
  }

  std::int64_t stepCount() const { return trainer_->stepCount(); }
  double epoch() const { return trainer_->epoch(); }
  /// The step at which training ends, as things stand; 0: no end is set.
  std::int64_t totalSteps() const;
  const std::optional<StepRecord>& latest() const { return latest_; }
  std::string lastCheckpoint() const { return checkpoints_->last(); }

 private:
  /// Adds what has arrived to arrived_.
  void collect(Trainer::Drain drain);
  void recordRanks(const Trainer::Collected& collected);
  void restore(const CheckpointStore::Entry& entry);
  /// Of those that the networks are told of and that no image has.
  void warnOfClasses();
  /// That new weights are what the run is to begin with, though it has no checkpoint.
  void checkBeginning(SegmentStarted::Cause cause) const;
  /// After restore() on rank 0: all ranks stand where it does.
  void takeFromRankZero();
  CheckpointStore::Entry select(std::optional<std::int64_t> step);
  CheckpointStore::OnDamaged damagedIsPassedOver();
  /// What was asked of the run after the state that training goes on from: it counts again.
  void takeLater(std::int64_t step, std::int32_t segment);
  /// What is to change where the run goes on is a command like any other, the last one of the present step. Returns how
  /// many come besides.
  std::size_t takeChanges();
  void shareLater();
  /// Nothing is left to be trained, nor to be judged or told by whoever comes after an engine that died.
  bool atItsEnd() const;
  void shareLiveValues();
  std::optional<std::int64_t> troubledSince() const;
  /// What rules know of weights that are no longer there.
  void forget(const std::string& checkpoint);
  void writeRealPictures();
  void openSegment(SegmentStarted::Cause cause);
  void makeDuties(const SessionOptions& options);

  Ranks& ranks_;
  const RunFolder folder_;
  const std::int64_t stop_at_step_;
  const bool restarted_;
  const std::vector<Assignment> changes_;
  std::vector<ScheduledCommand> later_;  ///< By step.
  DeviceLoadMonitor device_load_;
  RunConfig config_;
  LiveValues live_;
  TrainingData data_;
  std::unique_ptr<Trainer> trainer_;
  HealthOptions health_;
  std::atomic<double> runs_out_within_hours_{0};  ///< For the recorder's thread.
  Rules rules_;
  RankWindow rank_window_;
  StragglerRule straggler_rule_;
  CurrentLine line_;
  CheckpointStore store_;
  std::optional<StepRecord> latest_;
  Arrived arrived_;  ///< Since it was told last.
  std::unique_ptr<AlertDesk> alerts_;
  std::unique_ptr<StatisticsDuty> statistics_;
  std::unique_ptr<PictureDuty> pictures_;
  std::unique_ptr<EvaluationDuty> evaluations_;
  std::unique_ptr<CheckpointDuty> checkpoints_;
  std::unique_ptr<SnapshotDuty> snapshots_;
  std::array<Duty*, 5> duties_{};       ///< In the order in which they are done.
  std::unique_ptr<Recorder> recorder_;  ///< Null but on rank 0. Last: its threads use what stands above.
};

}  // namespace gan
