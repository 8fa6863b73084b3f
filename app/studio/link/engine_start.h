#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTemporaryFile>
#include <QTimer>
#include <chrono>
#include <functional>
#include <optional>

#include "core/file_descriptor.h"
#include "core/message.h"
#include "protocol/endpoint.h"

namespace gan {

/// One engine from its start until it serves, ends or is too slow. Lives on a thread that may wait for the disk.
class EngineStart : public QObject {
  Q_OBJECT

 public:
  /// Called once, on this object's thread; no message: the run is served or finished.
  using Done = std::function<void(const std::optional<Message>& failure)>;
  /// arguments is called on this object's thread, too; what it throws is a failure.
  EngineStart(std::function<QStringList()> arguments, QString run, std::chrono::milliseconds patience, Done done);

  void begin();

 private:
  bool launch();
  void look();
  bool isServed() const;
  bool hasEnded() const;
  void finish(const std::optional<Message>& failure);
  /// What an engine that ended says of it; nothing when it had done its work.
  std::optional<Message> lastWords();

  std::function<QStringList()> find_arguments_;
  QStringList arguments_;
  QString run_;
  std::chrono::milliseconds patience_;
  Done done_;
  QTimer timer_;
  QElapsedTimer since_;
  QTemporaryFile output_;  ///< Without a name once the engine has them: nothing is left however both end.
  QTemporaryFile errors_;
  std::optional<Endpoint> before_;  ///< What lay in the run's folder.
  double began_unix_seconds_ = 0;
  qint64 pid_ = 0;
  FileDescriptor process_;
};

}  // namespace gan
