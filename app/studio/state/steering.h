#pragma once

#include <QObject>
#include <QString>
#include <QVector>
#include <optional>

#include "controls/settings_model.h"
#include "state/run_store.h"

namespace gan {

/// Turns what a person wishes into commands, and answers into what the controls show. At most one change of wishes is
/// under way; those made meanwhile go out together with the next. GUI thread.
class Steering : public QObject {
  Q_OBJECT

 public:
  explicit Steering(RunStore& run, QObject* parent = nullptr);

  SettingsModel& settings() { return settings_; }

  /// Wishes are sent as soon as they are made; off: with apply().
  bool appliesAtOnce() const { return at_once_; }
  void setAppliesAtOnce(bool on);
  void apply();
  /// Takes back the newest change of settings that was applied from here: a command of its own.
  bool canUndo() const { return !undo_.isEmpty() && under_way_.isEmpty(); }
  QString undoText() const;
  void undo();

  void pause();
  void goOn();
  void singleStep();
  void sample();
  void checkpoint();
  void rollBack(std::optional<qint64> step);
  void branch(std::optional<qint64> step, const QString& out);
  void stop();
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

 private:
  struct Undo {
    QVariantMap previous;
    QVariantMap next;
    QString text;
  };
  /// A change of settings under way, or applied but not yet seen in the run's own events.
  struct Sending {
    std::string id;
    QVariantMap previous;
    QVariantMap next;
    enum class Purpose { kWish, kUndo, kIgnore } purpose = Purpose::kWish;
  };
  void onOpened();
  void onUpdated(const RunUpdate& update);
  void onAnswered(const Command& command, const CommandAnswer& answer);
  void onChangeAnswered(const Sending& change, const Command& command, const CommandAnswer& answer);
  void showValues();
  void sendLater();
  void sendEdited();
  void sendChange(const QVariantMap& wanted, Sending::Purpose purpose);
  void goOnIfPaused();
  void send(CommandKind kind, std::optional<qint64> step = {}, const QString& path = {});
  QString changeText(const Command& command, const QVariantMap& previous) const;
  void report(const CommandAnswer& answer, const QString& what);

  RunStore& run_;
  SettingsModel settings_;
  bool at_once_ = true;
  bool send_is_due_ = false;
  QVector<Sending> under_way_;  ///< Changes of settings without an answer.
  QVector<Sending> ahead_;      ///< Applied as the answer said, while the run's files do not say so yet.
  QVector<Command> pending_;
  QVector<Undo> undo_;
};

}  // namespace gan
