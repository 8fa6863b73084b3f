#include "service/export_worker.h"

#include <chrono>
#include <set>
#include <stop_token>
#include <system_error>
#include <thread>
#include <utility>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/log.h"
#include "core/units.h"
#include "protocol/status.h"
#include "run/lock.h"

namespace gan {
namespace {

namespace fs = std::filesystem;
namespace v1 = ganstudio::v1;
using Clock = std::chrono::steady_clock;

constexpr std::int64_t kTried = 4;                         // pictures, or of a sheet rows
constexpr std::chrono::milliseconds kLookInterval(100);    // for somebody who cancels
constexpr std::chrono::milliseconds kStateInterval(1000);  // between two states on the disk
// Room that is kept until an export is over, so that a full disk still takes the state which says so.
constexpr const char* kBallast = ".ballast";
constexpr std::size_t kBallastBytes = 32768;
constexpr std::uint32_t kMostAttempts = 3;

void makeFolder(const fs::path& folder) {
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure) throwFileError("make", folder, failure.value());
}

void removeAll(const fs::path& path) {
  std::error_code ignored;
  fs::remove_all(path, ignored);
}

/// What a killed process was making.
void removeUnfinished(const fs::path& out) {
  std::error_code gone;
  std::vector<fs::path> hidden;
  for (auto at = fs::recursive_directory_iterator(out, gone); !gone && at != fs::recursive_directory_iterator();
       at.increment(gone)) {
    if (!at->path().filename().string().starts_with('.')) continue;
    at.disable_recursion_pending();
    hidden.push_back(at->path());
  }
  for (const fs::path& path : hidden) removeAll(path);
}

v1::ExportProcess describeThisProcess() {
  const ProcessIdentity identity = thisProcess();
  v1::ExportProcess process;
  process.set_host(identity.host);
  process.set_boot_id(identity.boot_id);
  process.set_pid_namespace(identity.pid_namespace);
  process.set_pid(identity.pid);
  process.set_start_ticks(identity.start_ticks);
  return process;
}

void setError(v1::ExportInfo& info, const std::exception& error) {
  const auto* known = dynamic_cast<const Error*>(&error);
  toMessage(known != nullptr ? *known : Error(ErrorCode::kInternal, "internal", "{reason}", {{"reason", error.what()}}),
            *info.mutable_error());
}

/// Whether pictures that are there need not be made again.
bool canGoOn(const v1::ExportRequest& request) {
  return request.has_samples() && !request.samples().format().starts_with("npz");
}

/// One export, from its first picture in this process to its last.
class Work {
 public:
  Work(const ExportStore& store, std::string id, RunLock& lock)
      : store_(store),
        id_(std::move(id)),
        lock_(lock),
        folder_(store.folderOf(id_)),
        state_(readExportState(folder_)) {}

  void perform(const MakeExport& make) {
    log::info("export " + id_ + " begins");
    ProgressMonitor monitor([this](const Progress& progress) { tell(progress); });
    try {
      const std::jthread looking([&](const std::stop_token& stop) { cancelWhenAsked(monitor, stop); });
      if (store_.isToBeCancelled(id_)) monitor.cancel();
      monitor.throwIfCancelled();
      begin();
      const ExportMade made = make(task(), monitor);
      state_.mutable_info()->set_done(static_cast<std::uint64_t>(made.done));
      state_.mutable_info()->set_total(static_cast<std::uint64_t>(made.total));
      end(export_phase::kDone);
    } catch (const std::exception& error) {
      lock_.throwIfLost();  // then it is another process's, and its state, too
      if (monitor.cancelled()) {
        removeAll(folder_ / "out");
        state_.mutable_info()->set_done(0);
        state_.mutable_info()->clear_error();
        return end(export_phase::kCancelled);
      }
      setError(*state_.mutable_info(), error);
      end(export_phase::kFailed);
    }
  }

 private:
  void begin() {
    v1::ExportInfo& info = *state_.mutable_info();
    const v1::ExportProcess process = describeThisProcess();
    const bool same_start = !process.boot_id().empty() && state_.process().boot_id() == process.boot_id();
    goes_on_ = canGoOn(readExportRequest(folder_));
    if (!same_start || !goes_on_) info.set_done(0);
    *state_.mutable_process() = process;
    state_.set_attempts(state_.attempts() + 1);
    if (state_.attempts() > kMostAttempts) {
      throw Error(ErrorCode::kResourceExhausted, "export_process_lost",
                  "The processes that made it were ended {count} times before they had made anything to go on from. "
                  "Look whether the host has memory left, then continue or cancel it.",
                  {{"count", std::to_string(kMostAttempts)}});
    }
    taken_up_with_ = info.done();
    seconds_before_ = info.done() > 0 ? info.seconds() : 0;
    info.clear_error();
    info.set_phase(std::string(export_phase::kRunning));
    if (info.done() == 0) removeAll(folder_ / "out");
    makeFolder(folder_ / "out");
    removeUnfinished(folder_ / "out");
    writeFileAtomically(folder_ / kBallast, std::string(kBallastBytes, '.'));
    write();
  }

  ExportTask task() const {
    const fs::path checkpoints = folder_ / "checkpoints";
    return {.run = store_.run(),
            .request = readExportRequest(folder_),
            .out = folder_ / "out",
            .checkpoints = fs::exists(checkpoints) ? checkpoints : fs::path(),
            .done = static_cast<std::int64_t>(state_.info().done())};
  }

