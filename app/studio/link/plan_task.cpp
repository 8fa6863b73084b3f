#include "link/plan_task.h"

#include <algorithm>

#include "link/engine_report.h"

namespace gan {

namespace {

void readGlobalBatch(const QJsonObject& said, PlanReport& read) {
  read.global_batch = report::count(said, "images");
  if (said[QLatin1String("batch")].isNull()) return;
  read.accumulation = PlanReport::Accumulation{.batch = report::count(said, "batch"),
                                               .batches = report::count(said, "accumulation"),
                                               .settings = report::texts(said, "settings")};
}

PlanReport::Evaluations readEvaluations(const QJsonObject& said) {
  PlanReport::Evaluations read;
  if (said.contains(QLatin1String("problem"))) {
    read.problem = messageOf(report::object(said, "problem"));
    return read;
  }
  const auto seconds = [&said](const char* name) { return report::real(said[QLatin1String(name)], name); };
  read.pictures = report::count(said, "pictures");
  read.each_seconds = seconds("each_seconds");
  read.once_seconds = seconds("once_seconds");
  read.trains = said[QLatin1String("trains_classifier")].toBool();
  read.paused = report::text(said, "while") == QLatin1String("paused");
  if (const auto due = report::countIfAny(said, "count")) {
    read.left_out = std::min(*due, report::count(said, "left_out"));
    read.made = *due - read.left_out;
    read.seconds = seconds("seconds");
    read.waiting_seconds = seconds("waiting_seconds");
  }
  return read;
}

}  // namespace

QStringList planArguments(const NewRun& run, qint64 global_batch) {
  QStringList arguments =
      QStringList{QStringLiteral("plan")} + runArguments(run) + QStringList{QStringLiteral("--devices"), run.devices};
  if (global_batch > 0) arguments << QStringLiteral("--global-batch") << QString::number(global_batch);
  return arguments << QStringLiteral("--json");
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
  read.devices = static_cast<int>(report::count(said, "devices"));
  read.batch = report::count(said, "batch");
  read.memory_bytes = number("memory_bytes");
  read.largest_batch = report::countIfAny(said, "largest_batch");
  if (!isNull("disk_free_bytes")) read.disk_free_bytes = number("disk_free_bytes");
  if (said.contains(QLatin1String("global_batch"))) readGlobalBatch(report::object(said, "global_batch"), read);
  if (said.contains(QLatin1String("evaluations"))) {
    read.evaluations = readEvaluations(report::object(said, "evaluations"));
  }
  return read;
}

PlanTask::PlanTask(QObject* parent) : QObject(parent), desk_(QStringLiteral("plan task")) {
  // An iteration of a large network may take long, and a person can stop it.
  desk_.setLimits({.silence = std::chrono::milliseconds(0)});
}

void PlanTask::plan(const NewRun& run, qint64 global_batch) {
  EngineQuestion question;
  question.arguments = planArguments(run, global_batch);
  question.about = run.preset;
  question.read = [this](const QJsonObject& said) { return [this, read = readPlan(said)] { emit planned(read); }; };
  question.failed = [this](const Message& why) { emit failed(why); };
  question.progressed = [this](const EngineProgress& progress) { emit progressed(progress); };
  desk_.ask([question] { return question; });
}

void PlanTask::cancel() { desk_.cancel(); }

}  // namespace gan
