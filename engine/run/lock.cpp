#include "run/lock.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <condition_variable>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/log.h"
#include "core/random_hex.h"
#include "core/units.h"
#include "run/json.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

/// Fixed, so that a renewal is one write over the same bytes: it needs no space on a full disk, and readers never see
/// an empty file.
constexpr std::size_t kFileBytes = 2048;
constexpr std::chrono::seconds kTurnTimeout{5};
constexpr std::chrono::milliseconds kTurnRetry{5};
/// Of a heartbeat; well below kLockSilenceLimit, after which others take the lock over.
constexpr std::chrono::seconds kLongestTrust{30};

std::string variable(const char* name) {
  constexpr std::size_t kMaxBytes = 64;
  const char* value = std::getenv(name);
  return std::string(value == nullptr ? "" : value).substr(0, kMaxBytes);
}

std::int64_t restartsOfThisJob() {
  const std::string text = variable("SLURM_RESTART_COUNT");
  std::int64_t count = 0;
  std::from_chars(text.data(), text.data() + text.size(), count);
  return std::max<std::int64_t>(count, 0);
}

LockHolder describeThisProcess() {
  return {thisProcess(),
          processStartUnixSeconds(),
          variable("SLURM_JOB_ID"),
          variable("SLURM_CLUSTER_NAME"),
          restartsOfThisJob(),
          unixSeconds(),
          randomHex(8)};
}

/// Slurm starts no second attempt of a job before the first is gone.
bool isEarlierAttemptOfThisJob(const LockHolder& holder) {
  return !holder.job_id.empty() && holder.job_id == variable("SLURM_JOB_ID") &&
         holder.job_cluster == variable("SLURM_CLUSTER_NAME") && holder.job_restarts < restartsOfThisJob();
}

std::string toText(const LockHolder& holder) {
  std::string text = json::pretty({{"host", holder.host},
                                   {"pid", holder.pid},
                                   {"started_unix_seconds", json::real(holder.started_unix_seconds)},
                                   {"job_id", holder.job_id},
                                   {"job_cluster", holder.job_cluster},
                                   {"job_restarts", holder.job_restarts},
                                   {"heartbeat_unix_seconds", json::real(holder.heartbeat_unix_seconds)},
                                   {"boot_id", holder.boot_id},
                                   {"pid_namespace", holder.pid_namespace},
                                   {"start_ticks", holder.start_ticks},
                                   {"token", holder.token}});
  text.resize(kFileBytes, ' ');
  text.back() = '\n';
  return text;
}

LockHolder fromText(std::string_view text, const fs::path& path) {
  const std::string source = path.string();
  const json::Origin origin{"run_bad_lock", source, "If no engine works on this run, delete it."};
  const json::Json object = json::parseObject(text, origin);
  const json::Members in(object, origin);
  LockHolder holder;
  holder.host = in.text("host");
  holder.pid = static_cast<int>(in.integer("pid", 0, std::numeric_limits<int>::max()));
  holder.boot_id = in.text("boot_id");
  holder.pid_namespace = in.text("pid_namespace");
  holder.start_ticks = in.size("start_ticks");
  holder.started_unix_seconds = in.real("started_unix_seconds");
  holder.job_id = in.text("job_id");
  if (in.has("job_cluster")) holder.job_cluster = in.text("job_cluster");
  if (in.has("job_restarts")) holder.job_restarts = in.integer("job_restarts", 0);
  holder.heartbeat_unix_seconds = in.real("heartbeat_unix_seconds");
  holder.token = in.text("token");
  return holder;
}

std::string readStart(const FileDescriptor& file, const fs::path& path) {
  std::string text(kFileBytes, '\0');
  const ssize_t count = ::pread(file.get(), text.data(), text.size(), 0);
  if (count < 0) throwFileError("read", path, errno);
  text.resize(static_cast<std::size_t>(count));
  return text;
}

/// Nothing for an empty file: its maker ended before it could write.
std::optional<LockHolder> readHolder(const FileDescriptor& file, const fs::path& path) {
  constexpr int kAttempts = 3;  // a reader that does not take turns may meet a write
  for (int attempt = 1;; ++attempt) {
    const std::string text = readStart(file, path);
    if (text.empty()) return std::nullopt;
    try {
      return fromText(text, path);
    } catch (const Error&) {
      if (attempt == kAttempts) break;
      std::this_thread::sleep_for(kTurnRetry);
    }
  }
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) throwFileError("inspect", path, errno);
  LockHolder unknown;
  unknown.heartbeat_unix_seconds = static_cast<double>(status.st_mtim.tv_sec);
  return unknown;
}

