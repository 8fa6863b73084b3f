#include "protocol/export_files.h"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "config/text.h"
#include "core/atomic_file.h"
#include "core/error.h"
#include "core/partial_file.h"
#include "core/units.h"
#include "protocol/studio.pb.h"

namespace gan {
namespace {

namespace fs = std::filesystem;
namespace v1 = ganstudio::v1;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kLongestId = 64;
constexpr std::size_t kLongestName = 1024;
constexpr std::size_t kMostFiles = std::size_t{1} << 22U;
constexpr std::size_t kLongestRequest = std::size_t{192} << 10U;
constexpr const char* kNote = ".gan-export.json";  // whose files a folder holds
constexpr std::uint64_t kLongestNote = 4096;
constexpr std::chrono::milliseconds kTellInterval(100);

[[noreturn]] void throwDamaged(const std::string& name) {
  throw Error(ErrorCode::kDataLoss, "export_answer_damaged",
              "The engine's answer about the export's file {name} does not fit what it said before. Fetch it again.",
              {{"name", excerpt(name)}});
}

/// Tells how far it is, not too often.
class Teller {
 public:
  explicit Teller(const std::function<bool(const ExportClient::Fetched&)>& go_on) : go_on_(go_on) {}
  bool tell(const ExportClient::Fetched& fetched) {
    if (Clock::now() < told_at_ + kTellInterval) return wanted_;
    told_at_ = Clock::now();
    return wanted_ = wanted_ && go_on_(fetched);
  }
  bool wanted() const { return wanted_; }

 private:
  const std::function<bool(const ExportClient::Fetched&)>& go_on_;
  Clock::time_point told_at_;
  bool wanted_ = true;
};

/// What an export had when it was listed.
struct Listed {
  std::string id;
  double created_unix_seconds = 0;
  std::vector<v1::ExportFile> files;
};

Listed listAll(const ExportFiles& files, Teller& teller) {
  Listed listed;
  std::string after;
  for (bool more = true; more && teller.tell({});) {
    const v1::ExportInfo info = files.list(after);
    listed.id = info.id();
    listed.created_unix_seconds = info.created_unix_seconds();
    for (const v1::ExportFile& file : info.files()) {
      (void)exportFileParts(file.name());
      if (file.name() <= after || listed.files.size() == kMostFiles) throwDamaged(file.name());
      after = file.name();
      listed.files.push_back(file);
    }
    more = info.more_files() && info.files_size() > 0;
  }
  return listed;
}

/// The folder that files are brought into; says by a note in it whose they are, once there is a first one.
class FetchFolder {
 public:
  /// Throws Error(kAlreadyExists, "export_folder_taken").
  FetchFolder(fs::path path, const Listed& listed)
      : path_(std::move(path)),
        note_(nlohmann::json{{"export", listed.id}, {"created_unix_seconds", listed.created_unix_seconds}}.dump(2) +
              "\n") {
    std::error_code failure;
    fs::create_directories(path_, failure);
    if (failure) throwFileError("make", path_, failure.value());
    noted_ = fs::exists(path_ / kNote, failure);
    if (noted_ && readFile(path_ / kNote, kLongestNote) != note_) throwTaken(kNote);
    for (const v1::ExportFile& file : listed.files) {
      if (!noted_ && fs::exists(path_ / file.name(), failure)) throwTaken(file.name());
    }
  }

  fs::path pathOf(const std::string& name) const { return path_ / name; }
  bool has(const v1::ExportFile& file) const {
    std::error_code missing;
    return fs::is_regular_file(pathOf(file.name()), missing) &&
           fs::file_size(pathOf(file.name()), missing) == file.bytes();
  }
  /// Before a file gets its name.
  void note() {
    if (!noted_) writeFileAtomically(path_ / kNote, note_);
    noted_ = true;
  }

 private:
  [[noreturn]] void throwTaken(const std::string& name) const {
    throw Error(ErrorCode::kAlreadyExists, "export_folder_taken",
                "{folder} holds {name}, which is not of this export. Choose another folder.",
                {{"folder", path_.string()}, {"name", name}});
  }

  fs::path path_;
  std::string note_;
  bool noted_ = false;
};

void fetchFile(const ExportFiles& files, const v1::ExportFile& wanted, FetchFolder& folder,
               ExportClient::Fetched& fetched, Teller& teller) {
  const fs::path path = folder.pathOf(wanted.name());
  std::error_code failure;
  fs::create_directories(path.parent_path(), failure);
  if (failure) throwFileError("make", path.parent_path(), failure.value());
  PartialFile file(path);
  const std::uint64_t before = fetched.bytes;
  files.read(wanted.name(), [&](const v1::FilePiece& piece) {
    const bool fits = piece.offset() == file.bytes() && file.bytes() + piece.content().size() <= wanted.bytes();
    if (!fits) throwDamaged(wanted.name());
    file.append(piece.content());
    fetched.bytes = before + file.bytes();
    return teller.tell(fetched);
  });
  if (!teller.wanted()) {
    fetched.bytes = before;
    return;
  }
  if (file.bytes() != wanted.bytes()) throwDamaged(wanted.name());
  folder.note();
  file.finish(Flush::kLater);
  ++fetched.files;
}

}  // namespace

bool isExportId(const std::string& id) {
  const auto allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  return !id.empty() && id.size() <= kLongestId && std::ranges::all_of(id, allowed);
}

std::vector<std::string> exportFileParts(const std::string& name) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('/', begin), name.size());
    parts.push_back(name.substr(begin, end - begin));
    begin = end + 1;
  }
  for (const std::string& part : parts) {
    if (!part.empty() && part.front() != '.' && name.size() <= kLongestName && isPlainText(name)) continue;
    throw Error(ErrorCode::kInvalidArgument, "export_file_bad_name",
                "{name} is not the name of an export's file. Ask for one that the list of its files names.",
                {{"name", excerpt(name)}});
  }
  return parts;
}

void checkExportLength(const v1::StartExportRequest& request) {
  const std::size_t bytes = request.ByteSizeLong();
  if (bytes <= kLongestRequest) return;
  const v1::ExportRequest& wanted = request.request();
  const int lines = wanted.samples().points_size() + wanted.film().keyframes_size() + wanted.sheet().points_size();
  throw Error(ErrorCode::kInvalidArgument, "export_request_too_long",
              "The request for an export has {bytes} with its {count} points, and {limit} go into one. Make several "
              "exports with fewer points each, or take numbered samples (--seed, --count).",
              {{"bytes", formatBytes(bytes)}, {"count", formatCount(lines)}, {"limit", formatBytes(kLongestRequest)}});
}

ExportClient::Fetched fetchExport(const ExportFiles& files, const fs::path& path,
                                  const std::function<bool(const ExportClient::Fetched&)>& go_on) {
  Teller teller(go_on);
  const Listed listed = listAll(files, teller);
  if (!teller.wanted()) return {};
  ExportClient::Fetched fetched{.total_files = listed.files.size()};
  for (const v1::ExportFile& file : listed.files) fetched.total_bytes += file.bytes();
  FetchFolder folder(path, listed);
  for (const v1::ExportFile& file : listed.files) {
    if (folder.has(file)) {
      ++fetched.files;
      fetched.bytes += file.bytes();
    } else {
      fetchFile(files, file, folder, fetched, teller);
    }
    if (!teller.tell(fetched)) break;
  }
  flushFileSystem(path);
  return fetched;
}

}  // namespace gan
