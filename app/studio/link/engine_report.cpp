#include "link/engine_report.h"

#include <cmath>

#include "core/error.h"

namespace gan::report {

void refuse(const char* name, const char* expected) {
  throw Error(
      ErrorCode::kDataLoss, "engine_report_malformed",
      "The engine's report cannot be used: {name} should be {expected}. Use a gan-engine of the same version as "
      "gan-studio.",
      {{"name", name}, {"expected", expected}});
}

qint64 count(const QJsonObject& said, const char* name) {
  constexpr double kMost = 1e12;
  const double number = said[QLatin1String(name)].toDouble(-1);
  if (!(number >= 0) || number > kMost || number != std::floor(number)) refuse(name, "a whole number from 0");
  return static_cast<qint64>(number);
}

std::optional<qint64> countIfAny(const QJsonObject& said, const char* name) {
  if (said[QLatin1String(name)].isNull()) return std::nullopt;
  return count(said, name);
}

double real(const QJsonValue& value, const char* name) {
  const double number = value.toDouble(-1);  // JSON has neither NaN nor infinity
  if (!(number >= 0)) refuse(name, "a number from 0");
  return number;
}

QString text(const QJsonObject& said, const char* name, qsizetype longest) {
  const QJsonValue value = said[QLatin1String(name)];
  if (!value.isString() || value.toString().size() > longest) refuse(name, "a text");
  return value.toString();
}

QStringList texts(const QJsonObject& said, const char* name) {
  QStringList result;
  for (const QJsonValue& value : list(said, name)) {
    if (!value.isString()) refuse(name, "a list of texts");
    result << value.toString();
  }
  return result;
}

QJsonArray list(const QJsonObject& said, const char* name) {
  const QJsonValue value = said[QLatin1String(name)];
  if (!value.isArray()) refuse(name, "a list");
  return value.toArray();
}

QJsonObject object(const QJsonObject& said, const char* name) {
  const QJsonValue value = said[QLatin1String(name)];
  if (!value.isObject()) refuse(name, "an object");
  return value.toObject();
}

}  // namespace gan::report
