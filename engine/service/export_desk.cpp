#include "service/export_desk.h"

#include <fcntl.h>
#include <google/protobuf/util/message_differencer.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <optional>
#include <system_error>
#include <thread>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/log.h"
#include "core/random_hex.h"
#include "core/reason_of.h"
#include "core/units.h"
#include "core/worker_process.h"
#include "protocol/export_files.h"
#include "protocol/status.h"

namespace gan {
namespace {

namespace fs = std::filesystem;
namespace v1 = ganstudio::v1;

constexpr const char* kNewPrefix = ".new-";
constexpr const char* kRemovedPrefix = ".removed-";
constexpr std::chrono::hours kNewFor(1);  // whoever tries one out for longer was killed
constexpr std::chrono::milliseconds kTrialInterval(10);

std::string kindOf(const v1::ExportRequest& request) {
  if (request.has_samples()) return "samples";
  if (request.has_film()) return "film";
  if (request.has_sheet()) return "sheet";
  if (request.has_evaluation()) return "evaluation";
  if (request.has_test()) return "test";
  throw Error(
      ErrorCode::kInvalidArgument, "export_request_missing",
      "The export does not say what is to be made: samples, a film, a sheet, an evaluation or a test. Name one of "
      "them.");
}

/// "20261123-204512-samples-1f2e".
std::string newId(const std::string& kind) {
  std::string time = formatUtc(unixSeconds());
  std::erase_if(time, [](char c) { return c == '-' || c == ':' || c == 'Z'; });
  std::ranges::replace(time, 'T', '-');
  return time + "-" + kind + "-" + randomHex(2);
}

/// A folder that goes with the object unless it was given its name.
class NewFolder {
 public:
  explicit NewFolder(const fs::path& parent) : path_(parent / (kNewPrefix + randomHex(8))) {
    std::error_code failure;
    fs::create_directories(path_, failure);
    if (failure) throwFileError("make", path_, failure.value());
  }
  ~NewFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;

  const fs::path& path() const { return path_; }
  /// False where there is one of that name.
  bool rename(const fs::path& name) {
    if (::rename(path_.c_str(), name.c_str()) != 0) {
      if (errno == EEXIST || errno == ENOTEMPTY) return false;
      throwFileError("make", name, errno);
    }
    flushToDisk(name.parent_path());
    return true;
  }

 private:
  fs::path path_;
};

std::string howEnded(int status) {
  return WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status))
                             : "code " + std::to_string(WEXITSTATUS(status));
}

bool isUnfinished(const v1::ExportInfo& info) {
  return info.phase() == export_phase::kWaiting || info.phase() == export_phase::kRunning ||
         info.phase() == export_phase::kInterrupted;
}

/// False of a damaged one.
bool isOpen(const ExportStore& store, const std::string& id) try { return store.isOpen(id); } catch (const Error&) {
  return false;
}

}  // namespace

ExportDesk::ExportDesk(const fs::path& run, std::string program, std::chrono::milliseconds longest_trial)
    : store_(run), program_(std::move(program)), longest_trial_(longest_trial) {}

v1::ExportInfo ExportDesk::start(const v1::StartExportRequest& request, const std::function<bool()>& go_on) {
  if (!request.id().empty()) requireExportId(request.id());
  checkExportLength(request);
  const std::lock_guard lock(starting_);
  if (!request.only_estimate() && !request.id().empty()) {
    if (store_.has(request.id())) {
      requireSame(request);
      return startAgain(request.id());
    }
    if (!request.has_request()) return store_.info(request.id());  // there is none
  }
  const std::string kind = kindOf(request.request());
  if (!request.only_estimate()) requirePlace();
  requireExportRoom(store_.run(), 0);
  NewFolder folder(store_.folder());
  writeExportRequest(folder.path(), request.request());
  tryOut(folder.path(), go_on);
  v1::ExportState state = readExportState(folder.path());
  v1::ExportInfo& info = *state.mutable_info();
  if (info.has_error()) throw errorFrom(info.error());
  if (request.only_estimate()) {
    *info.mutable_request() = readExportRequest(folder.path());
    return info;
  }
  info.clear_preview();
  writeExportState(folder.path(), state);
  requireExportRoom(store_.folder(), info.expected_bytes());
  const std::string id = request.id().empty() ? newId(kind) : request.id();
  if (!folder.rename(store_.folderOf(id))) {  // another process was asked for it, too
    requireSame(request);
    return startAgain(id);
  }
  startWorker();
  return store_.info(id);
}

