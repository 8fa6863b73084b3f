#pragma once

#include <QJsonObject>
#include <QObject>
#include <QString>
#include <QStringList>
#include <optional>

#include "core/message.h"
#include "link/engine_call.h"
#include "link/engine_launcher.h"

namespace gan {

/// The arguments of `gan-engine`: what a person could type as well.
QStringList planArguments(const NewRun& run);

/// What `gan-engine plan --json` finds.
struct PlanReport {
  /// Until the end of the training.
  struct Whole {
    double seconds = 0;
    double seconds_low = 0;
    double seconds_high = 0;
    double disk_bytes = 0;
  };

  std::optional<Whole> whole;           ///< Nothing: it has no end.
  qint64 batch = 0;                     ///< Images of a process at a time.
  double memory_bytes = 0;              ///< Of a process.
  std::optional<qint64> largest_batch;  ///< That fits in memory; nothing: nobody knows.
  std::optional<double> disk_free_bytes;
};
/// Throws Error(kDataLoss, "engine_report_malformed") that names the value.
PlanReport readPlan(const QJsonObject& said);

/// Has some iterations of a run tried that does not exist, by a gan-engine. Never blocks, answers by signals. One thing
/// at a time: the newest wins, what was under way is stopped and not answered any more.
class PlanTask : public QObject {
  Q_OBJECT

 public:
  explicit PlanTask(QObject* parent = nullptr);

  /// Answered by planned() or failed(), unless it is cancelled.
  void plan(const NewRun& run);
  void cancel();

 signals:
  void progressed(const gan::EngineProgress& progress);
  void planned(const gan::PlanReport& report);
  void failed(const gan::Message& why);

 private:
  EngineDesk desk_;
};

}  // namespace gan
