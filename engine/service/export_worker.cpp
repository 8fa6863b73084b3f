#include "service/export_worker.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <stop_token>
#include <system_error>
#include <thread>
#include <utility>

#include "config/sample_point.h"
#include "core/atomic_file.h"
#include "core/error.h"
#include "core/log.h"
#include "core/units.h"
#include "protocol/status.h"
#include "run/checkpoint_store.h"
#include "run/current_line.h"
#include "run/journal.h"
#include "run/lock.h"
#include "run/process_identity.h"

namespace gan {
namespace {

namespace fs = std::filesystem;
namespace v1 = ganstudio::v1;
using Clock = std::chrono::steady_clock;

constexpr std::string_view kRows = "rows";
constexpr std::int64_t kTried = 4;                         // pictures, or of a sheet rows
constexpr std::chrono::milliseconds kCancelInterval(100);  // for somebody who cancels
constexpr std::chrono::milliseconds kStateInterval(1000);  // between two states on the disk
// Room that is kept until an export is over, so that a full disk still takes the state which says so.
constexpr const char* kBallast = ".ballast";
constexpr std::size_t kBallastBytes = 32768;
constexpr std::uint32_t kMostAttempts = 3;
constexpr int kMeasureShare = 20;       // adding up what was made takes one part of so many of the time
constexpr std::size_t kNewestKept = 3;  // where no step was asked for: a damaged one is passed over

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

/// Whether what is there need not be made again.
bool canGoOn(const v1::ExportRequest& request) {
  return request.has_evaluation() || (request.has_samples() && !request.samples().format().starts_with("npz"));
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
    // Those that went with their host, or were another host's, were not ended by what they made.
    if (!same_start && !process.boot_id().empty() && !state_.process().boot_id().empty()) state_.set_attempts(0);
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
    ExportTask task = exportTask(store_, id_);
    task.done = static_cast<std::int64_t>(state_.info().done());
    return task;
  }

  void tell(const Progress& progress) {
    v1::ExportInfo& info = *state_.mutable_info();
    info.set_done(static_cast<std::uint64_t>(progress.done));
    info.set_total(static_cast<std::uint64_t>(progress.total));
    if (Clock::now() < written_at_ + kStateInterval) return;
    lock_.throwIfLost();
    if (goes_on_ && info.done() > taken_up_with_) state_.set_attempts(0);
    requireExportRoom(folder_, 0);
    if (Clock::now() >= measure_at_) measure();
    info.set_seconds(secondsSoFar());
    if (info.done() > 0) {
      const double whole = static_cast<double>(info.total()) / static_cast<double>(info.done());
      info.set_expected_seconds(info.seconds() * whole);
    }
    write();
  }

  double secondsSoFar() const {
    return seconds_before_ + std::chrono::duration<double>(Clock::now() - began_at_).count();
  }

  void measure() {
    const Clock::time_point begin = Clock::now();
    state_.mutable_info()->set_bytes(bytesBelow(folder_ / "out"));
    measure_at_ = Clock::now() + kMeasureShare * (Clock::now() - begin);
  }

