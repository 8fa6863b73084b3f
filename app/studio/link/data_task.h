#pragma once

#include <QImage>
#include <QJsonObject>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QVector>
#include <memory>
#include <optional>
#include <vector>

#include "config/run_config.h"
#include "core/message.h"
#include "data/data_facts.h"
#include "link/engine_access.h"
#include "link/engine_call.h"
#include "run_list/run_place.h"

namespace gan {

/// True for "s3://bucket/folder", which is no path of this machine.
bool isBucket(const QString& path);

/// What was found where a person says that images are.
struct DataFinding {
  QString source;  ///< The value of data.source that reads it.
  qint64 count = 0;
  qint64 height = 0;
  qint64 width = 0;
  qint64 channels = 0;
  qint64 classes = 0;              ///< 0 where nothing names any.
  std::optional<Message> problem;  ///< Why an engine could not read it.
};

/// Looks at a file's first bytes, or lists a folder of pictures and looks at the first one. May wait long for the disk;
/// any thread.
DataFinding findData(const QString& path);

/// Which images to look at, and how a run would take them.
struct DataRequest {
  QString source;      ///< A path, a bucket, or "shapes".
  RunConfig config;    ///< data.path and data.source count for nothing: the engine sees what lies there.
  RunPlace host = {};  ///< The computer that has them, by a place on it, over ssh; empty: this one.

  friend bool operator==(const DataRequest& a, const DataRequest& b) = default;
};

/// The images of a run.
DataRequest requestOf(const RunConfig& config);

/// The arguments of `gan-engine`: what a person could type as well. A sheet of samples is written into the file sheet;
/// empty: none is.
QStringList inspectArguments(const DataRequest& request, const QString& sheet);
QStringList tuneArguments(const DataRequest& request);

/// What `gan-engine data inspect --json` finds.
struct DataReport {
  struct Damage {
    QString name;  ///< Of the file, or the number in a file.
    Message reason;
  };

  DataFacts found;  ///< With names as the engine has them, and without faults, which follow.
  std::vector<Damage> damaged;
  QVector<QStringList> duplicates;  ///< Names of images with equal pixels.
  std::vector<Message> warnings;
  QImage sheet;  ///< Samples as the network sees them; null when none was drawn.
};

/// What `gan-engine data tune --json` finds.
struct TuneReport {
  QVector<WorkerSpeed> speeds;
  int best = 0;  ///< Workers of the first plateau.
};

/// Both throw Error(kDataLoss, "engine_report_malformed") that names the value.
DataReport readDataReport(const QJsonObject& said);
TuneReport readTuneReport(const QJsonObject& said);

/// Looks at images for the GUI thread: at first glance by itself, closely by a gan-engine of its own, on the computer
/// that has them. Never blocks, answers by signals. One thing at a time: the newest wins, what was under way is stopped
/// and not answered any more.
class DataTask : public QObject {
  Q_OBJECT

 public:
  /// access: to other computers.
  explicit DataTask(std::shared_ptr<EngineAccess> access, QObject* parent = nullptr);
  ~DataTask() override;

  void setLimits(const EngineCall::Limits& limits);

  /// Each is answered by its own signal or by failed(), unless it is cancelled.
  /// At what is on this computer.
  void glance(const QString& path);
  void inspect(const DataRequest& request);
  void tune(const DataRequest& request);
  void cancel();

 signals:
  void progressed(const gan::EngineProgress& progress);
  void glanced(const gan::DataFinding& finding);
  void inspected(const std::shared_ptr<const gan::DataReport>& report);
  void tuned(const gan::TuneReport& report);
  void failed(const gan::Message& why);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gan
