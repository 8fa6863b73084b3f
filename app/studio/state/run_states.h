#pragma once

#include <QByteArray>
#include <QHash>
#include <QMap>
#include <QString>
#include <memory>

#include "link/background.h"

namespace gan {

/// What the studio remembers of runs beside what their folders hold, in parts with names: a file a run, of the kMost
/// runs that were opened last. A file that cannot be read holds nothing. Files are written in the background, one after
/// the other; what was set is read at once. GUI thread.
class RunStates {
 public:
  static constexpr int kMost = 100;

  /// folder is made when there is something to keep.
  explicit RunStates(const QString& folder);
  ~RunStates();
  RunStates(const RunStates&) = delete;
  RunStates& operator=(const RunStates&) = delete;

  /// run is a manifest's id. Counts as opening the run.
  QByteArray state(const QString& run, const QString& part);
  /// Without any state that is not empty there is no file.
  void setState(const QString& run, const QString& part, const QByteArray& state);
  /// Keeps what was kept elsewhere before, unless there is such a part by now. Waits for the disk; false when it could
  /// not be kept.
  bool takeOver(const QString& run, const QString& part, const QByteArray& state);

 private:
  struct Desk;

  QMap<QString, QByteArray>& known(const QString& run);

  std::shared_ptr<Desk> desk_;
  QHash<QString, QMap<QString, QByteArray>> known_;  ///< Of the runs that were asked for.
  Background writing_{QStringLiteral("states of runs")};
};

}  // namespace gan
