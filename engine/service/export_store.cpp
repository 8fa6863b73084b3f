#include "service/export_store.h"

#include <fcntl.h>
#include <google/protobuf/util/json_util.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <system_error>
#include <utility>

#include "config/text.h"
#include "core/atomic_file.h"
#include "core/error.h"
#include "core/units.h"
#include "protocol/export_files.h"
#include "protocol/status.h"
#include "protocol/utf8.h"
#include "run/lock.h"

namespace gan {
namespace {

namespace fs = std::filesystem;
namespace v1 = ganstudio::v1;

constexpr std::uint64_t kMaxJsonBytes = 1U << 20U;
constexpr std::chrono::seconds kLongestStart(30);  // of the process that makes what waits

template <class Message>
Message readJson(const fs::path& file) {
  google::protobuf::util::JsonParseOptions options;
  options.ignore_unknown_fields = true;
  Message message;
  const auto status = google::protobuf::util::JsonStringToMessage(readFile(file, kMaxJsonBytes), &message, options);
  if (status.ok()) return message;
  throw Error(ErrorCode::kDataLoss, "export_damaged",
              "{file} does not say what an export is: {reason}. Start the export anew.",
              {{"file", file.string()}, {"reason", status.ToString()}});
}

template <class Message>
void writeJson(const fs::path& file, const Message& message) {
  google::protobuf::util::JsonPrintOptions options;
  options.add_whitespace = true;
  options.always_print_primitive_fields = true;
  options.preserve_proto_field_names = true;
  std::string text;
  const auto status = google::protobuf::util::MessageToJsonString(message, &text, options);
  if (!status.ok()) {
    throw Error(ErrorCode::kInternal, "internal", "{reason}", {{"reason", status.ToString()}});
  }
  writeFileAtomically(file, text);
}

/// Whether that was written so long ago that somebody would work on it by now.
bool isLeft(const fs::path& file) {
  std::error_code gone;
  const fs::file_time_type written = fs::last_write_time(file, gone);
  return !gone && written + kLongestStart < fs::file_time_type::clock::now();
}

/// Why nobody goes on with it, where that is known.
void tellFullDisk(const fs::path& exports, v1::ExportInfo& info) {
  std::error_code unknown;
  const fs::space_info space = fs::space(exports, unknown);
  if (unknown || space.available >= ExportStore::kStateRoom) return;
  try {
    throwFileError("write", exports, ENOSPC);
  } catch (const Error& error) {
    toMessage(error, *info.mutable_error());
  }
}

}  // namespace

bool ExportStore::isWorkedOn() const {
  const auto holder = RunLock::holder(workerFolder());
  return holder && !RunLock::isStale(*holder);
}

bool ExportStore::isOpen(const std::string& id) const {
  const std::string phase = readExportState(folderOf(id)).info().phase();
  return phase == export_phase::kWaiting || phase == export_phase::kRunning ||
         (phase == export_phase::kFailed && isToBeCancelled(id));
}

std::vector<std::string> ExportStore::ids() const {
  std::vector<std::pair<double, std::string>> found;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder_, none)) {
    std::error_code gone;
    if (!isExportId(entry.path().filename().string()) || !entry.is_directory(gone)) continue;
    double created = 0;
    try {
      created = readExportState(entry.path()).info().created_unix_seconds();
    } catch (const Error&) {
      if (!fs::exists(entry.path())) continue;
    }
    found.emplace_back(created, entry.path().filename().string());
  }
  std::ranges::sort(found);
  std::vector<std::string> ids;
  for (auto& [created, id] : found) ids.push_back(std::move(id));
  return ids;
}

bool ExportStore::has(const std::string& id) const {
  requireExportId(id);
  std::error_code none;
  return fs::is_directory(folderOf(id), none);
}

v1::ExportInfo ExportStore::info(const std::string& id) const {
  if (!has(id)) {
    throw Error(ErrorCode::kNotFound, "export_not_found",
                "{run} has no export {id}. `gan-engine export list {run}` lists them.",
                {{"id", id}, {"run", run_.string()}});
  }
  v1::ExportInfo info;
  try {
    info = readExportState(folderOf(id)).info();
    *info.mutable_request() = readExportRequest(folderOf(id));
    const auto isAlone = [&] {
      return info.phase() == export_phase::kRunning ||
             (info.phase() == export_phase::kWaiting && isLeft(folderOf(id) / "state.json"));
    };
    if (isAlone() && !isWorkedOn()) {
      // Its process may have ended with it between the two looks.
      v1::ExportInfo now = readExportState(folderOf(id)).info();
      *now.mutable_request() = info.request();
      info = std::move(now);
      if (isAlone()) {
        info.set_phase(std::string(export_phase::kInterrupted));
        tellFullDisk(folder_, info);
      }
    }
    const bool begun = info.phase() == export_phase::kRunning;  // then its process says what becomes of it
    if (!begun && info.phase() != export_phase::kDone && isToBeCancelled(id)) {
      info.set_phase(std::string(export_phase::kCancelled));
    }
  } catch (const Error& error) {
    // Nobody goes on with what is damaged: whoever has cancelled it can remove it.
    info.set_phase(std::string(isToBeCancelled(id) ? export_phase::kCancelled : export_phase::kFailed));
    toMessage(error, *info.mutable_error());
  }
  info.set_id(id);
  info.set_folder(toUtf8((folderOf(id) / "out").string()));
  return info;
}

