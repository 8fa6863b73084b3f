#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "run/checkpoint_store.h"
#include "run/current_line.h"
#include "run/recorder.h"
#include "session/duty.h"
#include "session/evaluation_duty.h"
#include "session/statistics_duty.h"
#include "training/trainer.h"

namespace gan {

/// Writes checkpoints every checkpoint.interval_steps, of weights that are evaluated or were judged to be the best so
/// far, and whenever it is asked to.
class CheckpointDuty : public Duty {
 public:
  /// What it works with; all must outlive it.
  struct Parts {
    const RunConfig& config;  ///< The run's, as it changes.
    const CurrentLine& line;
    Trainer& trainer;
    CheckpointStore& store;
    /// While one is not finite, nothing is written, so that the newest checkpoint is one with which all goes well.
    StatisticsDuty& statistics;
    const EvaluationDuty& evaluations;  ///< Done before it.
    Recorder* recorder;                 ///< Null on ranks other than 0: nothing is written there.
    /// Takes in the metrics of all iterations so far, and says whether training goes well as far as they tell: what is
    /// not worth keeping is not kept.
    std::function<bool()> healthy;
    /// Since which step a rule sees a trouble: the newest checkpoint from before it stays.
    std::function<std::optional<std::int64_t>()> troubled_since;
  };
  explicit CheckpointDuty(Parts parts) : parts_(std::move(parts)) {}

  bool due(const Standing& now) const override;
  void run() override;

  /// Called from the thread of the recorder's errands when the work is done; error is null on success.
  using Done = std::function<void(const std::exception_ptr& error, const Recorder::Journal& journal)>;
  enum class Pin { kNo, kYes };
  /// Metrics must have been drained, and statistics be finite. The copy is taken now, the files are written by the
  /// recorder, which lets only so many wait: copies of all weights must not pile up.
  void write(Pin pin, Done done);

  /// What there is of this step stays from now on; see CheckpointStore::pin(). In its turn behind what is written and
  /// removed.
  void pin(std::int64_t step, Done done);

  /// Notes what was found of the weights of a step, keeps the best, and journals it.
  void note(std::int64_t step, const Evaluated& evaluated);

  /// Whether the present step has been handed to the recorder, or came from a checkpoint.
  bool isDone() const { return kept_step_ == parts_.trainer.stepCount(); }
  /// Training stands where a checkpoint did. name: empty where rank 0 knows it.
  void restored(const std::string& name);
  /// The last good one's name; empty when there is none. Thread-safe.
  std::string last() const;

 private:
  void setLast(const std::string& name);
  bool isAtInterval(std::int64_t step) const;
  Retention retention() const;
  /// Whether the present weights are better than those of all checkpoints of the line; on rank 0.
  bool isBest();

  const Parts parts_;
  std::int64_t kept_step_ = -1;
  std::optional<double> least_score_;  ///< Of the line's checkpoints; nothing: not yet looked up.
  mutable std::mutex mutex_;
  std::string last_;
};

}  // namespace gan