void ExportDesk::requireSame(const v1::StartExportRequest& request) const {
  if (!request.has_request()) return;
  v1::ExportRequest stored = readExportRequest(store_.folderOf(request.id()));
  if (!request.request().has_step()) stored.clear_step();  // that one was chosen when it was tried out
  if (google::protobuf::util::MessageDifferencer::Equals(stored, request.request())) return;
  throw Error(ErrorCode::kAlreadyExists, "export_id_taken",
              "The export {id} is another one. Choose another id; `gan-engine export continue` goes on with that one.",
              {{"id", request.id()}});
}

v1::ExportInfo ExportDesk::startAgain(const std::string& id) {
  const v1::ExportInfo info = store_.info(id);
  if (info.phase() == export_phase::kFailed || info.phase() == export_phase::kInterrupted) {
    if (info.phase() == export_phase::kFailed) requirePlace();
    v1::ExportState state = readExportState(store_.folderOf(id));  // not what is damaged
    requireExportRoom(store_.folder(), info.expected_bytes() - std::min(info.bytes(), info.expected_bytes()));
    state.mutable_info()->set_phase(std::string(export_phase::kWaiting));
    state.mutable_info()->clear_error();
    writeExportState(store_.folderOf(id), state);
  }
  if (info.phase() != export_phase::kDone && info.phase() != export_phase::kCancelled) startWorker();
  return store_.info(id);
}

void ExportDesk::tryOut(const fs::path& folder, const std::function<bool()>& go_on) const {
  const FileDescriptor nothing(::open("/dev/null", O_WRONLY | O_CLOEXEC));
  WorkerProcess process({.command = command({"--try", folder.string()}),
                         .environment = ownEnvironment(),
                         .input = -1,
                         .output = nothing.get(),
                         .errors = nothing.get()});
  std::optional<int> status = process.ended();
  for (const auto until = std::chrono::steady_clock::now() + longest_trial_; !status; status = process.ended()) {
    if (!go_on()) throw Error(ErrorCode::kCancelled, "task_cancelled", "Stopped on request.");
    if (std::chrono::steady_clock::now() >= until) {
      throw Error(ErrorCode::kUnavailable, "export_try_late",
                  "The export was tried out for {time} without an end, and was given up. Look whether the host has "
                  "time and its disk answers, or ask for smaller pictures or running statistics.",
                  {{"time", formatDuration(std::chrono::duration<double>(longest_trial_))}});
    }
    std::this_thread::sleep_for(kTrialInterval);
  }
  if (*status == 0) return;
  throw Error(ErrorCode::kFailedPrecondition, "export_try_failed",
              "The process that tried the export out has ended before its time ({how}). Look whether the host has "
              "memory left and what {log} says, and start the export again.",
              {{"how", howEnded(*status)}, {"log", store_.workerLog().string()}});
}

v1::ExportList ExportDesk::list(const v1::ListExportsRequest& request) const {
  v1::ExportList list;
  if (!request.id().empty()) {
    v1::ExportInfo& info = *list.add_exports();
    info = store_.info(request.id());
    store_.addFiles(request.after_file(), info);
    return list;
  }
  for (v1::ExportInfo& info : infos()) list.add_exports()->Swap(&info);
  return list;
}

std::vector<v1::ExportInfo> ExportDesk::infos() const {
  std::vector<v1::ExportInfo> infos;
  for (const std::string& id : store_.ids()) {
    try {
      infos.push_back(store_.info(id));
    } catch (const Error& error) {
      if (error.code() != ErrorCode::kNotFound) throw;  // it was removed meanwhile
    }
  }
  return infos;
}

