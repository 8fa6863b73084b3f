#include "link/slurm_task.h"

#include <QStandardPaths>

namespace gan {
namespace {

/// Slurm's programs give up by themselves; nothing may be said for as long as they try.
constexpr EngineCall::Limits kLimits{.silence = std::chrono::minutes(2)};

QString text(const QJsonObject& said, const char* name) { return said[QLatin1String(name)].toString(); }

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
  ask({QStringLiteral("slurm"), QStringLiteral("cancel"), QStringLiteral("--json"), QStringLiteral("--"), job},
      [this, job](const QJsonObject&) { return [this, job] { emit jobCancelled(job); }; });
}

void SlurmTask::drop() { desk_.cancel(); }

void SlurmTask::ask(const QStringList& arguments, std::function<EngineDesk::Answer(const QJsonObject&)> read) {
  EngineQuestion question;
  question.arguments = arguments;
  question.about = QStringLiteral("Slurm");
  question.read = std::move(read);
  question.failed = [this](const Message& why) { emit failed(why); };
  desk_.ask([question] { return question; });
}

}  // namespace gan
