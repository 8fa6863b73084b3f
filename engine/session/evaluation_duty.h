#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "run/current_line.h"
#include "run/recorder.h"
#include "session/alert_desk.h"
#include "session/duty.h"
#include "session/evaluation_process.h"
#include "session/ranks.h"
#include "session/statistics_duty.h"
#include "training/score_rules.h"
#include "training/trainer.h"

namespace gan {

/// Has the pictures of the run's generator scored as evaluation.* say: copies the weights between two iterations and
/// leaves the rest to a process beside the training, whose bits that does not change. What it found becomes an entry of
/// the journal, and so does what it failed of. On rank 0; the others only wait with it where training waits.
class EvaluationDuty : public Duty {
 public:
  /// What it works with; all must outlive it.
  struct Parts {
    const RunFolder& folder;
    const RunConfig& config;  ///< The run's, as it changes.
    const CurrentLine& line;
    Trainer& trainer;
    StatisticsDuty& statistics;  ///< While one is not finite, nothing is judged.
    Ranks& ranks;
    AlertDesk& alerts;
    Recorder* recorder;  ///< Null on ranks other than 0.
    /// Called with what was found of the weights of a step, to be journalled by the recorder's errands.
    std::function<void(std::int64_t step, const Evaluated& evaluated)> found;
    /// What judges, and its first arguments; empty: nothing is judged.
    std::vector<std::string> program;
  };
  explicit EvaluationDuty(Parts parts) : parts_(std::move(parts)) {}
  ~EvaluationDuty() override { cancel(); }

  bool due(const Standing& now) const override;
  void run() override;

  /// Training begins, or goes on: takes the rules up where the journal left them, and judges the present step if that
  /// is due and was not done, else the last one whose judgement ended with an engine. On all ranks. commands_come:
  /// those that rules gave after the present step are carried out again, so that they need not be given again.
  enum class Commands { kComeAgain, kAreForgotten };
  void begin(Commands later);
  /// The weights are others now than those that are judged.
  void forget() { cancel(); }
  /// Judges the present step, on rank 0. Throws Error(kFailedPrecondition, "evaluation_running" |
  /// "evaluation_statistics_not_finite"), Error(kUnsupported, "evaluation_not_offered"), and requireGenerator()'s.
  void judgeNow();
  /// Takes in what has been found.
  void collect();
  /// Whether training waits until collect() has taken in what runs, or evaluation.* let it go on. The run's status says
  /// so. On all ranks, where all call it.
  bool holds();
  /// Whether one runs, on rank 0.
  bool runs() const { return process_.busy(); }
  /// Of the one that runs; nothing where none does.
  std::optional<std::int64_t> runningStep() const { return process_.busy() ? std::optional(step_) : std::nullopt; }
  /// Whether evaluation.* ask for one of this step, and it can be made. On all ranks.
  bool isAtInterval(std::int64_t step) const;
  /// Training ends: an evaluation that still runs is given up until it goes on, and the journal says so.
  void end();

  /// What rules ask for since it was asked last.
  std::vector<Command> takeCommands() { return std::exchange(commands_, {}); }

 private:
  bool isAskedFor(std::int64_t step) const;
  void tellRest(const Error& why);
  /// Takes up the rules, and which of their commands come again; returns the steps that were judged.
  std::set<std::int64_t> followJournal(Commands later);
  /// Judges what an engine that ended before it was judged has left, unless the present step is due, and removes the
  /// rest of it.
  void takeUp(const std::set<std::int64_t>& judged, bool present_is_due);
  void startIfFinite();
  void orTell(const std::function<void()>& start);
  void startNow();
  /// prepare: writes the weights.
  void start(std::int64_t step, const std::filesystem::path& weights, std::function<void()> prepare);
  void cancel();
  void tellHeld();
  std::vector<std::string> command(const std::filesystem::path& weights) const;
  Evaluated judged(const EvaluationProcess::Outcome& outcome) const;
  void apply(const Evaluated& evaluated);
  /// Does what evaluation.on_no_better says.
  void act();
  /// Of the evaluation that runs, or ran last.
  void tell(Severity severity, Message message);
  void tell(std::int64_t step, Severity severity, Message message);

  const Parts parts_;
  EvaluationProcess process_;
  std::int64_t step_ = -1;  ///< Of the evaluation that runs, or ran last.
  std::filesystem::path weights_;
  Evaluated begun_;            ///< What is known of it beforehand.
  bool told_skipped_ = false;  ///< While it runs.
  bool told_rest_ = false;
  bool holds_ = false;
  bool told_held_ = false;
  std::chrono::steady_clock::time_point started_;  ///< When the one that runs, or ran last, was.
  ScoreRules rules_;
  std::set<std::int64_t> obeyed_;  ///< Steps whose evaluations rules have acted on, in what comes again.
  std::vector<Command> commands_;
};

}  // namespace gan
