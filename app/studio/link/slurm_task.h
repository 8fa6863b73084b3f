#pragma once

#include <QObject>

#include "link/engine_desk.h"
#include "link/slurm_report.h"
#include "link/slurm_request.h"

namespace gan {

/// Has to do with Slurm for the GUI thread, through a gan-engine. Never blocks, answers by signals. One thing at a
/// time: the newest wins, what was under way is stopped and not answered any more.
class SlurmTask : public QObject {
  Q_OBJECT

 public:
  explicit SlurmTask(QObject* parent = nullptr);

  /// Each is answered by its own signal or by failed(); a cancelled task by none.
  void look();  ///< Whether there is a Slurm here: its programs are in PATH. No engine is started.
  void writeScript(const SlurmRequest& request);
  void saveScript(const SlurmRequest& request, const QString& path);
  void submit(const SlurmRequest& request);
  void listJobs();
  void cancelJob(const QString& job);
  void drop();
  /// By engines that outlive the studio and answer nobody. Returns at once.
  static void cancelJobsUnwatched(const QStringList& jobs);

 signals:
  void looked(bool found);
  void scriptWritten(const gan::SlurmScript& script);
  void scriptSaved(const QString& path);
  void submitted(const QString& job, const QString& run);
  void listed(const QVector<gan::SlurmJobReport>& jobs);
  void jobCancelled(const QString& job);
  void failed(const gan::Message& why);

 private:
  void ask(const QStringList& arguments, std::function<EngineDesk::Answer(const QJsonObject&)> read);

  EngineDesk desk_;
};

}  // namespace gan
