#include "protocol/export_files.h"

#include <chrono>
#include <system_error>
#include <utility>

#include "config/text.h"
#include "core/atomic_file.h"
#include "core/error.h"
#include "core/partial_file.h"
#include "protocol/studio.pb.h"

namespace gan {
namespace {

namespace fs = std::filesystem;
namespace v1 = ganstudio::v1;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kLongestName = 1024;
constexpr std::chrono::milliseconds kTellInterval(100);

[[noreturn]] void throwDamaged(const std::string& name) {
  throw Error(ErrorCode::kDataLoss, "export_answer_damaged",
              "The engine's answer about the export's file {name} does not fit what it said before. Fetch it again.",
              {{"name", excerpt(name)}});
}

std::vector<v1::ExportFile> listAll(const ExportFiles& files) {
  std::vector<v1::ExportFile> all;
  std::string after;
  for (bool more = true; more;) {
    const v1::ExportInfo info = files.list(after);
    for (const v1::ExportFile& file : info.files()) {
      (void)exportFileParts(file.name());
      if (file.name() <= after) throwDamaged(file.name());
      after = file.name();
      all.push_back(file);
    }
    more = info.more_files() && info.files_size() > 0;
  }
  return all;
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

void fetchFile(const ExportFiles& files, const v1::ExportFile& wanted, const fs::path& path,
               ExportClient::Fetched& fetched, Teller& teller) {
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
  file.finish(Flush::kLater);
  ++fetched.files;
}

}  // namespace

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

ExportClient::Fetched fetchExport(const ExportFiles& files, const fs::path& folder,
                                  const std::function<bool(const ExportClient::Fetched&)>& go_on) {
  const std::vector<v1::ExportFile> all = listAll(files);
  ExportClient::Fetched fetched{.total_files = all.size()};
  for (const v1::ExportFile& file : all) fetched.total_bytes += file.bytes();
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure) throwFileError("make", folder, failure.value());
  Teller teller(go_on);
  for (const v1::ExportFile& file : all) {
    const fs::path path = folder / file.name();
    std::error_code missing;
    if (fs::is_regular_file(path, missing) && fs::file_size(path, missing) == file.bytes()) {
      ++fetched.files;
      fetched.bytes += file.bytes();
    } else {
      fetchFile(files, file, path, fetched, teller);
    }
    if (!teller.tell(fetched)) break;
  }
  flushFileSystem(folder);
  return fetched;
}

}  // namespace gan
