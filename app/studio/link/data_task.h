#pragma once

#include <QObject>
#include <memory>

#include "link/data_finding.h"
#include "link/data_report.h"
#include "link/data_request.h"
#include "link/engine_call.h"

namespace gan {

/// Looks at images for the GUI thread: at first glance by itself, closely by a gan-engine of its own. Never blocks,
/// answers by signals. One thing at a time: the newest wins, what was under way is stopped and not answered any more.
class DataTask : public QObject {
  Q_OBJECT

 public:
  explicit DataTask(QObject* parent = nullptr);
  /// Returns at once: what is under way ends aside (see ending.h).
  ~DataTask() override;

  void setLimits(const EngineCall::Limits& limits);

  /// Each is answered by its own signal or by failed(), unless it is cancelled.
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
