#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace gan {

/// Who holds a run folder.
struct LockHolder {
  std::string host;
  int pid = 0;
  double started_unix_seconds = 0;    ///< Start of the process, tells a reused pid apart.
  std::string job_id;                 ///< Slurm job, if any.
  double heartbeat_unix_seconds = 0;  ///< Renewed every few seconds.
};

/// Exclusive right to write to a run folder, held through the file `lock` in it. Works across hosts that share the
/// folder; a lock whose process is dead on this host, or that was silent for 2 minutes, is stale and is taken over.
class RunLock {
 public:
  /// Throws Error(kFailedPrecondition, "run_locked") that names the holder.
  explicit RunLock(const std::filesystem::path& run_folder);
  /// Removes the lock.
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

  /// The stale lock that was taken over, if there was one.
  const std::optional<LockHolder>& previous() const { return previous_; }
  /// Renews the heartbeat. Throws Error(kFailedPrecondition, "run_lock_lost") if somebody else took the lock meanwhile.
  void renew();

  /// Who holds the lock now, live or stale; nothing when free.
  static std::optional<LockHolder> holder(const std::filesystem::path& run_folder);
  /// True when the holder can no longer be running.
  static bool isStale(const LockHolder& holder);

 private:
  std::filesystem::path path_;
  std::string token_;
  std::optional<LockHolder> previous_;
};

}  // namespace gan