v1::ExportInfo ExportDesk::cancel(const std::string& id) {
  const std::string phase = store_.info(id).phase();
  const bool cancelled = phase == export_phase::kCancelled && !isOpen(store_, id);
  if (phase != export_phase::kDone && !cancelled) {
    (void)command({});  // refuses where nobody could see to it
    writeFileAtomically(store_.folderOf(id) / "cancel", "");
    store_.removeCancelled(id);  // on a full disk its process could not even begin
    startWorker();               // it removes what was made
  }
  return store_.info(id);
}

v1::ExportInfo ExportDesk::remove(const std::string& id) {
  v1::ExportInfo info = store_.info(id);
  if (isUnfinished(info) || (isOpen(store_, id) && store_.isWorkedOn())) {
    throw Error(ErrorCode::kFailedPrecondition, "export_not_over",
                "The export {id} is {phase}. Cancel it first, then it can be removed.",
                {{"id", id}, {"phase", info.phase()}});
  }
  const fs::path removed = store_.folder() / (kRemovedPrefix + randomHex(8));
  if (::rename(store_.folderOf(id).c_str(), removed.c_str()) != 0) {
    throwFileError("remove", store_.folderOf(id), errno);
  }
  std::error_code failure;
  fs::remove_all(removed, failure);
  if (failure) throwFileError("remove", removed, failure.value());
  return info;
}

void ExportDesk::removeLeftOvers() noexcept try {
  const auto now = fs::file_time_type::clock::now();
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(store_.folder(), ignored)) {
    const std::string name = entry.path().filename().string();
    const bool left = name.starts_with(kRemovedPrefix) || name.starts_with(kNewPrefix);
    if (left && entry.last_write_time(ignored) + kNewFor < now) fs::remove_all(entry.path(), ignored);
  }
} catch (const std::exception&) {
  log::warning("what was left of exports is not removed: " + reasonOf(std::current_exception()));
}

void ExportDesk::goOn() {
  if (program_.empty() || store_.isWorkedOn()) return;
  const std::string open = describeOpen();
  if (open.empty()) return;
  const std::lock_guard lock(going_on_);
  const auto now = std::chrono::steady_clock::now();
  const bool same = open == gone_on_with_;
  if (same && now < go_on_at_) return;
  requireWritable();
  pause_ = same ? std::min<std::chrono::steady_clock::duration>(2 * pause_, kLongestPause) : kFirstPause;
  go_on_at_ = now + pause_;
  gone_on_with_ = open;
  startWorker();
}

std::string ExportDesk::describeOpen() const {
  std::string open;
  for (const std::string& id : store_.ids()) {
    if (!isOpen(store_, id)) continue;
    std::error_code gone;
    const auto written = fs::last_write_time(store_.folderOf(id) / "state.json", gone);
    open += id + " " + std::to_string(written.time_since_epoch().count()) + "\n";
  }
  return open;
}

void ExportDesk::requireWritable() const {
  const fs::path tried = store_.folder() / ".room";
  writeFileAtomically(tried, std::string(ExportStore::kStateRoom, '.'));
  std::error_code ignored;
  fs::remove(tried, ignored);
}

void ExportDesk::requirePlace() const {
  const auto open = std::ranges::count_if(infos(), isUnfinished);
  if (open <= kWaiting) return;
  throw Error(ErrorCode::kResourceExhausted, "exports_too_many",
              "{count} exports of this run are not over yet. Wait for one of them, or cancel it.",
              {{"count", std::to_string(open)}});
}

void ExportDesk::startWorker() const { startDetached(command({})); }

std::vector<std::string> ExportDesk::command(const std::vector<std::string>& words) const {
  if (program_.empty()) {
    throw Error(ErrorCode::kUnsupported, "export_unsupported",
                "No exports are made here: these are weights alone, whose folder goes when they are no longer served. "
                "Use `gan-engine sample`, `interpolate` or `sheet`.");
  }
  std::vector<std::string> command{program_, "export-worker", store_.run().string()};
  command.insert(command.end(), words.begin(), words.end());
  return command;
}

}  // namespace gan
