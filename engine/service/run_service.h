#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "run/command_sink.h"
#include "run/run_reader.h"

namespace gan {

struct ServiceOptions {
  std::string listen;  ///< "HOST:PORT" in addition to the unix socket, with TLS; port 0: any. Empty: none.
  /// The program whose subcommand `sampler` makes pictures for clients; empty: none are made.
  std::string sampler_program = {};
  std::chrono::milliseconds sampler_idle{60'000};  ///< Without a request for so long its process ends.
  /// The program whose subcommand `export-worker` makes exports; empty: none are made.
  std::string export_program = {};
  std::chrono::milliseconds exports_interval{60'000};  ///< Between two looks whether somebody still makes them.
  bool trains_on_gpu = false;  ///< Then the journal says once where pictures are made, if that is elsewhere.
};

/// Throws Error(kInvalidArgument, "listen_invalid") unless text is HOST:PORT. For checks before anything is made.
void checkListenAddress(const std::string& text);

/// Serves one run over gRPC: a live one (sink given) or a finished one (sink null: commands are what
/// carryOutUnattended() makes of them). Owns its threads, none of which ever makes training wait: watchers read what
/// RunReader read from the files. They are told of an event once it is on the disk.
class RunServer {
 public:
  /// Has exports gone on with that were interrupted, now and later. Reads the run, makes the socket folder (mode 0700)
  /// and endpoint.json; with `listen` also certificate and tokens where access/ has no good ones, valid for 7 days from
  /// when it answered last. reader and sink must outlive it. Who trains the run (sink given) takes over from a process
  /// that only answers for it; the latter's calls end then. Throws Error(kFailedPrecondition, "run_already_served"),
  /// Error(kUnavailable | kPermissionDenied | kInvalidArgument).
  RunServer(RunReader& reader, CommandSink* sink, const ServiceOptions& options);
  /// Gives those who watch over the network what happened last, for which it waits five seconds at most, ends open
  /// calls within two seconds, removes socket and endpoint.json.
  ~RunServer();
  RunServer(const RunServer&) = delete;
  RunServer& operator=(const RunServer&) = delete;

  /// Before a training that has ended goes: waits until the sheets of its checkpoints are drawn, for a minute at
  /// most. go_on: asked now and then; false ends that. The reader is to know of the last checkpoint.
  void finishSheets(const std::function<bool()>& go_on);

  std::string unixSocket() const;
  /// The address a TCP client uses; empty when there is none.
  std::string tcpAddress() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gan
