#pragma once

#include <QString>
#include <QStringList>

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

}  // namespace gan
