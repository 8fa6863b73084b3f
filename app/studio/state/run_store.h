#pragma once

#include <QObject>
#include <QVector>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "config/run_config.h"
#include "link/run_link.h"
#include "log/alert_bar.h"
#include "log/log_model.h"
#include "loss_chart/chart_data.h"
#include "loss_chart/series_model.h"
#include "processes/processes_model.h"
#include "run/run_glance.h"
#include "sample_gallery/sample_model.h"

namespace gan {

/// A checkpoint that stands on the disk.
struct ListedCheckpoint {
  CheckpointStore::Entry entry;
  bool superseded = false;  ///< A later roll back or resume left the part of the run that it belongs to.
  bool best = false;        ///< Of the current line, as CheckpointStore::best() says.
  bool healthy = false;     ///< The newest from before a trouble that goes on.
};

/// Of those on the current line.
QVector<qint64> standingSteps(const std::vector<ListedCheckpoint>& checkpoints);

/// What is known of the open run: built only from what its link says, so that a live run, a late attach, a reconnect
/// and a finished run are one path. The window's panels show its models. GUI thread.
class RunStore : public QObject {
  Q_OBJECT

 public:
  /// Connects to the link's signals; does not start it.
  explicit RunStore(RunLink& link, QObject* parent = nullptr);

  RunLink& link() { return link_; }
  bool isOpen() const { return facts_ != nullptr; }
  const RunFacts& facts() const { return *facts_; }  ///< Once open.
  const Schema& schema() const { return *schema_; }  ///< Once open.
  /// What the run began with; null where nobody can read it.
  const RunConfig* config() const { return config_ ? &*config_ : nullptr; }
  /// It learns to name classes, and makes no pictures.
  bool isClassifier() const;
  const RunSummary& summary() const { return summary_; }
  LinkState linkState() const { return link_state_; }
  const Message& linkReason() const { return link_reason_; }
  /// True while an engine takes commands.
  bool canSteer() const;
  /// True when the run was going on and its engine is gone: it can be resumed.
  bool engineDied() const;
  /// What is being signalled was so before the run was opened.
  bool tellsHistory() const { return history_; }
  /// The newest engine, with its version, host and process; empty: nobody has trained yet.
  const QString& engine() const { return engine_; }
  /// An alert waits for an answer.
  bool isTroubled() const { return !standing_.empty(); }
  /// What stands behind a notice of alerted(); null: it is settled, or nothing can be done about it.
  const Alert* alert(const QString& notice) const;
  /// A person knows of it and wants nothing done: it stands no longer, until its rule finds another one.
  void ignoreAlert(const QString& notice) { dropStanding(notice, false); }
  /// As a list shows it.
  RunGlance glance() const;
  double secondsLeft() const;  ///< NaN when there is no end or no speed.

  SeriesModel& series() { return series_; }
  SampleModel& samples() { return samples_; }
  LogModel& log() { return log_; }
  ProcessesModel& processes() { return processes_; }
  /// Checkpoints that are gone have none.
  QVector<ChartMark> marks() const;
  /// Oldest first: by step, then segment. A run can be rolled back to those of its current line; branches go on from
  /// any.
  std::vector<ListedCheckpoint> checkpoints() const;

 signals:
  void opened();
  void failed(const gan::Message& why);
  void summaryChanged();
  void linkChanged();
  void marksChanged();
  void checkpointsChanged();
  /// A rule of the engine spoke: now, or before the run was opened and nobody has answered it since.
  void alerted(const gan::AlertNotice& notice);
  /// Somebody answered it, or the training ended: the notice's actions are of no use any more. Or it said that
  /// something had failed which was done after all.
  void alertSettled(const QString& id);

 private:
  void onOpened(const std::shared_ptr<const RunFacts>& facts, const std::shared_ptr<const Schema>& schema);
  void onUpdated(const std::shared_ptr<const RunUpdate>& update);
  void setNames(const std::vector<std::string>& names);
  void addTexts(std::span<const Event> events);
  void addSheets(std::span<const Event> events);
  void noteAlert(const Event& event, bool history);
  void noteFailure(const Event& event);
  void settleFailures(const Event& event);
  void dropStanding(const QString& id, bool history);
  void noteTrouble(const Event& event);

  RunLink& link_;
  std::shared_ptr<const RunFacts> facts_;
  std::shared_ptr<const Schema> schema_;
  std::optional<RunConfig> config_;
  RunSummary summary_;
  LinkState link_state_ = LinkState::kConnecting;
  Message link_reason_;
  std::vector<std::string> names_;  ///< Of the series, as the link says them.
  SeriesModel series_;
  SampleModel samples_;
  LogModel log_;
  ProcessesModel processes_;
  QVector<ChartMark> marks_;
  std::vector<CheckpointStore::Entry> checkpoints_;  ///< All that were listed.
  CurrentLine line_;
  bool history_ = false;
  QString engine_;               ///< The newest, as its segment says.
  std::vector<Alert> troubles_;  ///< That go on, and have a healthy checkpoint before them; of each rule one.
  std::vector<Alert> standing_;  ///< Those that wait for somebody to choose one of their actions; of each rule one.
  std::vector<Event> failures_;  ///< Told meanwhile, with nothing to choose; of each notice one.
};

}  // namespace gan
