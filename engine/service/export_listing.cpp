#include "service/export_listing.h"

#include <algorithm>
#include <functional>
#include <system_error>
#include <utility>

namespace gan {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kKept(60);
constexpr std::size_t kMostKept = 2;  // one of a million files takes 40 MB

/// Calls take with each whole file below a folder and its size.
void forEachFile(const fs::path& folder, const std::function<void(const fs::path&, std::uint64_t)>& take) {
  std::error_code gone;  // what goes meanwhile is not there
  for (auto at = fs::recursive_directory_iterator(folder, gone); !gone && at != fs::recursive_directory_iterator();
       at.increment(gone)) {
    if (at->path().filename().native().starts_with('.')) {
      at.disable_recursion_pending();
      continue;
    }
    std::error_code missing;
    if (at->is_symlink(missing) || !at->is_regular_file(missing)) continue;
    const std::uintmax_t bytes = at->file_size(missing);
    if (!missing) take(at->path(), bytes);
  }
}

}  // namespace

ExportListing::List ExportListing::filesBelow(const fs::path& folder, const std::string& after) {
  const auto is_it = [&](const Made& made) { return made.folder == folder; };
  if (!after.empty()) {
    const std::lock_guard lock(mutex_);
    const auto known = std::ranges::find_if(made_, is_it);
    if (known != made_.end() && Clock::now() < known->at + kKept) return known->files;
  }
  auto files = std::make_shared<std::vector<File>>();
  const std::size_t above = folder.native().size() + 1;
  forEachFile(folder, [&](const fs::path& path, std::uint64_t bytes) {
    files->push_back({path.native().substr(above), bytes});
  });
  std::ranges::sort(*files, {}, &File::name);
  const std::lock_guard lock(mutex_);
  std::erase_if(made_, [&](const Made& made) { return is_it(made) || Clock::now() >= made.at + kKept; });
  if (files->size() > kAtOnce) made_.push_front({folder, Clock::now(), files});
  if (made_.size() > kMostKept) made_.pop_back();
  return files;
}

std::uint64_t bytesBelow(const fs::path& folder) {
  std::uint64_t bytes = 0;
  forEachFile(folder, [&](const fs::path& /*path*/, std::uint64_t size) { bytes += size; });
  return bytes;
}

std::uint64_t descriptionBytesBelow(const fs::path& folder) {
  std::uint64_t bytes = 0;
  forEachFile(folder, [&](const fs::path& path, std::uint64_t size) {
    if (path.extension() == ".json") bytes += size;
  });
  return bytes;
}

}  // namespace gan
