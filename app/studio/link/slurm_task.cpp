#include "link/slurm_task.h"

#include <QProcess>
#include <QStandardPaths>

#include "link/ending.h"
#include "link/engine_launcher.h"

namespace gan {
namespace {

/// Slurm's programs give up by themselves; nothing may be said for as long as they try.
constexpr EngineCall::Limits kLimits{.silence = std::chrono::minutes(2)};

QString text(const QJsonObject& said, const char* name) { return said[QLatin1String(name)].toString(); }

QStringList cancelArguments(const QString& job) {
  return {QStringLiteral("slurm"), QStringLiteral("cancel"), QStringLiteral("--json"), QStringLiteral("--"), job};
}

}  // namespace

SlurmTask::SlurmTask(QObject* parent) : QObject(parent), desk_(QStringLiteral("slurm task")) {
  desk_.setLimits(kLimits);
}

void SlurmTask::look() {
  desk_.look([this] {
    const bool found = !QStandardPaths::findExecutable(QStringLiteral("sbatch")).isEmpty() &&
                       !QStandardPaths::findExecutable(QStringLiteral("squeue")).isEmpty();
    return [this, found] { emit looked(found); };
  });
}

void SlurmTask::writeScript(const SlurmRequest& request) {
  ask(slurmArguments(QStringLiteral("script"), request), [this](const QJsonObject& said) {
    return [this, script = readSlurmScript(said)] { emit scriptWritten(script); };
  });
}

void SlurmTask::saveScript(const SlurmRequest& request, const QString& path) {
  const QStringList output{QStringLiteral("--output"), path};
  ask(slurmArguments(QStringLiteral("script"), request) + output,
      [this](const QJsonObject& said) { return [this, written = text(said, "path")] { emit scriptSaved(written); }; });
}

void SlurmTask::submit(const SlurmRequest& request) {
  ask(slurmArguments(QStringLiteral("submit"), request), [this](const QJsonObject& said) {
    return [this, job = text(said, "job"), run = text(said, "run")] { emit submitted(job, run); };
  });
}

void SlurmTask::listJobs() {
  ask({QStringLiteral("slurm"), QStringLiteral("jobs"), QStringLiteral("--json")},
      [this](const QJsonObject& said) { return [this, jobs = readSlurmJobs(said)] { emit listed(jobs); }; });
}

void SlurmTask::cancelJob(const QString& job) {
  ask(cancelArguments(job), [this, job](const QJsonObject&) { return [this, job] { emit jobCancelled(job); }; });
}

void SlurmTask::drop() { desk_.cancel(); }

void SlurmTask::cancelJobsUnwatched(const QStringList& jobs) {
  if (jobs.isEmpty()) return;
  endAside([jobs] {
    for (const QString& job : jobs) {
      QProcess engine;
      engine.setProgram(engineProgram());
      engine.setArguments(cancelArguments(job));
      engine.setStandardInputFile(QProcess::nullDevice());
      engine.setStandardOutputFile(QProcess::nullDevice());
      engine.setStandardErrorFile(QProcess::nullDevice());
      engine.startDetached();
    }
  });
}

void SlurmTask::ask(const QStringList& arguments, std::function<EngineDesk::Answer(const QJsonObject&)> read) {
  EngineQuestion question;
  question.arguments = arguments;
  question.about = QStringLiteral("Slurm");
  question.read = std::move(read);
  question.failed = [this](const Message& why) { emit failed(why); };
  desk_.ask([question] { return question; });
}

}  // namespace gan
