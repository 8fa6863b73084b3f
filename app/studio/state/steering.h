#pragma once

#include <QObject>
#include <QString>
#include <QVector>
#include <optional>

#include "controls/settings_model.h"
#include "state/run_store.h"

namespace gan {

/// Turns what a person wishes into commands, and answers into what the controls show. At most one change of wishes is
/// under way; those made meanwhile go out together with the next. What is wished while nobody trains the run waits for
/// its next start. GUI thread.
class Steering : public QObject {
  Q_OBJECT

 public:
  explicit Steering(RunStore& run, QObject* parent = nullptr);

  SettingsModel& settings() { return settings_; }

  /// Wishes are sent as soon as they are made; off: with apply().
  bool appliesAtOnce() const { return at_once_; }
  void setAppliesAtOnce(bool on);
  void apply();

  /// Nobody trains the run, and somebody could: settings may be changed for its next start.
  bool awaitsStart() const;
  /// Off: what is open is no run that could be started.
  void setStartable(bool startable);
  /// What waits for the next start; of a run that is trained, nothing.
  std::vector<Assignment> waiting() const;
  void discardWaiting();
  /// The next start has been asked for, with what waits. Once it is known whether it came about: startEnded().
  void startAsked();
  bool isStarting() const { return taken_.has_value(); }
  void startEnded(bool started);
  /// As a text that restoreWaiting() reads, which leaves out what this run cannot be set to.
  QByteArray saveWaiting() const;
  void restoreWaiting(const QByteArray& saved);

  /// Takes back the newest change of settings that was applied from here: a command of its own.
  bool canUndo() const { return !undo_.isEmpty() && !isPending(CommandKind::kSet); }
  QString undoText() const;
  void undo();

  void pause();
  void goOn();
  void singleStep();
  void sample();
  void checkpoint();
  /// With these settings changed there, once it has been rolled back.
  void rollBack(std::optional<qint64> step, const std::vector<Assignment>& changes = {});
  void branch(std::optional<qint64> step, const QString& out);
  void stop();
  /// Sends these numbers alone, whatever else is edited: one change, that undo() takes back. What was made lower than
  /// that since they were offered stays so.
  void lowerNow(const std::vector<Assignment>& values);
  /// After an alert that losses are not finite: goes on all the same, and is not stopped by it again. Sends that one
  /// setting, whatever else is edited, and continues only when exactly this change is applied to a paused run.
  void ignoreNotFinite();
  /// True while a command of this kind waits for its answer.
  bool isPending(CommandKind kind) const;

 signals:
  void changed();
  /// One sentence for the status bar: "Pause: applied at step 1,200."
  void reported(const QString& sentence, bool refused);
  /// A branch was made; out is its folder.
  void branched(const QString& out);
  /// What waits for the next start is other than it was.
  void waitingChanged();

 private:
  enum class Purpose { kWish, kUndo, kIgnore };
  struct Sent {
    Command command;
    Purpose purpose = Purpose::kWish;
    QVariantMap previous = {};  ///< Of a change of settings, as is the next.
    QVariantMap next = {};
    std::vector<Assignment> afterwards = {};       ///< Of a roll back: what is changed once it was made.
    quint64 number = 0;                            ///< In the order in which they are sent, and carried out.
    bool unanswered = false;                       ///< Nobody said what became of it.
    std::optional<CommandAnswer> in_journal = {};  ///< The run's own events say so.
  };
  void onOpened();
  void onUpdated(const RunUpdate& update);
  void onAnswered(const Command& command, const CommandAnswer& answer);
  void onLink();
  void onWished();
  void markWaiting();
  void settle(const Sent& sent, const CommandAnswer& answer);
  void settleChange(const Sent& change, const CommandAnswer& answer);
  void settleRollBack(const Sent& roll_back);
  void note(const Sent& change, SettingsModel::State state, const QString& text);
  bool isWishedAnew(const QString& path, const Sent& change) const;
  void showValues();
  void dropUndos();
  void sendLater();
  void sendEdited();
  void sendWishes(const QVariantMap& wanted);
  void sendChange(const QVariantMap& wanted, Purpose purpose);
  void goOnIfPaused();
  void send(CommandKind kind, std::optional<qint64> step = {}, const QString& path = {},
            const std::vector<Assignment>& afterwards = {});
  void send(Sent sent);
  QString changeText(const Sent& change) const;
  void report(const CommandAnswer& answer, const Sent& sent);

  RunStore& run_;
  SettingsModel settings_;
  bool at_once_ = true;
  bool send_is_due_ = false;
  bool startable_ = true;
  bool awaited_ = false;              ///< What is edited waits for a start that nobody has asked for from here.
  std::optional<QStringList> taken_;  ///< Settings that a start takes with it that has been asked for.
  quint64 sent_ = 0;                  ///< How many commands.
  quint64 rolled_back_ = 0;           ///< By which of them, the newest that was applied.
  QVector<Sent> pending_;             ///< Without an answer.
  QVector<Sent> unsettled_;  ///< An engine may have them, and did not answer: the run's events say what became of them.
  QVector<Sent> ahead_;      ///< Changes that are applied as the answer said, while the run's events do not say so yet.
  QVector<Sent> undo_;       ///< Changes that were applied, the newest last.
};

}  // namespace gan
