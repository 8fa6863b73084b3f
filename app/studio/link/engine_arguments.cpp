#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStandardPaths>
#include <algorithm>
#include <string>
#include <vector>

#include "config/preset.h"
#include "core/error.h"
#include "core/host_name.h"
#include "link/engine_launcher.h"
#include "link/run_source.h"
#include "run/run_folder.h"

namespace gan {
namespace {

constexpr auto kEngine = QLatin1String("gan-engine");
constexpr auto kOf = QLatin1String(" of ");

QString text(const Value& value) { return QString::fromStdString(formatValue(value)); }

/// `--data PATH` stands for two settings: the engine sees by itself what kind of files lie there.
void giveData(RunConfig& given, const RunConfig& wanted, QStringList& arguments) {
  const std::string& path = wanted.text("data.path");
  if (wanted.text("data.source") == "shapes" || !path.starts_with('/') || given.text("data.path") == path) return;
  arguments << QStringLiteral("--data") << QString::fromStdString(path);
  given.setText("data.source", wanted.text("data.source"));
  given.setText("data.path", path);
}

/// `--steps N` and `--epochs N` each replace both of a preset's limits.
void giveLength(RunConfig& given, const RunConfig& wanted, QStringList& arguments) {
  const std::int64_t steps = wanted.integer("training.steps");
  const std::int64_t epochs = wanted.integer("training.epochs");
  if (steps == given.integer("training.steps") && epochs == given.integer("training.epochs")) return;
  if (steps > 0 || epochs == 0) arguments << QStringLiteral("--steps") << QString::number(steps);
  if (epochs > 0) arguments << QStringLiteral("--epochs") << QString::number(epochs);
  given.set("training.steps", steps);
  given.set("training.epochs", epochs);
}

/// How the processes that began a run are asked for again. Throws where they were not all on that machine.
QStringList placesAgain(const QString& run, int world_size, const std::vector<std::string>& places,
                        const QString& machine) {
  if (world_size <= 1) return {};
  static const QRegularExpression gpu(QStringLiteral("^cuda:[0-9]{1,4}(?= )"));
  QStringList gpus;
  for (const std::string& place : places) {
    const QString device = QString::fromStdString(place);
    if (!device.endsWith(kOf + machine)) {
      throw Error(
          ErrorCode::kFailedPrecondition, "run_of_other_machines",
          "{run} was begun by {size} processes, not all of them on {machine}. Go on with it as a Slurm job "
          "there, or with `gan-engine resume`, where you say how many processes train it.",
          {{"run", run.toStdString()}, {"size", std::to_string(world_size)}, {"machine", machine.toStdString()}});
    }
    const auto match = gpu.match(device);
    if (match.hasMatch()) gpus << match.captured();
  }
  if (!gpus.isEmpty()) return QStringList{QStringLiteral("--devices"), gpus.join(QLatin1Char(','))};
  return QStringList{QStringLiteral("--devices"), QStringLiteral("cpu"), QStringLiteral("--processes"),
                     QString::number(world_size)};
}

/// A manifest says "cpu of HOST" or "cuda:0 (MODEL, UUID) of HOST".
QString machineOf(const std::string& place) {
  const QString words = QString::fromStdString(place);
  const qsizetype of = words.lastIndexOf(kOf);
  return of < 0 ? QString() : words.mid(of + kOf.size());
}

QStringList goOnArguments(const QString& run, const QStringList& places, const ResumeWish& wish) {
  QStringList arguments = QStringList{QStringLiteral("resume"), run} + places;
  if (wish.from_step) arguments << QStringLiteral("--from") << QString::number(*wish.from_step);
  if (wish.until_step > 0) arguments << QStringLiteral("--steps") << QString::number(wish.until_step);
  for (const QString& change : wish.changes) arguments << QStringLiteral("--set") << change;
  return arguments;
}

}  // namespace

QString engineProgram() {
  const QString named = qEnvironmentVariable("GAN_ENGINE");
  if (!named.isEmpty()) return named;
  const QFileInfo beside(QDir(QCoreApplication::applicationDirPath()).filePath(kEngine));
  if (beside.isFile() && beside.isExecutable()) return beside.filePath();
  return QStandardPaths::findExecutable(kEngine);
}

QStringList runArguments(const NewRun& run) {
  RunConfig given = configFromPreset(run.preset.toStdString());
  QStringList arguments{QStringLiteral("--preset"), run.preset};
  giveData(given, run.config, arguments);
  giveLength(given, run.config, arguments);
  for (const Field& field : given.schema().fields()) {
    const Value& wanted = run.config.value(field.path);
    // What means nothing here goes back to its default by itself, and would be refused.
    if (wanted == given.value(field.path) || !applies(field, run.config)) continue;
    arguments << QStringLiteral("--set") << QString::fromStdString(field.path) + QLatin1Char('=') + text(wanted);
  }
  return arguments << QStringLiteral("--out") << run.out;
}

QStringList trainArguments(const NewRun& run) {
  return QStringList{QStringLiteral("train")} + runArguments(run) +
         QStringList{QStringLiteral("--devices"), run.devices, QStringLiteral("--json")};
}

/// Several processes go on where they began, because an iteration takes a batch of each.
QStringList resumeArguments(const QString& run, const ResumeWish& wish) {
  const RunManifest manifest = RunFolder::openForDisplay(run.toStdString()).manifest();
  const QString here = QString::fromStdString(hostName());
  return goOnArguments(run, placesAgain(run, manifest.world_size, manifest.devices, here), wish)
         << QStringLiteral("--json");
}

QStringList resumeArgumentsThere(const QString& run, const RunFacts& facts, const ResumeWish& wish) {
  const QString machine = facts.devices.empty() ? QString() : machineOf(facts.devices.front());
  return goOnArguments(run, placesAgain(run, facts.world_size, facts.devices, machine), wish);
}

}  // namespace gan
