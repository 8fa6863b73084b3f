#pragma once

#include <QJsonObject>
#include <QString>
#include <QVector>
#include <optional>

#include "core/message.h"

namespace gan {

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

/// Both throw Error(kDataLoss, "slurm_report_malformed"), the second also when there are more jobs than a list can
/// show.
SlurmScript readSlurmScript(const QJsonObject& said);
QVector<SlurmJobReport> readSlurmJobs(const QJsonObject& said);

}  // namespace gan
