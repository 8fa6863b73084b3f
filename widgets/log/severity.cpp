#include "log/severity.h"

#include "style/icons.h"

namespace gan {

QString severityText(LogLine::Severity severity) {
  switch (severity) {
    case LogLine::Severity::kInfo:
      return LogModel::tr("Note");
    case LogLine::Severity::kWarning:
      return LogModel::tr("Warning");
    case LogLine::Severity::kError:
      return LogModel::tr("Error");
  }
  return {};
}

QIcon severityIcon(LogLine::Severity severity) {
  switch (severity) {
    case LogLine::Severity::kInfo:
      return icon(QStringLiteral("info"));
    case LogLine::Severity::kWarning:
      return icon(QStringLiteral("warning"));
    case LogLine::Severity::kError:
      return icon(QStringLiteral("error"));
  }
  return {};
}

}  // namespace gan
