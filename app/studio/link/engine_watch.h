#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <string>

#include "core/file_descriptor.h"
#include "link/run_source.h"
#include "run/run_folder.h"

namespace gan {

/// Tells at once when something is written into a run's folder, as far as the kernel says so (inotify): it does not of
/// what other machines write, nor where a user has too many watches already. Lives on a thread with an event loop.
class FolderNews : public QObject {
 public:
  struct Callbacks {
    std::function<void()> on_written;  ///< Its journal or metrics.
    std::function<void()> on_engine;   ///< What says who trains it.
  };
  FolderNews(const RunFolder& folder, Callbacks callbacks);

 private:
  void read();

  const Callbacks callbacks_;
  const std::string journal_;
  const std::string endpoint_;
  const FileDescriptor inotify_;
  int metrics_ = -1;  ///< Number of the watch of the folder that holds the metrics.
};

class RunClient;

/// Follows who trains the run of a folder, and tells when its files or its engine say something new. The lock says
/// whether there is an engine, a connection whether it answers: an engine that is silent is lost, not dead. Also tells
/// of an engine that takes the run over later. Lives on a thread with an event loop.
class EngineWatch {
 public:
  /// reader and client must outlive it; the client watches for it alone.
  EngineWatch(RunReader& reader, RunClient& client, RunSource::Callbacks callbacks);
  ~EngineWatch();
  EngineWatch(const EngineWatch&) = delete;
  EngineWatch& operator=(const EngineWatch&) = delete;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gan
