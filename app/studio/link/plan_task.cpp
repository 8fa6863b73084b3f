#include "link/plan_task.h"

#include "link/engine_report.h"

namespace gan {

QStringList planArguments(const NewRun& run) {
  return QStringList{QStringLiteral("plan")} + runArguments(run) +
         QStringList{QStringLiteral("--devices"), run.devices, QStringLiteral("--json")};
}

PlanReport readPlan(const QJsonObject& said) {
  const auto number = [&said](const char* name) { return report::real(said[QLatin1String(name)], name); };
  const auto isNull = [&said](const char* name) { return said[QLatin1String(name)].isNull(); };
  PlanReport read;
  if (!isNull("seconds")) {
    read.whole = PlanReport::Whole{.seconds = number("seconds"),
                                   .seconds_low = number("seconds_low"),
                                   .seconds_high = number("seconds_high"),
                                   .disk_bytes = number("disk_bytes")};
  }
  read.batch = report::count(said, "batch");
  read.memory_bytes = number("memory_bytes");
  read.largest_batch = report::countIfAny(said, "largest_batch");
  if (!isNull("disk_free_bytes")) read.disk_free_bytes = number("disk_free_bytes");
  return read;
}

PlanTask::PlanTask(QObject* parent) : QObject(parent), desk_(QStringLiteral("plan task")) {
  // An iteration of a large network may take long, and a person can stop it.
  desk_.setLimits({.silence = std::chrono::milliseconds(0)});
}

void PlanTask::plan(const NewRun& run) {
  EngineQuestion question;
  question.arguments = planArguments(run);
  question.about = run.preset;
  question.read = [this](const QJsonObject& said) { return [this, read = readPlan(said)] { emit planned(read); }; };
  question.failed = [this](const Message& why) { emit failed(why); };
  question.progressed = [this](const EngineProgress& progress) { emit progressed(progress); };
  desk_.ask([question] { return question; });
}

void PlanTask::cancel() { desk_.cancel(); }

}  // namespace gan
