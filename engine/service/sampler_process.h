#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "core/file_descriptor.h"
#include "core/worker_process.h"

namespace gan {

/// What a process takes of its host.
struct SamplerLoadMeasured {
  double cpu_percent = 0;  ///< 100 is one core.
  std::uint64_t memory_bytes = 0;
};

/// The process that makes pictures, and the socket to it, which is its standard input and output. It is killed when the
/// object goes, and when the engine does.
class SamplerProcess {
 public:
  /// command: program and arguments. From a thread that lives as long as the object; see WorkerProcess, also for what
  /// is thrown.
  explicit SamplerProcess(const std::vector<std::string>& command);

  int socket() const { return socket_.get(); }
  pid_t pid() const { return process_.pid(); }
  /// How it ended: "signal 9", "code 1"; "by its engine" where it goes on for another second and is killed here.
  std::string ended();
  /// The share of a core is that of the last half second or longer, however many ask meanwhile.
  SamplerLoadMeasured measure();

 private:
  FileDescriptor socket_;
  WorkerProcess process_;
  std::chrono::steady_clock::time_point measured_at_;
  double cpu_seconds_ = 0;  ///< That it had taken then,
  double cpu_percent_ = 0;  ///< and how much of a core that was since the time before.
};

}  // namespace gan
