#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <QVector>
#include <chrono>
#include <functional>
#include <optional>

#include "config/run_config.h"
#include "core/message.h"
#include "link/background.h"

namespace gan {

struct RunFacts;

/// What a new run is to be.
struct NewRun {
  QString preset;  ///< One of presets().
  QString out;     ///< Run folder; must not exist, or be empty.
  QString devices = QStringLiteral("cpu");
  RunConfig config;  ///< What differs from the preset is given on the command line.
};

/// How a run goes on that nobody trains, where it is not as it would by itself.
struct ResumeWish {
  std::optional<qint64> from_step = {};  ///< An earlier checkpoint than the newest; then no later change is made again.
  qint64 until_step = 0;                 ///< 0: as the run says.
  QStringList changes = {};              ///< Of live settings: "key=value".
};

/// A GPU that an engine can train on.
struct EngineDevice {
  QString device;       ///< As --devices takes it: "cuda:0".
  QString description;  ///< "NVIDIA H200", for people.
};

/// The gan-engine beside this program, or in PATH; empty when there is none. The environment variable GAN_ENGINE names
/// another one.
QString engineProgram();

/// What a run is made of and where, as `train` and `slurm` take it.
QStringList runArguments(const NewRun& run);

/// The arguments of `gan-engine` that start or continue a run: what a person could type as well.
QStringList trainArguments(const NewRun& run);
/// Several processes go on as many as they were, on the same devices. Reads the run's manifest: it may wait for the
/// disk. Throws what RunFolder::open() throws, and Error(kFailedPrecondition, "run_of_other_machines").
QStringList resumeArguments(const QString& run, const ResumeWish& wish = {});
/// The same of a run of another computer, by what is known of it, without --json. Throws
/// Error(kFailedPrecondition, "run_of_other_machines").
QStringList resumeArgumentsThere(const QString& run, const RunFacts& facts, const ResumeWish& wish = {});

/// Starts engines as processes of their own: they outlive the studio. Their output goes to a file, of which the error
/// is read when they end before they serve. Everything that could wait is done on a thread of its own.
class EngineLauncher : public QObject {
  Q_OBJECT

 public:
  explicit EngineLauncher(QObject* parent = nullptr);

  /// How long an engine may take until it serves; then failed() says that it is slow, and it is left alone.
  void setPatience(std::chrono::milliseconds patience) { patience_ = patience; }

  /// Emits exactly one of started() and failed() for each call: started() once the engine serves the run, or has
  /// finished it already.
  void start(const QStringList& arguments, const QString& run);
  /// The same, with resumeArguments().
  void resume(const QString& run, const ResumeWish& wish = {});

  /// Asks the engine which GPUs it can use; devicesFound() comes later, and not when there is no answer. It is asked
  /// once: from then on the answer is known.
  void findDevices();

 signals:
  void started(const QString& run);
  void failed(const QString& run, const gan::Message& why);
  void devicesFound(const QVector<gan::EngineDevice>& devices);

 private:
  void begin(const std::function<QStringList()>& arguments, const QString& run);

  std::chrono::milliseconds patience_ = std::chrono::seconds(120);
  std::optional<QVector<EngineDevice>> devices_;
  bool asking_devices_ = false;
  Background starts_{QStringLiteral("engine launcher")};  ///< Engines under way are started also when this one goes.
  Background devices_task_{QStringLiteral("engine devices")};  ///< That take long keep no engine from being started.
};

}  // namespace gan
