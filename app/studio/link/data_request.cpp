#include "link/data_request.h"

namespace gan {
namespace {

const QString kShapes = QStringLiteral("shapes");

QStringList settings(const RunConfig& config) {
  QStringList arguments{QStringLiteral("--resolution"), QString::number(config.integer("data.resolution")),
                        QStringLiteral("--channels"), QString::number(config.integer("data.channels"))};
  for (const auto& [path, value] : config.changed()) {
    const bool given = path == "data.resolution" || path == "data.channels";
    const bool of_data = path.starts_with("data.") && path != "data.path" && path != "data.source";
    const bool copies = path == "data.stage_to";  // who looks at images does not wish them elsewhere
    if (given || copies || !(of_data || path == "run.seed")) continue;
    arguments << QStringLiteral("--set") << QString::fromStdString(path + "=" + formatValue(value));
  }
  return arguments;
}

}  // namespace

DataRequest requestOf(const RunConfig& config) {
  const bool shapes = config.text("data.source") == "shapes";
  return {shapes ? kShapes : QString::fromStdString(config.text("data.path")), config};
}

QStringList inspectArguments(const DataRequest& request, const QString& sheet) {
  return QStringList{QStringLiteral("data"),   QStringLiteral("inspect"), request.source,
                     QStringLiteral("--json"), QStringLiteral("--sheet"), sheet} +
         settings(request.config);
}

QStringList tuneArguments(const DataRequest& request) {
  return QStringList{QStringLiteral("data"), QStringLiteral("tune"), request.source, QStringLiteral("--json")} +
         settings(request.config);
}

}  // namespace gan
