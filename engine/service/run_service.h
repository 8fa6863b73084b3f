#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "run/command_sink.h"
#include "run/run_reader.h"

namespace gan {

struct ServiceOptions {
  std::string listen;  ///< "HOST:PORT" in addition to the unix socket; empty: none. Needs TLS files in access/.
};

/// Serves one run over gRPC: a live one (sink given) or a finished one (sink null: commands are refused with the reason).
/// Owns its threads, none of which ever makes training wait: watchers read what RunReader read from the files.
class RunServer {
 public:
  /// Creates the socket folder (mode 0700), tokens, endpoint.json. reader and sink must outlive it.
  /// Throws Error(kUnavailable | kPermissionDenied | kInvalidArgument).
  RunServer(RunReader& reader, CommandSink* sink, const ServiceOptions& options);
  /// Ends open calls within two seconds, removes socket and endpoint.json.
  ~RunServer();

  std::string unixSocket() const;
  /// The address a TCP client uses; empty when there is none.
  std::string tcpAddress() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gan
