#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "core/file_descriptor.h"
#include "run/process_identity.h"

namespace gan {

/// Who holds a run folder.
struct LockHolder : ProcessIdentity {
  double started_unix_seconds = 0;    ///< Start of the process, for people.
  std::string job_id;                 ///< Slurm job, if any.
  std::string job_cluster;            ///< The cluster in which that number counts.
  std::int64_t job_restarts = 0;      ///< How often the job had been put back into the queue.
  double heartbeat_unix_seconds = 0;  ///< Renewed every few seconds.
  std::string token;                  ///< Random; of this holding of the lock.
};

/// A holder that cannot be looked up was silent for so long: it is gone. Clocks of hosts that share a folder must agree
/// to well within this.
inline constexpr std::chrono::seconds kLockSilenceLimit{120};

/// Asks whether the job of a holder on another machine has ended; false when that cannot be known.
using JobHasEnded = std::function<bool(const LockHolder& holder)>;

inline constexpr std::chrono::seconds kHeartbeatInterval{5};

/// Since this machine started, with the time that it was suspended.
std::chrono::duration<double> timeSinceBoot();

/// Exclusive right to write to a run folder, held through the file `lock` in it. Works across hosts that share the
/// folder. A lock is stale, and is taken over, when its process is dead (same kernel and pid namespace) or, where that
/// cannot be seen, when it was silent for 2 minutes, when this process is a later attempt of the same Slurm job, or
/// when its job has ended. Contenders take turns by flock(2) on the file, so exactly one wins; on a file system where
/// flock reaches only this host, a loser on another host learns of it at its first renew().
class RunLock {
 public:
  /// Throws Error(kFailedPrecondition, "run_locked") that names the holder, Error(kNotFound | kPermissionDenied |
  /// kResourceExhausted).
  explicit RunLock(const std::filesystem::path& run_folder,
                   std::chrono::duration<double> silence_limit = kLockSilenceLimit,
                   const JobHasEnded& job_has_ended = {});
  /// Removes the lock if it is still ours. A file system that has not answered the last heartbeat for half a minute
  /// would hold up the removal as well: the process ends then, with code 1.
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

  /// The stale lock that was taken over, if there was one.
  const std::optional<LockHolder>& previous() const { return previous_; }
  using Clock = std::function<std::chrono::duration<double>()>;
  /// From now on a thread of its own renews the heartbeat, however long whoever holds the lock is busy with one thing.
  void keepAlive(std::chrono::duration<double> interval = kHeartbeatInterval, Clock clock = timeSinceBoot);
  /// To be asked before anything is written to the run: throws what a renewal by that thread threw, which was its last.
  /// After half a minute without a renewal, as when the machine slept, it renews at once instead of waiting for that
  /// thread: another process may have taken the lock over. Thread-safe.
  void throwIfLost();
  /// Renews the heartbeat, once; thread-safe. Throws Error(kFailedPrecondition, "run_lock_lost") if somebody else took
  /// the lock meanwhile.
  void renew();

  /// Who holds the lock now, live or stale; nothing when free. A lock that cannot be read has a holder without a name,
  /// last heard of when the file was changed.
  static std::optional<LockHolder> holder(const std::filesystem::path& run_folder);
  /// True when the holder can no longer be running.
  static bool isStale(const LockHolder& holder, std::chrono::duration<double> silence_limit = kLockSilenceLimit);

 private:
  class Heartbeat;

  void acquire(std::chrono::duration<double> silence_limit, const JobHasEnded& job_has_ended);
  bool isOurs() const;

  std::filesystem::path path_;
  FileDescriptor file_;
  LockHolder self_;
  std::optional<LockHolder> previous_;
  Clock clock_ = timeSinceBoot;
  std::mutex renewal_;
  std::chrono::duration<double> renewed_{0};  ///< By the clock.
  std::unique_ptr<Heartbeat> heartbeat_;      ///< The last member: it uses the others.
};

}  // namespace gan
