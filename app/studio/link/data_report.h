#pragma once

#include <QImage>
#include <QJsonObject>
#include <QStringList>
#include <QVector>
#include <array>
#include <vector>

#include "core/message.h"
#include "data/data_facts.h"

namespace gan {

/// What `gan-engine data inspect --json` finds.
struct DataReport {
  struct Damage {
    QString name;  ///< Of the file, or the number in a file.
    Message reason;
  };

  qint64 images = 0;
  qint64 grey = 0;
  std::array<double, 3> mean{};  ///< 0 where no image could be read.
  std::array<double, 3> deviation{};
  QVector<ClassCount> classes;
  QVector<SizeCount> sizes;
  QVector<QStringList> duplicates;  ///< Names of images with equal pixels.
  std::vector<Damage> damaged;
  QVector<OtherFiles> passed_over;
  std::vector<Message> warnings;
  QImage sheet;  ///< Samples as the network sees them; null when none was drawn.
};

/// What `gan-engine data tune --json` finds.
struct TuneReport {
  QVector<WorkerSpeed> speeds;
  int best = 0;  ///< Workers of the first plateau.
};

/// An engine of another version, or none of ours, may say anything: each value's type and range is checked. Throws
/// Error(kDataLoss, "data_report_malformed") that names the value.
DataReport readDataReport(const QJsonObject& said);
TuneReport readTuneReport(const QJsonObject& said);

}  // namespace gan