  void tell(const Progress& progress) {
    v1::ExportInfo& info = *state_.mutable_info();
    info.set_done(static_cast<std::uint64_t>(progress.done));
    info.set_total(static_cast<std::uint64_t>(progress.total));
    if (Clock::now() < written_at_ + kStateInterval) return;
    lock_.throwIfLost();
    if (goes_on_ && info.done() > taken_up_with_) state_.set_attempts(0);
    requireExportRoom(folder_, 0);
    measure();
    if (info.done() > 0) {
      const double whole = static_cast<double>(info.total()) / static_cast<double>(info.done());
      info.set_expected_seconds(info.seconds() * whole);
    }
    write();
  }

  void measure() {
    const std::chrono::duration<double> took = Clock::now() - began_at_;
    state_.mutable_info()->set_seconds(seconds_before_ + took.count());
    state_.mutable_info()->set_bytes(bytesBelow(folder_ / "out"));
  }

  void end(std::string_view phase) {
    removeAll(folder_ / kBallast);
    measure();
    v1::ExportInfo& info = *state_.mutable_info();
    info.set_phase(std::string(phase));
    state_.set_attempts(0);
    if (phase == export_phase::kDone) {
      info.set_expected_bytes(info.bytes());
      info.set_expected_seconds(info.seconds());
    }
    if (phase != export_phase::kFailed) removeAll(folder_ / "checkpoints");
    write();
    log::info("export " + id_ + " ended: " + std::string(phase) +
              (info.has_error() ? ", " + errorFrom(info.error()).message() : ""));
  }

  void write() {
    writeExportState(folder_, state_);
    written_at_ = Clock::now();
  }

  void cancelWhenAsked(ProgressMonitor& monitor, const std::stop_token& stop) const {
    for (; !stop.stop_requested(); std::this_thread::sleep_for(kLookInterval)) {
      if (store_.isToBeCancelled(id_)) return monitor.cancel();
    }
  }

  const ExportStore& store_;
  const std::string id_;
  RunLock& lock_;
  const fs::path folder_;
  v1::ExportState state_;
  const Clock::time_point began_at_ = Clock::now();
  Clock::time_point written_at_;
  double seconds_before_ = 0;
  bool goes_on_ = false;  // the next process has use for what this one made
  std::uint64_t taken_up_with_ = 0;
};

/// The oldest one that is not over and was not left.
std::optional<std::string> nextOf(const ExportStore& store, const std::set<std::string>& left) {
  for (const std::string& id : store.ids()) {
    if (left.contains(id)) continue;
    try {
      const std::string phase = readExportState(store.folderOf(id)).info().phase();
      const bool open = phase == export_phase::kWaiting || phase == export_phase::kRunning;
      if (open || (phase == export_phase::kFailed && store.isToBeCancelled(id))) return id;
    } catch (const Error&) {
      continue;  // it is shown as one that has failed
    }
  }
  return std::nullopt;
}

/// So that the run's retention, which goes on, does not take it away. Where links are not possible the run's own
/// counts.
void keepCheckpoint(const fs::path& run, const std::string& name, const fs::path& folder) {
  if (name.empty()) return;
  const fs::path kept = folder / "checkpoints" / name;
  try {
    fs::create_directories(kept);
    for (const auto& file : fs::directory_iterator(run / "checkpoints" / name)) {
      fs::create_hard_link(file.path(), kept / file.path().filename());
    }
  } catch (const fs::filesystem_error&) {
    removeAll(folder / "checkpoints");
  }
}

}  // namespace

void workOnExports(const ExportStore& store, const MakeExport& make) {
  makeFolder(store.workerFolder());
  std::set<std::string> left;  // whose own files could not be read or written
  do {
    std::optional<RunLock> lock;
    try {
      lock.emplace(store.workerFolder());
    } catch (const Error& error) {
      if (error.id() == "run_locked") return;
      throw;
    }
    lock->keepAlive();
    while (const auto id = nextOf(store, left)) {
      try {
        Work(store, *id, *lock).perform(make);
      } catch (const std::exception& error) {
        lock->throwIfLost();
        log::error("export " + *id + " is left as it is: " + error.what());
        left.insert(*id);
      }
    }
    // One that came before the lock is free has sent its process away: it is looked for once more.
  } while (nextOf(store, left));
}

void tryExport(const fs::path& run, const fs::path& folder, const MakeExport& make) {
  v1::ExportState state;
  v1::ExportInfo& info = *state.mutable_info();
  info.set_phase(std::string(export_phase::kWaiting));
  info.set_created_unix_seconds(unixSeconds());
  const fs::path tried = folder / "tried";
  try {
    v1::ExportRequest request = readExportRequest(folder);
    makeFolder(tried);
    ProgressMonitor monitor;
    const ExportMade made =
        make({.run = run, .request = request, .out = tried, .checkpoints = {}, .at_most = kTried}, monitor);
    if (made.done == 0) {
      throw Error(ErrorCode::kInternal, "internal", "{reason}", {{"reason", "nothing was made to try an export out"}});
    }
    const double whole = static_cast<double>(made.total) / static_cast<double>(made.done);
    info.set_total(static_cast<std::uint64_t>(made.total));
    info.set_unit(made.unit);
    info.set_expected_bytes(static_cast<std::uint64_t>(static_cast<double>(bytesBelow(tried)) * whole));
    info.set_expected_seconds(made.seconds * whole);
    if (made.step) request.set_step(*made.step);
    keepCheckpoint(run, made.checkpoint, folder);
    writeExportRequest(folder, request);
  } catch (const std::exception& error) {
    setError(info, error);
  }
  removeAll(tried);
  writeExportState(folder, state);
}

}  // namespace gan