  void end(std::string_view phase) {
    removeAll(folder_ / kBallast);
    measure();
    v1::ExportInfo& info = *state_.mutable_info();
    info.set_seconds(secondsSoFar());
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
    for (; !stop.stop_requested(); std::this_thread::sleep_for(kCancelInterval)) {
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
  Clock::time_point measure_at_;
  double seconds_before_ = 0;
  bool goes_on_ = false;  // the next process has use for what this one made
  std::uint64_t taken_up_with_ = 0;
};

/// The oldest one that is not over and was not left.
std::optional<std::string> nextOf(const ExportStore& store, const std::set<std::string>& left) {
  for (const std::string& id : store.ids()) {
    if (left.contains(id)) continue;
    try {
      if (store.isOpen(id)) return id;
    } catch (const Error&) {
      continue;  // it is shown as one that has failed
    }
  }
  return std::nullopt;
}

bool isOfSteps(const v1::ExportRequest& request) { return request.has_sheet() && request.sheet().kind() == "steps"; }

/// The checkpoints that an export asks for.
struct AskedSteps {
  std::set<std::int64_t> named;
  bool newest = false;  ///< Besides, the newest one.
};
AskedSteps stepsOf(const v1::ExportRequest& request) {
  AskedSteps asked;
  if (request.has_step()) asked.named.insert(request.step());
  for (const auto* points : {&request.samples().points(), &request.film().keyframes(), &request.sheet().points()}) {
    for (const std::string& point : *points) {
      const std::optional<std::int64_t> step = samplePointFromText(point).step;
      if (step) asked.named.insert(*step);
      // Of samples each point is by itself; keyframes go by those that name one.
      if (!step && request.has_samples() && !request.has_step()) asked.newest = true;
    }
  }
  if (asked.named.empty()) asked.newest = true;
  return asked;
}

/// The checkpoints that it can be made from, as the run stands.
std::vector<CheckpointStore::Entry> checkpointsFor(const fs::path& run, const v1::ExportRequest& request) {
  const CurrentLine line(journalSoFar(run / "journal.log"));
  std::vector<CheckpointStore::Entry> found = CheckpointStore(run / "checkpoints").list();
  std::erase_if(found, [&](const CheckpointStore::Entry& entry) {
    return !line.contains(entry.state.step, entry.state.segment);
  });
  if (isOfSteps(request)) return found;
  const AskedSteps asked = stepsOf(request);
  const std::size_t newest = asked.newest ? std::min(found.size(), kNewestKept) : 0;
  std::vector<CheckpointStore::Entry> wanted;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (i + newest >= found.size() || asked.named.contains(found[i].state.step)) wanted.push_back(found[i]);
  }
  return wanted;
}

/// Keeps a checkpoint from the run's retention, which goes on, by hard links; false where they are not possible. Of one
/// that went meanwhile nothing is kept.
bool keep(const CheckpointStore::Entry& entry, const fs::path& checkpoints) {
  const fs::path kept = checkpoints / entry.name;
  try {
    fs::create_directories(kept);
    for (const auto& file : fs::directory_iterator(entry.path)) {
      fs::create_hard_link(file.path(), kept / file.path().filename());
    }
  } catch (const fs::filesystem_error& error) {
    removeAll(kept);
    return error.code() == std::errc::no_such_file_or_directory;
  }
  std::error_code none;
  if (!fs::exists(entry.path, none)) removeAll(kept);
  return true;
}

/// Before anything is drawn; then that is drawn from what was kept. Where links are not possible, or what was asked for
/// is not there, nothing is kept and the run's own counts.
fs::path keepCheckpoints(const fs::path& run, const v1::ExportRequest& request, const fs::path& folder) {
  const fs::path checkpoints = folder / "checkpoints";
  for (const CheckpointStore::Entry& entry : checkpointsFor(run, request)) {
    if (keep(entry, checkpoints)) continue;
    removeAll(checkpoints);
    return {};
  }
  std::error_code none;
  if (fs::exists(checkpoints, none) && !fs::is_empty(checkpoints, none)) return checkpoints;
  removeAll(checkpoints);
  return {};
}

/// Of those that were kept only the one that was drawn from is needed, and those that are named.
void keepOnly(const std::string& name, const std::set<std::int64_t>& named, const fs::path& checkpoints) {
  if (checkpoints.empty()) return;
  for (const CheckpointStore::Entry& entry : CheckpointStore(checkpoints).list()) {
    if (entry.name != name && !named.contains(entry.state.step)) removeAll(entry.path);
  }
}

}  // namespace

ExportTask exportTask(const ExportStore& store, const std::string& id) {
  const fs::path folder = store.folderOf(id);
  const fs::path checkpoints = folder / "checkpoints";
  return {.run = store.run(),
          .request = readExportRequest(folder),
          .out = folder / "out",
          .checkpoints = fs::exists(checkpoints) ? checkpoints : fs::path()};
}

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
    const fs::path checkpoints = keepCheckpoints(run, request, folder);
    ProgressMonitor monitor;
    const ExportMade made =
        make({.run = run, .request = request, .out = tried, .checkpoints = checkpoints, .at_most = kTried}, monitor);
    if (made.done == 0) {
      throw Error(ErrorCode::kInternal, "internal", "{reason}", {{"reason", "nothing was made to try an export out"}});
    }
    const double whole = static_cast<double>(made.total) / static_cast<double>(made.done);
    info.set_total(static_cast<std::uint64_t>(made.total));
    info.set_unit(made.unit);
    // What is said of all pictures is written once; beside a sheet it has a line for each.
    const std::uint64_t said = made.unit == kRows ? 0 : descriptionBytesBelow(tried);
    const double drawn = static_cast<double>(bytesBelow(tried) - said) * whole;
    info.set_expected_bytes(said + made.all_bytes.value_or(static_cast<std::uint64_t>(drawn)));
    info.set_expected_seconds(made.all_seconds.value_or(made.seconds * whole) + made.seconds_besides);
    info.set_preview(made.preview);
    if (made.step) request.set_step(*made.step);
    if (!isOfSteps(request)) keepOnly(made.checkpoint, stepsOf(request).named, checkpoints);
    writeExportRequest(folder, request);
  } catch (const std::exception& error) {
    setError(info, error);
  }
  removeAll(tried);
  writeExportState(folder, state);
}

}  // namespace gan
