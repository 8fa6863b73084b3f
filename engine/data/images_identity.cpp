#include "data/images_identity.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <span>
#include <system_error>
#include <vector>

#include "config/run_config.h"
#include "core/sha256.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

/// Folders within folders, as deep as pictures are looked for.
constexpr int kDeepest = 32;

std::string describe(const fs::directory_entry& file, const fs::path& place) {
  std::error_code ignored;
  return file.path().lexically_relative(place).string() + '\0' + std::to_string(file.file_size(ignored)) + ' ' +
         std::to_string(file.last_write_time(ignored).time_since_epoch().count()) + '\n';
}

/// Names, sizes and times of all files there.
std::string filesIn(const fs::path& place) {
  std::error_code failure;
  if (!fs::is_directory(place, failure)) return describe(fs::directory_entry(place, failure), place.parent_path());
  std::vector<std::string> files;
  fs::recursive_directory_iterator entry(place, fs::directory_options::follow_directory_symlink, failure);
  for (; !failure && entry != fs::recursive_directory_iterator(); entry.increment(failure)) {
    std::error_code ignored;
    if (entry->path().filename().string().starts_with('.') || entry.depth() >= kDeepest) {
      entry.disable_recursion_pending();
    } else if (entry->is_regular_file(ignored)) {
      files.push_back(describe(*entry, place));
    }
  }
  std::ranges::sort(files);
  Sha256 hash;
  for (const std::string& file : files) hash.update(std::as_bytes(std::span(file)));
  return hash.finish();
}

}  // namespace

std::string identityOfImages(const RunConfig& config, const DatasetInfo& info, Decoding decoding) {
  const std::string& source = config.text("data.source");
  std::string identity = source + " " + info.fingerprint;
  if (source == "shapes") return identity;
  if (source == "folder" || source == "tar" || source == "s3") {
    const bool whole = decoding == Decoding::kWhole || config.text("data.crop") == "random_resized";
    identity += ", background " + config.text("data.background") + ", decoded for " +
                (whole ? "any" : std::to_string(config.integer("data.resolution"))) + " px";
  }
  if (source == "s3") return identity;  // whose fingerprint is of contents
  std::error_code failure;
  const fs::path place = fs::weakly_canonical(config.text("data.path"), failure);
  return identity + ", split " + config.text("data.split") + ", " + place.string() + " " + filesIn(place);
}

}  // namespace gan
