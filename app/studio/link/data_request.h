#pragma once

#include <QString>
#include <QStringList>

#include "config/run_config.h"

namespace gan {

/// Which images to look at, and how a run would take them.
struct DataRequest {
  QString source;    ///< A path, a bucket, or "shapes".
  RunConfig config;  ///< data.path and data.source count for nothing: the engine sees what lies there.

  friend bool operator==(const DataRequest& a, const DataRequest& b) = default;
};

/// The images of a run.
DataRequest requestOf(const RunConfig& config);

/// The arguments of `gan-engine`: what a person could type as well. A sheet of samples is written into the file sheet.
QStringList inspectArguments(const DataRequest& request, const QString& sheet);
QStringList tuneArguments(const DataRequest& request);

}  // namespace gan
