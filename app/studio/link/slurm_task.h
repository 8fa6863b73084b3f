#pragma once

#include <QJsonObject>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QVector>
#include <optional>

#include "core/message.h"
#include "link/engine_call.h"
#include "link/engine_launcher.h"

namespace gan {

/// What a person asks of a site's Slurm for every run. Empty texts leave the choice to it.
struct SlurmSite {
  QString partition;         ///< Name.
  QString account;           ///< Name.
  QStringList modules;       ///< Environment modules to load first.
  QString container;         ///< Image that holds gan-engine.
  QString container_runner;  ///< As --container-with takes it.
  bool shared = false;       ///< The folders are on every machine, whatever their file system says.

  friend bool operator==(const SlurmSite& a, const SlurmSite& b) = default;
};

/// The job that is to train a new run. Empty texts and zeros leave the choice to the site, or to the engine.
struct SlurmRequest {
  NewRun run;  ///< The job chooses the devices.
  int nodes = 1;
  int gpus_per_node = 1;   ///< 0 trains on the CPU.
  int tasks_per_node = 0;  ///< 0: one for each GPU, or one.
  int cpus_per_task = 2;
  QString memory;  ///< Of a machine: "64G".
  QString time;    ///< Limit: minutes, H:MM:SS or D-HH.
  SlurmSite site;
  QString measured;      ///< A run that tells how long checkpoints take.
  int signal_lead = 0;   ///< Seconds; 0: from what was measured.
  bool requeues = true;  ///< At its time limit.
};

/// The arguments of `gan-engine slurm script|submit`: what a person could type as well.
QStringList slurmArguments(const QString& verb, const SlurmRequest& request);

/// What `gan-engine slurm script --json` wrote.
struct SlurmScript {
  QString text;
  qint64 processes = 0;
  qint64 signal_lead_seconds = 0;
};

/// A job of `gan-engine slurm jobs --json`.
struct SlurmJobReport {
  QString job;    ///< "17", or "17_3" for a task of an array.
  QString name;   ///< In the queue.
  QString run;    ///< Folder.
  QString state;  ///< In Slurm's word: "PENDING".
  Message why;    ///< A pending job waits; empty: nobody says.
  qint64 nodes = 0;
  std::optional<qint64> used_seconds;
  std::optional<qint64> limit_seconds;
  qint64 restarts = 0;
};

/// Both throw Error(kDataLoss, "engine_report_malformed"), the second also when there are more jobs than a list can
/// show.
SlurmScript readSlurmScript(const QJsonObject& said);
QVector<SlurmJobReport> readSlurmJobs(const QJsonObject& said);

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
