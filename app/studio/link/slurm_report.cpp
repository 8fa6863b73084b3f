#include "link/slurm_report.h"

#include <QJsonArray>
#include <cmath>

#include "core/error.h"
#include "link/json_message.h"

namespace gan {
namespace {

constexpr double kMost = 1e12;
constexpr qsizetype kMostJobs = 20'000;
constexpr qsizetype kLongestPath = 4096;
constexpr qsizetype kLongestWord = 300;

[[noreturn]] void refuse(const char* name, const char* expected) {
  throw Error(ErrorCode::kDataLoss, "slurm_report_malformed",
              "The engine's report on Slurm cannot be used: {name} should be {expected}. Use a gan-engine of the same "
              "version as gan-studio.",
              {{"name", name}, {"expected", expected}});
}

qint64 count(const QJsonObject& object, const char* name) {
  const double number = object[QLatin1String(name)].toDouble(-1);
  if (!(number >= 0) || number > kMost || number != std::floor(number)) refuse(name, "a whole number from 0");
  return static_cast<qint64>(number);
}

std::optional<qint64> countIfAny(const QJsonObject& object, const char* name) {
  if (object[QLatin1String(name)].isNull()) return std::nullopt;
  return count(object, name);
}

QString text(const QJsonObject& object, const char* name, qsizetype longest) {
  const QJsonValue value = object[QLatin1String(name)];
  if (!value.isString() || value.toString().size() > longest) refuse(name, "a text");
  return value.toString();
}

SlurmJobReport readJob(const QJsonObject& said) {
  SlurmJobReport job;
  job.job = text(said, "job", kLongestWord);
  job.name = text(said, "name", kLongestWord);
  job.run = text(said, "run", kLongestPath);
  job.state = text(said, "state", kLongestWord);
  if (const QJsonValue why = said[QLatin1String("why")]; why.isObject()) job.why = messageOf(why.toObject());
  job.nodes = count(said, "nodes");
  job.used_seconds = countIfAny(said, "time_used_seconds");
  job.limit_seconds = countIfAny(said, "time_limit_seconds");
  job.restarts = count(said, "restarts");
  return job;
}

}  // namespace

SlurmScript readSlurmScript(const QJsonObject& said) {
  constexpr qsizetype kLongestScript = 1 << 20;
  return {text(said, "script", kLongestScript), count(said, "processes"), count(said, "signal_lead_seconds")};
}

QVector<SlurmJobReport> readSlurmJobs(const QJsonObject& said) {
  const QJsonValue jobs = said[QLatin1String("jobs")];
  if (!jobs.isArray() || jobs.toArray().size() > kMostJobs) refuse("jobs", "a list of at most 20,000 jobs");
  QVector<SlurmJobReport> read;
  for (const auto& job : jobs.toArray()) {
    if (!job.isObject()) refuse("a job", "an object");
    read << readJob(job.toObject());
  }
  return read;
}

}  // namespace gan