void ExportStore::addFiles(const std::string& after, v1::ExportInfo& info) const {
  const ExportListing::List files = listing_.filesBelow(folderOf(info.id()) / "out", after);
  for (auto file = std::ranges::upper_bound(*files, after, {}, &ExportListing::File::name); file != files->end();
       ++file) {
    if (static_cast<std::size_t>(info.files_size()) == ExportListing::kAtOnce) {
      info.set_more_files(true);
      return;
    }
    v1::ExportFile& message = *info.add_files();
    message.set_name(file->name);
    message.set_bytes(file->bytes);
  }
}

FileDescriptor ExportStore::openFile(const std::string& id, const std::string& name) const {
  (void)info(id);
  const auto throwMissing = [&] {
    throw Error(ErrorCode::kNotFound, "export_file_not_found",
                "The export {id} has no file {name}, or not yet. Ask for one that the list of its files names.",
                {{"id", id}, {"name", excerpt(name)}});
  };
  std::vector<std::string> parts = exportFileParts(name);
  const std::string last = std::move(parts.back());
  parts.pop_back();
  parts.insert(parts.begin(), "out");
  // One part after the other, so that no link leads elsewhere.
  FileDescriptor folder(::open(folderOf(id).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  for (const std::string& part : parts) {
    if (!folder) throwMissing();
    folder = FileDescriptor(::openat(folder.get(), part.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  }
  if (!folder) throwMissing();
  FileDescriptor file(::openat(folder.get(), last.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status {};
  if (!file || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) throwMissing();
  return file;
}

bool ExportStore::isToBeCancelled(const std::string& id) const {
  std::error_code none;
  return fs::exists(folderOf(id) / "cancel", none);
}

void ExportStore::removeCancelled(const std::string& id) const {
  if (!isToBeCancelled(id) || isWorkedOn()) return;
  // Who begins from now on sees that it is to be cancelled; whoever has just ended has written what became of it.
  try {
    if (readExportState(folderOf(id)).info().phase() == export_phase::kDone) return;
  } catch (const Error&) {  // nobody goes on with what is damaged
  }
  std::error_code ignored;
  fs::remove_all(folderOf(id) / "out", ignored);
  fs::remove_all(folderOf(id) / "checkpoints", ignored);
}

void requireExportId(const std::string& id) {
  if (isExportId(id)) return;
  throw Error(ErrorCode::kInvalidArgument, "export_bad_id",
              "{id} cannot name an export: 1 to 64 lower-case letters, digits and hyphens can.", {{"id", excerpt(id)}});
}

v1::ExportRequest readExportRequest(const fs::path& folder) {
  return readJson<v1::ExportRequest>(folder / "request.json");
}

void writeExportRequest(const fs::path& folder, const v1::ExportRequest& request) {
  writeJson(folder / "request.json", request);
}

v1::ExportState readExportState(const fs::path& folder) { return readJson<v1::ExportState>(folder / "state.json"); }

void writeExportState(const fs::path& folder, const v1::ExportState& state) { writeJson(folder / "state.json", state); }

void requireExportRoom(const fs::path& place, std::uint64_t bytes) {
  constexpr std::uint64_t kSpared = std::uint64_t{256} << 20U;
  const fs::space_info space = fs::space(place);
  const std::uint64_t spared = std::min<std::uint64_t>(kSpared, space.capacity / 20);
  const std::uint64_t needed = bytes + bytes / 10 + spared;
  if (space.available >= needed) return;
  throw Error(ErrorCode::kResourceExhausted, "export_no_room",
              "The export needs {needed} of the disk that holds {path}, of which {spared} stay free for others, but "
              "{free} are left. Free some space there, or ask for less.",
              {{"needed", formatBytes(needed)},
               {"path", place.string()},
               {"spared", formatBytes(spared)},
               {"free", formatBytes(space.available)}});
}

}  // namespace gan
