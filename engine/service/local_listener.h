#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "core/file_descriptor.h"

namespace grpc {
class Server;
}

namespace gan {

/// Takes connections at a unix socket and hands them to gRPC. In contrast to gRPC's own listener it can cut one off:
/// gRPC waits for ever for a client whose process is stopped (Ctrl-Z) once the socket's buffer is full.
/// A call's peer() is "fd:N" for these connections and for no others. Thread-safe.
class LocalListener {
 public:
  /// Listens from now on; clients wait until start(). Throws Error(kUnavailable, "listen_failed").
  explicit LocalListener(const std::filesystem::path& socket);
  ~LocalListener();
  LocalListener(const LocalListener&) = delete;
  LocalListener& operator=(const LocalListener&) = delete;

  /// server is running, and outlives the time until close().
  void start(grpc::Server& server);
  /// Takes no more connections; those that are there are cut after this time.
  void close(std::chrono::milliseconds grace);

  /// Ends the connection of the call with this peer(); others than "fd:N" are left alone.
  void cut(std::string_view peer);

  static bool isLocal(std::string_view peer) { return peer.starts_with("fd:"); }

 private:
  void loop();
  /// Under the lock, milliseconds until all connections are cut; -1 as long as that is not known.
  int timeLeft() const;
  void accept();
  void wake();

  FileDescriptor listening_;
  FileDescriptor wake_;  ///< An eventfd: readable when the thread is to look around.
  std::mutex mutex_;
  grpc::Server* server_ = nullptr;  ///< Null while, and after which, no connection is taken.
  std::optional<std::chrono::steady_clock::time_point> cut_all_at_;
  bool ending_ = false;
  /// A second descriptor of each connection, by the name that gRPC gives it: stays ours when gRPC closes the first.
  std::map<std::string, FileDescriptor, std::less<>> connections_;
  std::thread thread_;
};

}  // namespace gan
