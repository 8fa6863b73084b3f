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

/// The arguments of `gan-engine`: what a person could type as well. global_batch: images of one update, of all
/// processes together, for which an accumulation is to be found; 0: none is.
QStringList planArguments(const NewRun& run, qint64 global_batch = 0);

/// What `gan-engine plan --json` finds.
struct PlanReport {
  /// Until the end of the training.
  struct Whole {
    double seconds = 0;
    double seconds_low = 0;
    double seconds_high = 0;
    double disk_bytes = 0;
  };

  /// How the images that were wanted for one update are put together from batches that fit.
  struct Accumulation {
    qint64 batch = 0;      ///< Images of a process at a time.
    qint64 batches = 0;    ///< So many, one after the other.
    QStringList settings;  ///< "key=value", with which a run does so.
  };

  /// What evaluations take, where the run asks for some.
  struct Evaluations {
    qint64 pictures = 0;  ///< Of each.
    double each_seconds = 0;
    double once_seconds = 0;         ///< What the first one takes besides,
    bool trains = false;             ///< also to train the classifier of the images.
    bool paused = false;             ///< Training waits for them.
    qint64 made = 0;                 ///< Until the end; 0 where there is none.
    qint64 left_out = 0;             ///< That fall due while another one runs.
    double seconds = 0;              ///< Of all that are made.
    double waiting_seconds = 0;      ///< For which the training, or its end, waits: Whole has them in it.
    std::optional<Message> problem;  ///< Why none can be made: nothing else is known then.
  };

  std::optional<Whole> whole;           ///< Nothing: it has no end.
  int devices = 1;                      ///< GPUs; of CPUs machines.
  qint64 batch = 0;                     ///< Images of a process at a time.
  double memory_bytes = 0;              ///< Of a process.
  std::optional<qint64> largest_batch;  ///< That fits in memory; nothing: nobody knows.
  std::optional<double> disk_free_bytes;
  qint64 global_batch = 0;                   ///< That was wanted; 0: none was.
  std::optional<Accumulation> accumulation;  ///< Nothing: not even equal parts of it fit.
  std::optional<Evaluations> evaluations;
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
  void plan(const NewRun& run, qint64 global_batch = 0);
  void cancel();

 signals:
  void progressed(const gan::EngineProgress& progress);
  void planned(const gan::PlanReport& report);
  void failed(const gan::Message& why);

 private:
  EngineDesk desk_;
};

}  // namespace gan
