#pragma once

#include <QList>
#include <QObject>
#include <QStringList>
#include <optional>

#include "link/run_source.h"
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
  /// A line brings it back: a checkpoint is written or kept for it.
  void settled();

 private:
  struct Asked {
    QString id;                  ///< Of the command.
    std::optional<qint64> kept;  ///< Of which step the checkpoint is to be kept; nothing: one is to be written.
    QStringList lines = {};      ///< That get the step of the one that is written.
    bool unanswered = false;     ///< Nobody said what became of it: the run's events will, if it was carried out.
  };
  void keep(qint64 step);
  /// The one that is under way for the same.
  Asked* underWay(std::optional<qint64> kept);
  Asked& send(CommandKind kind, std::optional<qint64> kept);
  void onAnswered(const Command& command, const CommandAnswer& answer);
  void onUpdated(const RunUpdate& update);
  void onUnknown(Asked& asked, const CommandAnswer& answer);
  /// It is known what became of the command; nothing where it is none of these, or was known before.
  void settle(const QString& id, const CommandAnswer& answer);
  void settleWritten(const QStringList& lines, const CommandAnswer& answer);
  void settleKept(qint64 step, const CommandAnswer& answer);
  bool isPinned(qint64 step) const;

  RunStore& run_;
  QList<Asked> asked_;  ///< Of which it is not known what became of them.
};

}  // namespace gan
