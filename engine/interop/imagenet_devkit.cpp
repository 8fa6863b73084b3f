#include "interop/imagenet_devkit.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <map>
#include <span>
#include <string_view>

#include "core/atomic_file.h"
#include "core/error.h"
#include "interop/inflate.h"
#include "interop/mat_file.h"
#include "interop/tar_reader.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kValidationName = "ILSVRC2012_val_";
constexpr std::string_view kMeta = "data/meta.mat";
constexpr std::string_view kGroundTruth = "data/ILSVRC2012_validation_ground_truth.txt";

[[noreturn]] void throwDamaged(const std::string& source, const std::string& reason) {
  throw Error(ErrorCode::kDataLoss, "devkit_damaged",
              "{file} should be the development kit of ILSVRC 2012, but {reason}. Fetch it again from image-net.org.",
              {{"file", source}, {"reason", reason}});
}

ImageNetDevkit readArchive(const fs::path& file) {
  const std::string archive =
      inflated(readFile(file, kMostInflated), [&file](const char* reason) { throwDamaged(file.string(), reason); });
  const auto read = [&archive](std::uint64_t offset, std::span<std::byte> out) {
    std::memcpy(out.data(), archive.data() + offset, out.size());
  };
  TarReader tar(read, archive.size(), file.string());
  std::string meta;
  std::string ground_truth;
  while (const auto entry = tar.next()) {
    std::string* const wanted = entry->name.ends_with(kMeta)          ? &meta
                                : entry->name.ends_with(kGroundTruth) ? &ground_truth
                                                                      : nullptr;
    if (wanted != nullptr) *wanted = archive.substr(entry->content, entry->bytes);
  }
  if (meta.empty() || ground_truth.empty()) {
    throwDamaged(file.string(), meta.empty() ? "it lacks data/meta.mat" : "it lacks the list of validation labels");
  }
  return readImageNetDevkit(meta, ground_truth, file.string());
}

/// WordNet ID by ILSVRC2012_ID, of the synsets without children: those that images belong to.
std::map<std::int64_t, std::string> leavesOf(const MatTable& synsets, const std::string& source) {
  const std::size_t id = synsets.field("ILSVRC2012_ID");
  const std::size_t wnid = synsets.field("WNID");
  const std::size_t children = synsets.field("num_children");
  std::map<std::int64_t, std::string> leaves;
  for (const auto& row : synsets.rows) {
    const auto* number = std::get_if<double>(&row[id]);
    const auto* name = std::get_if<std::string>(&row[wnid]);
    const auto* count = std::get_if<double>(&row[children]);
    if (number == nullptr || name == nullptr || count == nullptr || !(*number >= 1 && *number <= 1e6) ||
        *number != std::floor(*number) || name->empty()) {
      throwDamaged(source, "a synset in meta.mat has no number, name or count of children");
    }
    if (*count == 0) leaves.emplace(static_cast<std::int64_t>(*number), *name);
  }
  if (leaves.empty()) throwDamaged(source, "meta.mat holds no synsets");
  return leaves;
}

}  // namespace

ImageNetDevkit readImageNetDevkit(const std::string& meta, const std::string& ground_truth, const std::string& source) {
  const auto leaves = leavesOf(readMatTable(std::as_bytes(std::span(meta)), "synsets", source), source);
  ImageNetDevkit kit;
  for (const auto& [id, name] : leaves) kit.classes.push_back(name);
  std::ranges::sort(kit.classes);
  for (std::size_t begin = 0; begin < ground_truth.size();) {
    const std::size_t end = std::min(ground_truth.find('\n', begin), ground_truth.size());
    std::string_view line = std::string_view(ground_truth).substr(begin, end - begin);
    begin = end + 1;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    std::int64_t id = 0;
    const auto [after, error] = std::from_chars(line.data(), line.data() + line.size(), id);
    const auto leaf = leaves.find(id);
    if (error != std::errc() || after != line.data() + line.size() || leaf == leaves.end()) {
      throwDamaged(source, "line " + std::to_string(kit.validation.size() + 1) + " of " + std::string(kGroundTruth) +
                               " names no class of meta.mat");
    }
    const auto place = std::ranges::lower_bound(kit.classes, leaf->second) - kit.classes.begin();
    kit.validation.push_back(static_cast<std::int32_t>(place));
  }
  return kit;
}

bool namedAsValidationImage(std::string_view name) { return name.starts_with(kValidationName); }

std::int32_t validationClass(const ImageNetDevkit& kit, const std::string& name, const std::string& holder) {
  std::size_t number = 0;
  if (namedAsValidationImage(name)) {
    std::from_chars(name.data() + kValidationName.size(), name.data() + name.size(), number);
  }
  if (number < 1 || number > kit.validation.size()) {
    throw Error(ErrorCode::kDataLoss, "devkit_other_images",
                "{image} in {file} is none of the {count} validation images whose classes the development kit of "
                "ILSVRC 2012 beside it names. Take both from the same year, or move the kit away to train without "
                "labels.",
                {{"image", name}, {"file", holder}, {"count", std::to_string(kit.validation.size())}});
  }
  return kit.validation[number - 1];
}

std::optional<ImageNetDevkit> findImageNetDevkit(const fs::path& folder) {
  std::error_code ignored;
  const fs::path archive = folder / "ILSVRC2012_devkit_t12.tar.gz";
  if (fs::is_regular_file(archive, ignored)) return readArchive(archive);
  const fs::path unpacked = folder / "ILSVRC2012_devkit_t12";
  if (!fs::is_regular_file(unpacked / kMeta, ignored)) return std::nullopt;
  return readImageNetDevkit(readFile(unpacked / kMeta, kMostInflated), readFile(unpacked / kGroundTruth, kMostInflated),
                            unpacked.string());
}

}  // namespace gan
