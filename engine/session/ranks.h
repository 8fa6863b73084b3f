#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "config/batch_size_consistency.h"
#include "core/error.h"
#include "launch/placement.h"
#include "launch/world.h"
#include "run/command_queue.h"
#include "run/run_folder.h"
#include "training/training_processes.h"

namespace gan {

struct GpuBackend;

/// What ended rank 0, as the other ranks throw it: the same error, which rank 0 tells people itself.
class RankZeroError : public Error {
 public:
  explicit RankZeroError(const Error& error) : Error(error) {}
};

struct RanksOptions {
  std::chrono::seconds arrival_timeout{300};  ///< Until all processes must be there.
  std::chrono::seconds silence_timeout{600};  ///< Longest wait for another process afterwards.
  std::string interface;                      ///< Network interface, "eth0"; empty: the one that leads to the others.
  RankDevice device;                          ///< On which this process computes.
  std::shared_ptr<const GpuBackend> gpu_backend;  ///< Connects GPUs directly; null: by way of the hosts.
  std::function<bool()> given_up;  ///< Whether not to wait for the others any more; empty: that never is.
};

/// The processes that train one run together, as this one sees them, and how they come to the same decisions: rank 0
/// hears clients, clocks and the disk, and what it found is what all of them go by. No tensor shows here.
///
/// A process on its own is rank 0 of 1, and every question is answered by what it asked with. One thread; every rank
/// asks the same questions in the same order. Throws Error(kPeerLost) once another rank is gone.
class Ranks {
 public:
  /// A process on its own.
  Ranks();
  /// Waits until all ranks of the world are there and connects them. Throws what meet() throws, such as a refusal of
  /// where they compute.
  Ranks(const World& world, const RanksOptions& options);
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  const World& world() const { return world_; }
  int size() const { return world_.size; }

  /// Before training: each copy of the networks is held by so many ranks, a stage each. Rank = replica * stages +
  /// stage. A process on its own holds all of them. All ranks together, once. Throws Error(kInvalidArgument,
  /// "stages_processes").
  void divide(int stages);
  /// Processes that hold one copy of the networks, and which of them this is.
  int stages() const { return stages_; }
  int stage() const { return world_.rank % stages_; }
  /// Copies of the networks, each trained with a slice of every batch.
  int replicas() const { return world_.size / stages_; }
  int replica() const { return world_.rank / stages_; }
  bool leads() const { return world_.rank == 0; }
  /// Whether this one's part of the discriminator is the one that images enter; see ProcessStages.
  bool meetsImages() const { return stage() == stages_ - 1; }
  /// The name of every rank's host, by rank.
  const std::vector<std::string>& hosts() const { return hosts_; }
  /// "rank 1 of 4 at 192.168.1.4 (eth0)".
  std::string describe() const;
  /// Where each rank computes, by rank: "cuda:0 (NVIDIA H200, GPU-5a3c...) of n3".
  const std::vector<std::string>& devices() const { return devices_; }

  /// Whether any rank says yes.
  bool any(bool yes);
  /// Rank 0's answer.
  bool decide(bool yes);
  /// Rank 0's text.
  std::string share(const std::string& text);
  /// Every rank's text, by rank.
  std::vector<std::string> gather(const std::string& text);
  /// Rank 0's commands; on other ranks answers go nowhere.
  std::vector<CommandQueue::Item> share(std::vector<CommandQueue::Item> items);
  /// Does what rank 0 alone can do. What it throws there the other ranks throw as RankZeroError.
  void leadThrough(const std::function<void()>& work);

  /// Does what every rank does for itself, without the others. What it throws on one, all throw: rank 0's as
  /// leadThrough(), else that of the first rank that fails, as Error(its code, "rank_failed") with rank and host.
  void onAll(const std::function<void()>& work);

  /// The folder that rank 0 makes or opens, which all ranks must see, not copies of it: throws
  /// Error(kFailedPrecondition, "run_folder_not_shared") on all, naming the hosts that do not.
  RunFolder openFolder(const std::function<RunFolder()>& make);

  /// Null for a process on its own.
  Collective* collective() { return collective_.get(); }
  /// For the trainer, after divide().
  TrainingProcesses processes();

 private:
  /// Before what all ranks do together: see StageGroup::goOn().
  void goOn();
  /// Throws where a rank has not found the folder.
  void requireOnAll(const std::string& path, bool found);

  World world_;
  std::chrono::milliseconds silence_timeout_;
  std::string place_;
  std::vector<std::string> devices_;
  std::vector<std::string> hosts_;
  int stages_ = 1;
  std::unique_ptr<Collective> collective_;
  std::unique_ptr<Collective> of_stage_;  ///< The other replicas' processes of this stage; null: collective_, or none.
  std::unique_ptr<StageGroup> of_replica_;
};

}  // namespace gan
