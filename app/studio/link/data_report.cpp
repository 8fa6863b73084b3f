#include "link/data_report.h"

#include <QJsonArray>
#include <cmath>

#include "core/error.h"
#include "link/json_message.h"

namespace gan {
namespace {

constexpr double kMostImages = 1e12;
constexpr int kMostWorkers = 4096;

[[noreturn]] void refuse(const char* name, const char* expected) {
  throw Error(ErrorCode::kDataLoss, "data_report_malformed",
              "The engine's report on the images cannot be used: {name} should be {expected}. Use a gan-engine of the "
              "same version as gan-studio.",
              {{"name", name}, {"expected", expected}});
}

qint64 count(const QJsonObject& object, const char* name) {
  const double number = object[QLatin1String(name)].toDouble(-1);
  if (!(number >= 0) || number > kMostImages || number != std::floor(number)) refuse(name, "a whole number from 0");
  return static_cast<qint64>(number);
}

double real(const QJsonValue& value, const char* name) {
  const double number = value.toDouble(-1);  // JSON has neither NaN nor infinity
  if (!(number >= 0)) refuse(name, "a number from 0");
  return number;
}

QJsonArray list(const QJsonObject& object, const char* name) {
  const QJsonValue value = object[QLatin1String(name)];
  if (!value.isArray()) refuse(name, "a list");
  return value.toArray();
}

std::array<double, 3> colours(const QJsonObject& object, const char* name) {
  if (object[QLatin1String(name)].isNull()) return {};
  const QJsonArray values = list(object, name);
  if (values.size() != 3) refuse(name, "three numbers");
  return {real(values[0], name), real(values[1], name), real(values[2], name)};
}

QString text(const QJsonObject& object, const char* name) {
  const QJsonValue value = object[QLatin1String(name)];
  if (!value.isString()) refuse(name, "a text");
  return value.toString();
}

QJsonObject object(const QJsonObject& holder, const char* name) {
  const QJsonValue value = holder[QLatin1String(name)];
  if (!value.isObject()) refuse(name, "an object");
  return value.toObject();
}

QStringList texts(const QJsonObject& object, const char* name) {
  QStringList result;
  for (const QJsonValue& value : list(object, name)) {
    if (!value.isString()) refuse(name, "a list of texts");
    result << value.toString();
  }
  return result;
}

}  // namespace

DataReport readDataReport(const QJsonObject& said) {
  DataReport report;
  report.images = count(said, "images");
  report.grey = count(said, "grey");
  report.mean = colours(said, "mean");
  report.deviation = colours(said, "deviation");
  for (const QJsonValue& value : list(said, "classes")) {
    const QJsonObject entry = value.toObject();
    report.classes << ClassCount{text(entry, "name"), count(entry, "images")};
  }
  for (const QJsonValue& value : list(said, "sizes")) {
    const QJsonObject entry = value.toObject();
    report.sizes << SizeCount{count(entry, "width"), count(entry, "height"), count(entry, "images")};
  }
  for (const QJsonValue& group : list(object(said, "duplicates"), "groups")) {
    report.duplicates << texts(group.toObject(), "names");
  }
  for (const QJsonValue& value : list(said, "damaged")) {
    const QJsonObject entry = value.toObject();
    report.damaged.push_back({text(entry, "name"), messageOf(object(entry, "reason"))});
  }
  for (const QJsonValue& value : list(said, "passed_over")) {
    const QJsonObject entry = value.toObject();
    report.passed_over << OtherFiles{text(entry, "kind"), count(entry, "files"), texts(entry, "names")};
  }
  for (const QJsonValue& value : list(said, "warnings")) report.warnings.push_back(messageOf(value.toObject()));
  return report;
}

TuneReport readTuneReport(const QJsonObject& said) {
  const auto workers = [](const QJsonObject& object, const char* name) {
    const qint64 number = count(object, name);
    if (number > kMostWorkers) refuse(name, "a number of threads");
    return static_cast<int>(number);
  };
  TuneReport report;
  for (const QJsonValue& value : list(said, "speeds")) {
    const QJsonObject entry = value.toObject();
    const QJsonValue speed = entry[QLatin1String("images_per_second")];
    report.speeds << WorkerSpeed{workers(entry, "workers"), real(speed, "images_per_second")};
  }
  report.best = workers(said, "best");
  return report;
}

}  // namespace gan
