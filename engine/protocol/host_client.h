#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "protocol/run_client.h"

namespace ganstudio::v1 {
class RunList;
}

namespace gan {

/// Client of a host, by ssh: its runs in their folders, and trainings that are started there. With the logins of a
/// Target that run clients are given as well, all of them share one. Message types are in "protocol/studio.pb.h".
///
/// Every function blocks the calling thread, may be called from any, and throws as RunClient's do; what ssh says is
/// among it. Paths are the host's own; one that begins with /~/ leads from the user's home folder.
class HostClient {
 public:
  /// Of a target its host counts. Throws Error(kInvalidArgument, "target_invalid" | "host_needs_ssh").
  explicit HostClient(const Target& target, std::chrono::milliseconds timeout = std::chrono::seconds(10));
  ~HostClient();
  HostClient(const HostClient&) = delete;
  HostClient& operator=(const HostClient&) = delete;

  enum class Listing { kOnce, kFollow };
  /// False: no more is wanted.
  using Take = std::function<bool(const ganstudio::v1::RunList& news)>;
  /// The runs of a folder, all of them first; with kFollow then what changes, until take wants no more or close().
  void listRuns(const std::string& folder, Listing listing, const Take& take);

  /// What became of a training that was started.
  enum class Start { kServes, kEnded };
  struct Started {
    Start start = Start::kServes;
    std::string run;  ///< Its folder as listRuns() names it.
  };
  /// Starts `gan-engine` with such arguments: train or resume with their options, for this run folder. Throws what that
  /// program says when it ended before it answered for the run.
  Started startRun(const std::string& run, const std::vector<std::string>& arguments);

  /// Has somebody answer for a run, for as long as the login lasts, unless an engine does already.
  void serveRun(const std::string& run);

  struct Found {
    std::string json;   ///< What `gan-engine data ... --json` prints.
    std::string sheet;  ///< Samples, a PNG; empty: there is none.
  };
  /// Has `gan-engine` look at images there, with such arguments: data inspect or data tune with their options. progress
  /// is called with lines of its own, "inspecting 1,024/60,000 images". Throws what that program says, too.
  Found lookAtData(const std::vector<std::string>& arguments,
                   const std::function<void(const std::string& line)>& progress);

  /// Has `gan-engine` turn to the Slurm there, with such arguments: slurm script, submit, jobs or cancel with their
  /// options. Returns what --json prints, and throws what that program says, too.
  std::string askSlurm(const std::vector<std::string>& arguments);

  /// Ends whatever is under way, on all threads, and refuses what comes later.
  void close();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gan
