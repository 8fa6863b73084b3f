#include "style/duration_text.h"

#include <QCoreApplication>
#include <QLocale>

#include "core/duration_parts.h"

namespace gan {
namespace {

/// The context of this file's texts.
class Duration {
  Q_DECLARE_TR_FUNCTIONS(Duration)
};

}  // namespace

QString durationText(double seconds) {
  const std::optional<DurationParts> parts = durationParts(seconds);
  if (!parts) return {};
  const QString count = QLocale().toString(static_cast<qlonglong>(parts->count));
  const QString rest = QStringLiteral("%1").arg(parts->rest, 2, 10, QLatin1Char('0'));
  switch (parts->unit) {
    case DurationParts::Unit::kSeconds:
      return Duration::tr("%1 s", "seconds").arg(count);
    case DurationParts::Unit::kMinutes:
      return Duration::tr("%1 min", "minutes").arg(count);  // seconds beside minutes would change at every look
    case DurationParts::Unit::kHours:
      return Duration::tr("%1 h %2 min").arg(count, rest);
    case DurationParts::Unit::kDays:
      return Duration::tr("%1 d %2 h").arg(count, rest);
  }
  return {};
}

}  // namespace gan
