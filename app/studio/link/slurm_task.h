#pragma once

#include <QJsonObject>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QVector>
#include <memory>
#include <optional>
#include <stop_token>

#include "core/message.h"
#include "link/background.h"
#include "link/engine_access.h"
#include "link/engine_call.h"
#include "link/engine_launcher.h"
#include "run_list/run_place.h"

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

/// Has to do with Slurm for the GUI thread, through a gan-engine, here or on another computer. Never blocks, answers by
/// signals. One thing at a time: the newest wins, what was under way is stopped and not answered any more; but a job
/// that is being submitted or cancelled on another computer is so nevertheless.
class SlurmTask : public QObject {
  Q_OBJECT

 public:
  explicit SlurmTask(QObject* parent = nullptr);
  /// Returns at once: what is under way ends in the background.
  ~SlurmTask() override;

  /// From now on the Slurm of the computer of this place, "ssh://host/path", is meant, which is logged in to through
  /// access; no place: this computer's. What is under way is dropped. Paths of requests are that computer's.
  void setHost(std::shared_ptr<EngineAccess> access, const RunPlace& host);

  /// Each is answered by its own signal or by failed(); a cancelled task by none.
  /// Whether there is a Slurm here: its programs are in PATH. No engine is started. Of another computer only what is
  /// asked afterwards shows it.
  void look();
  void writeScript(const SlurmRequest& request);
  void saveScript(const SlurmRequest& request, const QString& path);
  void submit(const SlurmRequest& request);
  void listJobs();
  void cancelJob(const QString& job);
  void drop();
  /// On this computer, by engines that outlive the studio and answer nobody. Returns at once.
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
  /// read is called on a thread of its own, what it returns on the GUI thread.
  using Read = std::function<EngineDesk::Answer(const QJsonObject&)>;
  void ask(const QStringList& arguments, Read read);
  void askThere(const QStringList& arguments, Read read);

  EngineDesk desk_;
  std::shared_ptr<EngineAccess> access_;
  RunPlace host_;          ///< Empty: this computer.
  std::stop_source stop_;  ///< Of what is under way on another computer.
  Background there_{QStringLiteral("slurm there")};
};

}  // namespace gan
