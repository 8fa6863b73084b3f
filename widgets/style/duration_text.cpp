#include "style/duration_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <cmath>

#include "core/duration_parts.h"

namespace gan {
namespace {

constexpr qlonglong kMinute = 60;
constexpr qlonglong kHour = 60 * kMinute;
constexpr qlonglong kDay = 24 * kHour;

/// The context of this file's texts.
class Duration {
  Q_DECLARE_TR_FUNCTIONS(Duration)
};

QString twoDigits(qlonglong number) { return QStringLiteral("%1").arg(number, 2, 10, QLatin1Char('0')); }

}  // namespace

QString durationText(double seconds) {
  const std::optional<DurationParts> parts = durationParts(seconds);
  if (!parts) return {};
  const QString count = QLocale().toString(static_cast<qlonglong>(parts->count));
  const QString rest = twoDigits(parts->rest);
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

QString clockText(double seconds) {
  const qlonglong whole = std::llround(std::abs(seconds));
  const QString sign = whole > 0 && seconds < 0 ? QStringLiteral("−") : QString();
  const qlonglong hours = whole % kDay / kHour;
  const QString minutes = twoDigits(whole % kHour / kMinute);
  if (whole >= kDay) return sign + Duration::tr("%1 d %2:%3").arg(whole / kDay).arg(twoDigits(hours), minutes);
  const QString rest = twoDigits(whole % kMinute);
  if (hours > 0) return sign + QStringLiteral("%1:%2:%3").arg(hours).arg(minutes, rest);
  return sign + QStringLiteral("%1:%2").arg(whole / kMinute).arg(rest);
}

}  // namespace gan
