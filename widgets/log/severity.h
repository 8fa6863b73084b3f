#pragma once

#include <QIcon>
#include <QString>

#include "log/log_model.h"

namespace gan {

/// "Warning", translated: a sign alone is not seen by everybody.
QString severityText(LogLine::Severity severity);
QIcon severityIcon(LogLine::Severity severity);

}  // namespace gan