/// True when path still names the file that is open: a holder may have removed it before our turn came.
bool isStillThere(const FileDescriptor& file, const fs::path& path) {
  struct stat opened {};
  struct stat named {};
  return ::fstat(file.get(), &opened) == 0 && ::lstat(path.c_str(), &named) == 0 && opened.st_dev == named.st_dev &&
         opened.st_ino == named.st_ino;
}

/// A contender's turn at the lock file.
class Turn {
 public:
  explicit Turn(const FileDescriptor& file) : file_(file) {
    const auto deadline = std::chrono::steady_clock::now() + kTurnTimeout;
    while (::flock(file_.get(), LOCK_EX | LOCK_NB) != 0) {
      const bool busy = errno == EWOULDBLOCK || errno == EINTR;
      if (!busy) return;  // a file system without flock: go on without turns
      // Whoever has the turn needs microseconds, unless it was suspended.
      if (std::chrono::steady_clock::now() > deadline) {
        timed_out_ = true;
        return;
      }
      std::this_thread::sleep_for(kTurnRetry);
    }
  }
  // Unlocked in so many words: a child that was forked meanwhile shares the open file and would go on holding it.
  ~Turn() { ::flock(file_.get(), LOCK_UN); }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

  bool timedOut() const { return timed_out_; }

 private:
  const FileDescriptor& file_;
  bool timed_out_ = false;
};

void writeHolder(const FileDescriptor& file, const fs::path& path, const LockHolder& holder) {
  const std::string text = toText(holder);
  const ssize_t count = ::pwrite(file.get(), text.data(), text.size(), 0);
  if (count != static_cast<ssize_t>(text.size())) throwFileError("write", path, count < 0 ? errno : ENOSPC);
}

/// Only of a holder elsewhere: one in this process table is seen to run.
bool jobEnded(const LockHolder& holder, const JobHasEnded& job_has_ended) {
  return job_has_ended && !holder.job_id.empty() && !sharesProcessTable(holder, thisProcess()) && job_has_ended(holder);
}

[[noreturn]] void throwLocked(const fs::path& run_folder, const LockHolder& holder) {
  const std::string pid = holder.pid > 0 ? std::to_string(holder.pid) : "unknown";
  throw Error(
      ErrorCode::kFailedPrecondition, "run_locked",
      "{run} is in use by process {pid} on {host}, running since {since}, last heard of {silence} ago. Watch or "
      "steer that one, or stop it first. If it is certainly gone, delete {lock}.",
      {{"run", run_folder.string()},
       {"pid", pid},
       {"host", holder.host.empty() ? "an unknown host" : holder.host},
       {"since", formatUtc(holder.started_unix_seconds)},
       {"silence",
        formatDuration(std::chrono::duration<double>(std::max(0.0, unixSeconds() - holder.heartbeat_unix_seconds)))},
       {"lock", (run_folder / "lock").string()}});
}

}  // namespace

