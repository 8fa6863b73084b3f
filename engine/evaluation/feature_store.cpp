#include "evaluation/feature_store.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/full.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <span>
#include <system_error>
#include <utility>

#include "core/error.h"
#include "core/log.h"
#include "core/sha256.h"
#include "evaluation/moments_file.h"
#include "interop/npz.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSetPrefix = "images-";
constexpr const char* kUnfinished = "unfinished";
constexpr const char* kOfEachPicture = "of-each-picture";
constexpr const char* kKept = "kept";
constexpr const char* kComposed = "composed";

[[noreturn]] void throwBadStore(const fs::path& file) {
  throw Error(ErrorCode::kDataLoss, "stored_features_bad", "{file} does not hold the features of its pictures.",
              {{"file", file.string()}});
}

at::Tensor readKept(const NpzFile& file, const fs::path& path, std::int64_t features) {
  const NpyArray header = file.header(kKept);
  const auto right = [&](const NpyArray& array) {
    return array.type == "<f4" && array.shape.size() == 2 && array.shape[1] == features;
  };
  if (!right(header)) throwBadStore(path);
  const NpyArray array = file.read(kKept, FeatureStore::kMostBytesOfSet);
  if (!right(array)) throwBadStore(path);
  at::Tensor rows = at::empty(array.shape, at::kFloat);
  std::memcpy(rows.mutable_data_ptr(), array.bytes.data(), array.bytes.size());
  return rows;
}

PictureFeatures read(const fs::path& path, const FeatureKind& kind) {
  StoredMoments stored = readMoments(path);
  if (!stored.kind || *stored.kind != kind) throwBadStore(path);
  const NpzFile file(path);
  PictureFeatures found{.moments = std::move(stored.moments),
                        .kept = readKept(file, path, kind.features),
                        .inception_score = std::nullopt};
  const NpyArray composed = file.read(kComposed, /*max_bytes=*/64);
  if (composed.type != "<i8" || composed.bytes.size() != sizeof(found.composed)) throwBadStore(path);
  std::memcpy(&found.composed, composed.bytes.data(), sizeof(found.composed));
  return found;
}

/// A file of the folder, or a folder of shares.
struct Entry {
  fs::path path;
  std::uint64_t bytes = 0;
  fs::file_time_type used = fs::file_time_type::min();
};

void count(const fs::directory_entry& file, Entry& entry) {
  std::error_code gone;
  if (!file.is_regular_file(gone)) return;
  const std::uint64_t bytes = file.file_size(gone);
  if (!gone) entry.bytes += bytes;
  const fs::file_time_type used = file.last_write_time(gone);
  if (!gone) entry.used = std::max(entry.used, used);
}

/// All files of a folder.
Entry whole(const fs::path& folder) {
  std::error_code failure;
  Entry entry{.path = folder, .used = fs::last_write_time(folder, failure)};
  for (const auto& file : fs::directory_iterator(folder, failure)) count(file, entry);
  return entry;
}

/// Whether keep() made it: others, as classifiers and the locks of who makes them, are no cache of the store's.
bool isOfSet(const fs::path& file) {
  return file.filename().string().starts_with(kSetPrefix) && file.extension() == ".npz";
}

}  // namespace

std::string keyOf(const std::vector<std::string>& texts) {
  Sha256 hash;
  for (const std::string& text : texts) {
    hash.update(std::as_bytes(std::span(text)));
    hash.update(std::as_bytes(std::span("", 1)));
  }
  return hash.finish();
}

std::optional<PictureFeatures> FeatureStore::find(const std::string& key, const FeatureKind& kind) const {
  std::error_code ignored;
  if (folder_.empty() || !fs::exists(fileOf(key), ignored)) return std::nullopt;
  try {
    PictureFeatures found = read(fileOf(key), kind);
    fs::last_write_time(fileOf(key), fs::file_time_type::clock::now(), ignored);
    return found;
  } catch (const Error& error) {
    log::warning(fileOf(key).string() + " is made again: " + error.message());
    fs::remove(fileOf(key), ignored);
    return std::nullopt;
  }
}

void FeatureStore::keep(const std::string& key, const FeatureKind& kind, const PictureFeatures& found) const {
  const std::uint64_t bytes = found.moments.covariance.nbytes() + found.kept.nbytes();
  if (folder_.empty() || bytes > kMostBytesOfSet) return;
  std::error_code refused;
  fs::create_directories(folder_, refused);
  try {
    writeMoments(fileOf(key), found.moments, kind,
                 {{kKept, found.kept}, {kComposed, at::full({1}, found.composed, at::kLong)}});
  } catch (const Error& error) {
    log::warning("what the pictures gave is not kept: " + error.message());
  }
}

fs::path FeatureStore::fileOf(const std::string& key) const { return folder_ / (kSetPrefix + key + ".npz"); }

fs::path FeatureStore::shares(const std::string& key) const {
  return folder_.empty() ? fs::path() : folder_ / kUnfinished / key;
}

fs::path FeatureStore::features(const std::string& key, std::uint64_t bytes, std::uint64_t most) const {
  if (folder_.empty() || bytes > std::min(kMostBytesOfFeatures, most)) return {};
  const fs::path folder = folder_ / kOfEachPicture / key;
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure) {
    log::warning("features are not kept in " + folder.string() + ": " + failure.message());
    return {};
  }
  fs::last_write_time(folder, fs::file_time_type::clock::now(), failure);
  trim(most - (bytes - std::min(bytes, whole(folder).bytes)));
  return folder;
}

bool FeatureStore::full(std::uint64_t most) const {
  std::error_code failure;
  Entry shares;
  if (folder_.empty()) return false;
  fs::recursive_directory_iterator file(folder_ / kUnfinished, failure);  // others take theirs away meanwhile
  for (; !failure && file != fs::recursive_directory_iterator(); file.increment(failure)) count(*file, shares);
  return shares.bytes >= most;
}

void FeatureStore::trim(std::uint64_t most) const {
  constexpr auto kForgotten = std::chrono::days(7);
  std::error_code failure;
  std::vector<Entry> entries;
  if (folder_.empty()) return;
  for (const auto& file : fs::directory_iterator(folder_, failure)) {
    if (!file.is_regular_file(failure) || !isOfSet(file.path())) continue;
    count(file, entries.emplace_back(Entry{.path = file.path()}));
  }
  for (const auto& folder : fs::directory_iterator(folder_ / kUnfinished, failure)) {
    Entry entry = whole(folder.path());
    if (entry.used + kForgotten < fs::file_time_type::clock::now()) {
      fs::remove_all(entry.path, failure);
    } else {
      entries.push_back(std::move(entry));
    }
  }
  for (const auto& folder : fs::directory_iterator(folder_ / kOfEachPicture, failure)) {
    entries.push_back(whole(folder.path()));
  }
  std::ranges::sort(entries, {}, &Entry::used);
  std::uint64_t bytes = 0;
  for (const Entry& entry : entries) bytes += entry.bytes;
  for (const Entry& entry : entries) {
    if (bytes <= most) return;
    fs::remove_all(entry.path, failure);
    bytes -= entry.bytes;
  }
}

}  // namespace gan
