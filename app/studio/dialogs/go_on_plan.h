#pragma once

#include <QCoreApplication>
#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

#include "config/run_config.h"
#include "controls/settings_model.h"
#include "link/engine_launcher.h"
#include "state/run_store.h"

namespace gan {

/// What can be done with a checkpoint of a run.
enum class GoOn {
  kResume,    ///< Train on from it, by a new engine.
  kRollBack,  ///< The engine that trains the run goes back to it.
  kBranch,    ///< Another run goes on from it.
};

/// What a person chose to do with a checkpoint.
struct GoOnWish {
  GoOn what = GoOn::kResume;
  qint64 step = 0;
  bool newest = false;    ///< Of the run's line: what was changed after it comes again, as without a choice.
  qint64 until_step = 0;  ///< 0: as the run says.
  std::vector<Assignment> changes = {};  ///< Of settings, without the length.
  QString out = {};                      ///< Of a branch.
};

/// "key=value" texts, as --set takes them.
QStringList overridesOf(const std::vector<Assignment>& changes);
/// The same of a branch, which has its length among its settings.
QStringList branchOverrides(const GoOnWish& wish);

/// What going on from a checkpoint of the open run would be: which settings can be changed for that, and when it would
/// end. The run must outlive it. GUI thread.
class GoOnPlan {
  Q_DECLARE_TR_FUNCTIONS(GoOnPlan)

 public:
  enum class Length { kAsSet, kMoreSteps, kMoreEpochs, kUntilStep };

  /// waiting: what is to be changed at its next start anyway.
  explicit GoOnPlan(const RunStore& run, const std::vector<Assignment>& waiting = {});

  /// Why it cannot be done at present, in a sentence; empty: it can.
  QString refusal(GoOn what) const;
  /// The one of them that the run's state suggests.
  GoOn suggested() const { return run_.canSteer() ? GoOn::kRollBack : GoOn::kResume; }
  GoOn what() const { return what_; }
  void setWhat(GoOn what);

  /// Newest first, one of each step, as an engine takes them; only a branch goes on from what was superseded.
  std::vector<ListedCheckpoint> offered() const;
  /// Nothing: none is chosen.
  void setCheckpoint(const std::optional<ListedCheckpoint>& checkpoint);
  const std::optional<ListedCheckpoint>& checkpoint() const { return checkpoint_; }

  SettingsModel& settings() { return settings_; }
  std::vector<Assignment> changes() const;

  void setLength(Length length, qint64 amount);
  /// Whether the checkpoint says how many images an epoch has.
  bool knowsEpochs() const;
  /// At which step it would end; 0: as the run says.
  qint64 untilStep() const;
  /// When that is, in a sentence.
  QString lengthText() const;
  /// Where the run's own limits end it, seen from the checkpoint; 0: nowhere.
  qint64 ownEnd() const;
  /// Nothing would be left to train as the run says, from this checkpoint on.
  bool isAtItsEnd() const;
  /// The same of the run that goes on from this checkpoint, where its engine has nothing left to tell either.
  bool isOver() const;

  /// Why it cannot be done as it stands; empty: it can.
  QString problem() const;
  /// Whether it can be found out here what is left to train will take: nobody trains the run, which lies here, and one
  /// process does.
  bool canBeTried() const;
  /// A run of what is left to train, to be tried and never made; nothing as long as it stands as it cannot be done. It
  /// would lie beside the run.
  std::optional<NewRun> toTry() const;
  /// Of a checkpoint that was chosen. out: of a branch.
  GoOnWish wish(const QString& out = {}) const;

 private:
  QString whyFixed(const Field& field) const;
  int processes() const;
  /// Copies of the networks that these hold.
  int replicas(const RunConfig& config) const;
  void fill();
  void showValues();
  bool isNewest() const;
  /// What the run would be set to; nothing where its configuration cannot be read.
  std::optional<RunConfig> configured() const;
  /// Its settings are those that rules of this build speak of: an engine of another build may train the run.
  bool isOfThisBuild() const;
  qint64 stepsOfEpochs(qint64 epochs) const;

  const RunStore& run_;
  GoOn what_ = GoOn::kResume;
  std::optional<ListedCheckpoint> checkpoint_;
  SettingsModel settings_;
  Length length_ = Length::kAsSet;
  qint64 amount_ = 0;
};

}  // namespace gan
