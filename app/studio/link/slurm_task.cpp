#include "link/slurm_task.h"

#include <QFile>
#include <QJsonDocument>
#include <QProcess>
#include <QStandardPaths>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "core/atomic_file.h"
#include "core/error.h"
#include "link/background.h"
#include "link/engine_call.h"
#include "link/engine_launcher.h"
#include "link/engine_report.h"
#include "protocol/host_client.h"

namespace gan {

QStringList slurmArguments(const QString& verb, const SlurmRequest& request) {
  const SlurmRequest usual;
  QStringList words{QStringLiteral("slurm"), verb};
  words += runArguments(request.run);
  const auto number = [&words](const char* option, int value, int otherwise) {
    if (value != otherwise) words << QLatin1String(option) << QString::number(value);
  };
  const auto text = [&words](const char* option, const QString& value) {
    // Together: a value that begins with "-" would be taken for an option.
    if (!value.isEmpty()) words << QLatin1String(option) + QLatin1Char('=') + value;
  };
  number("--nodes", request.nodes, usual.nodes);
  number("--gpus-per-node", request.gpus_per_node, 0);
  number("--tasks-per-node", request.tasks_per_node, 0);
  number("--cpus-per-task", request.cpus_per_task, usual.cpus_per_task);
  text("--memory", request.memory);
  text("--time", request.time);
  text("--partition", request.site.partition);
  text("--account", request.site.account);
  for (const QString& module : request.site.modules) text("--module", module);
  text("--container", request.site.container);
  if (!request.site.container.isEmpty()) text("--container-with", request.site.container_runner);
  text("--measured", request.measured);
  number("--signal-lead", request.signal_lead, 0);
  if (!request.requeues) words << QStringLiteral("--no-requeue");
  if (request.site.shared) words << QStringLiteral("--assume-shared");
  return words << QStringLiteral("--json");
}

namespace {

using namespace report;

constexpr qsizetype kMostJobs = 20'000;
constexpr qsizetype kLongestPath = 4096;
constexpr qsizetype kLongestWord = 300;

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
  return {text(said, "script"), count(said, "processes"), count(said, "signal_lead_seconds")};
}

QVector<SlurmJobReport> readSlurmJobs(const QJsonObject& said) {
  const QJsonArray jobs = list(said, "jobs");
  if (jobs.size() > kMostJobs) refuse("jobs", "a list of at most 20,000 jobs");
  QVector<SlurmJobReport> read;
  for (const auto& job : jobs) {
    if (!job.isObject()) refuse("a job", "an object");
    read << readJob(job.toObject());
  }
  return read;
}

namespace {

/// Slurm's programs give up by themselves; nothing may be said for as long as they try.
constexpr EngineCall::Limits kLimits{.silence = std::chrono::minutes(2)};

QStringList cancelArguments(const QString& job) {
  return {QStringLiteral("slurm"), QStringLiteral("cancel"), QStringLiteral("--json"), QStringLiteral("--"), job};
}

/// Waits for a login, and for what the other computer answers.
QJsonObject askSlurmThere(EngineAccess& access, const RunPlace& host, QStringList arguments,
                          const std::stop_token& stop) {
  HostClient client(access.targetOf(host), kLongestLogin);
  const std::stop_callback closing(stop, [&client] { client.close(); });
  arguments.removeAll(QStringLiteral("--json"));  // which the other side adds
  std::vector<std::string> words;
  for (const QString& word : qAsConst(arguments)) words.push_back(word.toStdString());
  const QJsonDocument answer = QJsonDocument::fromJson(QByteArray::fromStdString(client.askSlurm(words)));
  if (answer.isObject()) return answer.object();
  throw Error(
      ErrorCode::kDataLoss, "engine_answer_malformed",
      "The engine's report on {source} is not the JSON that was asked for. Use a gan-engine of the same version "
      "as gan-studio.",
      {{"source", "Slurm"}});
}

}  // namespace

SlurmTask::SlurmTask(QObject* parent) : QObject(parent), desk_(QStringLiteral("slurm task")) {
  desk_.setLimits(kLimits);
}

SlurmTask::~SlurmTask() { stop_.request_stop(); }

void SlurmTask::setHost(std::shared_ptr<EngineAccess> access, const RunPlace& host) {
  drop();
  access_ = std::move(access);
  host_ = host;
}

void SlurmTask::look() {
  if (!host_.isEmpty()) {
    drop();
    return there_.run([] { return true; }, [this](bool found) { emit looked(found); });
  }
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
  if (!host_.isEmpty()) {
    return ask(slurmArguments(QStringLiteral("script"), request), [this, path](const QJsonObject& said) {
      constexpr unsigned kExecutable = 0755;
      writeFileAtomically(QFile::encodeName(path).toStdString(), text(said, "script").toStdString(), kExecutable);
      return [this, path] { emit scriptSaved(path); };
    });
  }
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

void SlurmTask::drop() {
  stop_.request_stop();
  stop_ = std::stop_source();
  there_.cancel();
  desk_.cancel();
}

void SlurmTask::cancelJobsUnwatched(const QStringList& jobs) {
  if (jobs.isEmpty()) return;
  Background(QStringLiteral("cancel jobs")).post([jobs] {
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

void SlurmTask::askThere(const QStringList& arguments, Read read) {
  drop();
  // What a person presses a button for; a login that was refused is not asked for at each letter that is typed.
  const bool is_wished = arguments.value(1) == QLatin1String("submit") || arguments.value(1) == QLatin1String("cancel");
  there_.post([this, arguments, is_wished, read = std::move(read), access = access_, host = host_,
               tell = there_.newest(), stop = stop_.get_token()] {
    try {
      if (stop.stop_requested()) return;
      if (is_wished) access->allow(host);
      tell(read(askSlurmThere(*access, host, arguments, stop)));
    } catch (const std::exception& error) {
      tell([this, why = gan::messageOf(error)] { emit failed(why); });
    }
  });
}

void SlurmTask::ask(const QStringList& arguments, Read read) {
  if (!host_.isEmpty()) return askThere(arguments, std::move(read));
  EngineQuestion question;
  question.arguments = arguments;
  question.about = QStringLiteral("Slurm");
  question.read = std::move(read);
  question.failed = [this](const Message& why) { emit failed(why); };
  desk_.ask([question] { return question; });
}

}  // namespace gan
