#include "link/engine_devices.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

namespace gan {
namespace {

/// Loading CUDA's libraries takes seconds, of a network disk many.
constexpr int kPatienceMs = 60'000;
constexpr qsizetype kMostDevices = 64;
constexpr qsizetype kLongestName = 100;

}  // namespace

QVector<EngineDevice> askForDevices() {
  QProcess doctor;
  doctor.setProgram(engineProgram());
  if (doctor.program().isEmpty()) return {};
  doctor.setArguments({QStringLiteral("doctor"), QStringLiteral("--json"), QStringLiteral("--runs"), QDir::tempPath()});
  doctor.setStandardInputFile(QProcess::nullDevice());
  doctor.setStandardErrorFile(QProcess::nullDevice());
  doctor.start();
  if (!doctor.waitForFinished(kPatienceMs)) {
    doctor.kill();
    doctor.waitForFinished(-1);
    return {};
  }
  const QByteArray output = doctor.readAllStandardOutput().trimmed();
  const QJsonObject facts = QJsonDocument::fromJson(output.mid(output.lastIndexOf('\n') + 1)).object();
  QVector<EngineDevice> devices;
  for (const QJsonValue& found : facts[QLatin1String("cuda")][QLatin1String("devices")].toArray()) {
    const int index = found[QLatin1String("index")].toInt(-1);
    if (index < 0 || devices.size() == kMostDevices || found.toObject().contains(QLatin1String("error"))) continue;
    devices.push_back(
        {QStringLiteral("cuda:%1").arg(index), found[QLatin1String("name")].toString().left(kLongestName)});
  }
  return devices;
}

}  // namespace gan
