#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include "config/preset.h"
#include "link/engine_launcher.h"

namespace gan {
namespace {

constexpr auto kEngine = QLatin1String("gan-engine");

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
    if (wanted == given.value(field.path)) continue;
    arguments << QStringLiteral("--set") << QString::fromStdString(field.path) + QLatin1Char('=') + text(wanted);
  }
  return arguments << QStringLiteral("--out") << run.out;
}

QStringList trainArguments(const NewRun& run) {
  return QStringList{QStringLiteral("train")} + runArguments(run) +
         QStringList{QStringLiteral("--devices"), run.devices, QStringLiteral("--json")};
}

QStringList resumeArguments(const QString& run) { return {QStringLiteral("resume"), run, QStringLiteral("--json")}; }

}  // namespace gan
