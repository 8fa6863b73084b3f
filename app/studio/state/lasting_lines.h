#pragma once

#include <QHash>
#include <QObject>
#include <QStringList>

#include "run/command.h"

namespace gan {

class RunStore;

/// Gives lines of text that somebody takes along a step which brings back the same pixels: while a run is trained, its
/// newest weights are others a moment later, so a checkpoint is written for them, which stays. Lines that are taken
/// until it is there share it. A checkpoint that a line names already is kept from then on. GUI thread.
class LastingLines : public QObject {
  Q_OBJECT

 public:
  explicit LastingLines(RunStore& run, QObject* parent = nullptr);

  void take(const QString& line);

 signals:
  /// From now on this line stands for what that one stood for.
  void replaced(const QString& line, const QString& by);
  /// Why a line may not bring back the same picture.
  void complained(const QString& sentence);

 private:
  void keep(qint64 step);
  /// Its id.
  QString send(CommandKind kind, qint64 step = -1);
  void onAnswered(const Command& command, const CommandAnswer& answer);
  void onKept(qint64 step, const CommandAnswer& answer);
  bool isPinned(qint64 step) const;

  RunStore& run_;
  QString asked_;  ///< The command; empty: none is under way.
  QStringList waiting_;
  QHash<QString, qint64> kept_;  ///< By command: of which step the checkpoint is to be kept.
};

}  // namespace gan
