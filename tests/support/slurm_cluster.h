#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "support/process.h"

namespace gan::test {

/// A real Slurm on this machine: one controller, four nodes n0 ... n3 with two make-believe GPUs each
/// (tests/system/slurm-up.sh). Goes away, with its jobs, when the object goes.
class SlurmCluster {
 public:
  /// Null, and a sentence in why, where Slurm's programs are missing or a cluster cannot be made.
  static std::unique_ptr<SlurmCluster> start(std::string& why);
  ~SlurmCluster();
  SlurmCluster(const SlurmCluster&) = delete;
  SlurmCluster& operator=(const SlurmCluster&) = delete;

  /// What its users' environment holds.
  Process::Environment environment() const;
  /// What squeue says of a job with this format; empty for a job that it does not know.
  std::string ask(const std::string& job, const std::string& format) const;
  bool waitForState(const std::string& job, const std::string& state,
                    std::chrono::seconds timeout = std::chrono::seconds(60)) const;
  /// A node dies as in a power cut.
  void killNode(const std::string& node) const;

 private:
  explicit SlurmCluster(std::string folder) : folder_(std::move(folder)) {}
  std::string folder_;
};

}  // namespace gan::test
