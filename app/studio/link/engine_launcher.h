#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <memory>

#include "config/run_config.h"
#include "core/message.h"

namespace gan {

/// What a new run is to be.
struct NewRun {
  QString preset;  ///< Empty: none.
  QString out;     ///< Run folder; must not exist.
  QString devices = QStringLiteral("cpu");
  RunConfig config;  ///< What differs from the preset is given on the command line.
};

/// The path of the gan-engine beside this program, or in PATH; empty when there is none.
QString engineProgram();

/// The arguments of `gan-engine` that start or continue a run: what a person could type as well.
QStringList trainArguments(const NewRun& run);
QStringList resumeArguments(const QString& run);

/// Starts engines as processes of their own: they outlive the studio. Their output goes to a file, of which the error
/// is read when they end before they serve.
class EngineLauncher : public QObject {
  Q_OBJECT

 public:
  explicit EngineLauncher(QObject* parent = nullptr);
  ~EngineLauncher() override;

  /// Emits exactly one of started() and failed() for each call.
  void start(const QStringList& arguments, const QString& run);

 signals:
  void started(const QString& run);
  void failed(const QString& run, const gan::Message& why);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gan
