#pragma once

#include <QObject>
#include <QString>
#include <QVector>
#include <optional>

#include "controls/settings_model.h"
#include "state/run_store.h"

namespace gan {

/// Turns what a person wishes into commands, and answers into what the controls show. At most one change of settings
/// is under way; wishes made meanwhile go out together with the next. GUI thread.
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
  bool canUndo() const { return !undo_.isEmpty(); }
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
    QString text;
  };
  void sendEdited();
  void onAnswered(const Command& command, const CommandAnswer& answer);
  void send(CommandKind kind, std::optional<qint64> step = {}, const QString& path = {});

  RunStore& run_;
  SettingsModel settings_;
  bool at_once_ = true;
  QString set_in_flight_;  ///< Id of the change of settings under way; empty: none.
  QVector<Command> pending_;
  QVector<Undo> undo_;
};

}  // namespace gan
