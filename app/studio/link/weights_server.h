#pragma once

#include <QTemporaryDir>

#include "link/local_server.h"

namespace gan {

/// Has a generator's weights alone answered for as a finished run, in a folder that goes with the object. GUI thread.
class WeightsServer {
 public:
  explicit WeightsServer(const QString& file);

  const QString& file() const { return file_; }
  /// The run's folder, once the server is ready.
  const QString& run() const { return run_; }
  LocalServer& server() { return server_; }

 private:
  const QString file_;
  QTemporaryDir place_;
  const QString run_;
  LocalServer server_;
};

}  // namespace gan
