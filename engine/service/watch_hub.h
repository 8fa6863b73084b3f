#pragma once

#include <grpcpp/support/server_callback.h>

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "core/error.h"
#include "protocol/token.h"
#include "run/command_sink.h"
#include "service/update_source.h"

namespace ganstudio::v1 {
class WatchRequest;
}

namespace gan {

class Watcher;

/// All open Watch calls of a server, and the thread that looks for news ten times a second while there are any.
/// Training is never asked for anything: what watchers get was read from the run's files.
class WatchHub {
 public:
  /// sink (may be null) is told of clients that may steer. reason_to_end is asked about once a second; an error ends
  /// all calls with it, now and later. reader and sink must outlive the hub.
  WatchHub(RunReader& reader, CommandSink* sink, std::function<std::optional<Error>()> reason_to_end);
  /// All calls must be over.
  ~WatchHub();
  WatchHub(const WatchHub&) = delete;
  WatchHub& operator=(const WatchHub&) = delete;

  /// Throws Error(kResourceExhausted, "too_many_watchers"), and the error that all calls were ended with.
  grpc::ServerWriteReactor<grpc::ByteBuffer>* open(const ganstudio::v1::WatchRequest& request, Role role);

  /// Ends all calls, and every later one, with this error.
  void endAll(const Error& why);

 private:
  void poll();
  void refresh();
  void wakeAll();
  void remove(Watcher& watcher, Role role);
  std::vector<std::shared_ptr<Watcher>> watchers();

  RunReader& reader_;
  CommandSink* sink_;
  const std::function<std::optional<Error>()> reason_to_end_;
  const std::shared_ptr<UpdateSource> source_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;
  std::optional<Error> ended_;
  std::vector<std::shared_ptr<Watcher>> watchers_;
  std::thread poller_;
};

}  // namespace gan