std::chrono::duration<double> timeSinceBoot() {
  timespec now{};
  ::clock_gettime(CLOCK_BOOTTIME, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

/// Renews a lock until it goes or a renewal fails.
class RunLock::Heartbeat {
 public:
  Heartbeat(RunLock& lock, std::chrono::duration<double> interval)
      : thread_([this, &lock, interval] { beat(lock, interval); }) {}
  ~Heartbeat() {
    std::unique_lock guard(mutex_);
    stopping_ = true;
    changed_.notify_all();
    if (!changed_.wait_for(guard, kStopLimit, [this] { return ended_; })) {
      log::error("the disk of the run does not answer: its lock is left behind");
      std::_Exit(EXIT_FAILURE);
    }
    guard.unlock();
    thread_.join();
  }
  Heartbeat(const Heartbeat&) = delete;
  Heartbeat& operator=(const Heartbeat&) = delete;

  void throwIfFailed() {
    const std::lock_guard guard(mutex_);
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  static constexpr std::chrono::seconds kStopLimit{30};

  void beat(RunLock& lock, std::chrono::duration<double> interval) {
    pthread_setname_np(pthread_self(), "gan-heartbeat");
    std::exception_ptr failure;
    std::unique_lock guard(mutex_);
    while (!failure && !changed_.wait_for(guard, interval, [this] { return stopping_; })) {
      guard.unlock();
      try {
        lock.renew();
      } catch (const std::exception&) {
        failure = std::current_exception();
      }
      guard.lock();
    }
    failure_ = failure;
    ended_ = true;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ = false;
  bool ended_ = false;
  std::exception_ptr failure_;
  std::thread thread_;  ///< The last member: it uses the others.
};

RunLock::RunLock(const fs::path& run_folder, std::chrono::duration<double> silence_limit,
                 const JobHasEnded& job_has_ended)
    : path_(run_folder / "lock"), self_(describeThisProcess()) {
  acquire(silence_limit, job_has_ended);
}

void RunLock::acquire(std::chrono::duration<double> silence_limit, const JobHasEnded& job_has_ended) {
  for (;;) {
    file_ = openRegularFile(path_, O_RDWR | O_CREAT | O_NOFOLLOW);
    const Turn turn(file_);
    if (!isStillThere(file_, path_)) continue;
    const std::optional<LockHolder> found = readHolder(file_, path_);
    const bool gone = found && !turn.timedOut() && (isStale(*found, silence_limit) || jobEnded(*found, job_has_ended));
    if (found && !gone) throwLocked(path_.parent_path(), *found);
    if (turn.timedOut()) throwLocked(path_.parent_path(), LockHolder{});
    previous_ = found;
    self_.heartbeat_unix_seconds = unixSeconds();
    try {
      writeHolder(file_, path_, self_);
      if (::fsync(file_.get()) != 0) throwFileError("flush", path_, errno);
    } catch (const Error&) {
      if (!found) ::unlink(path_.c_str());
      throw;
    }
    return;
  }
}

bool RunLock::isOurs() const {
  if (!isStillThere(file_, path_)) return false;
  const auto found = readHolder(file_, path_);
  return found && found->token == self_.token;
}

RunLock::~RunLock() {
  heartbeat_.reset();
  try {
    const Turn turn(file_);
    if (!turn.timedOut() && isOurs()) ::unlink(path_.c_str());
  } catch (const Error&) {
    // The lock stays; it is stale as soon as this process has ended.
  }
}

void RunLock::keepAlive(std::chrono::duration<double> interval, Clock clock) {
  clock_ = std::move(clock);
  renewed_ = clock_();
  heartbeat_ = std::make_unique<Heartbeat>(*this, interval);
}

void RunLock::throwIfLost() {
  if (!heartbeat_) return;
  heartbeat_->throwIfFailed();
  const auto silence = [this] {
    const std::lock_guard guard(renewal_);
    return clock_() - renewed_;
  };
  if (silence() > kLongestTrust) renew();
}

void RunLock::renew() {
  const std::lock_guard guard(renewal_);
  const Turn turn(file_);
  if (!isOurs()) {
    const auto found = holder(path_.parent_path());
    throw Error(
        ErrorCode::kFailedPrecondition, "run_lock_lost",
        "This process no longer holds {lock}: {holder}. It stops writing to the run; its checkpoints are whole.",
        {{"lock", path_.string()},
         {"holder", !found ? "the file was deleted"
                           : "process " + std::to_string(found->pid) + " on " + found->host + " took it over"}});
  }
  if (turn.timedOut()) return;  // suspended with the turn in hand; the next renewal comes in seconds
  self_.heartbeat_unix_seconds = unixSeconds();
  writeHolder(file_, path_, self_);
  renewed_ = clock_();
}

std::optional<LockHolder> RunLock::holder(const fs::path& run_folder) {
  const fs::path path = run_folder / "lock";
  try {
    const FileDescriptor file = openRegularFile(path, O_RDONLY | O_NOFOLLOW);
    return readHolder(file, path);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kNotFound) return std::nullopt;
    throw;
  }
}

bool RunLock::isStale(const LockHolder& holder, std::chrono::duration<double> silence_limit) {
  if (sharesProcessTable(holder, thisProcess())) return !isRunning(holder);
  if (isEarlierAttemptOfThisJob(holder)) return true;
  const double silence = unixSeconds() - holder.heartbeat_unix_seconds;
  return !(silence <= silence_limit.count());  // also when it is not a number
}

}  // namespace gan
