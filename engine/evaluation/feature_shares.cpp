#include "evaluation/feature_shares.h"

#include <ATen/ops/empty.h>

#include <algorithm>
#include <cstring>
#include <system_error>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/log.h"
#include "interop/npz.h"
#include "interop/npz_writer.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFeatures = "features";
constexpr const char* kProbabilities = "probabilities";
constexpr const char* kComposedPictures = "composed";

void append(NpzWriter& writer, const char* name, const at::Tensor& rows) {
  const at::Tensor whole = rows.contiguous();
  writer.begin(name, "<f4", whole.sizes().vec());
  writer.append({static_cast<const char*>(whole.const_data_ptr()), whole.nbytes()});
}

[[noreturn]] void throwBadShare(const fs::path& file) {
  throw Error(ErrorCode::kDataLoss, "feature_share_bad", "{file} does not hold the features of its share.",
              {{"file", file.string()}});
}

at::Tensor readRows(const NpzFile& file, const fs::path& path, const char* name, std::int64_t count) {
  const NpyArray header = file.header(name);
  const bool right = header.type == "<f4" && header.shape.size() == 2 && header.shape[0] == count &&
                     header.shape[1] >= 1 && header.shape[1] <= kMostFeatures;
  if (!right) throwBadShare(path);
  const NpyArray array = file.read(name);
  if (array.shape != header.shape || array.type != header.type) throwBadShare(path);
  at::Tensor rows = at::empty(array.shape, at::kFloat);
  std::memcpy(rows.mutable_data_ptr(), array.bytes.data(), array.bytes.size());
  return rows;
}

FeatureRows readShare(const fs::path& path, std::int64_t count) {
  const NpzFile file(path);
  const std::vector<std::string> names = file.names();
  FeatureRows rows{.features = readRows(file, path, kFeatures, count), .probabilities = {}};
  if (std::ranges::count(names, kProbabilities) > 0) {
    rows.probabilities = readRows(file, path, kProbabilities, count);
  }
  constexpr std::uint64_t kMostBytes = 64;
  const NpyArray composed = file.read(kComposedPictures, kMostBytes);
  if (composed.type != "<i8" || composed.bytes.size() != sizeof(rows.composed)) throwBadShare(path);
  std::memcpy(&rows.composed, composed.bytes.data(), sizeof(rows.composed));
  return rows;
}

}  // namespace

FeatureShares::FeatureShares(fs::path folder, std::int64_t pictures, std::string stage, Compute compute)
    : folder_(std::move(folder)), pictures_(pictures), stage_(std::move(stage)), compute_(std::move(compute)) {
  if (folder_.empty()) return;
  std::error_code failure;
  fs::create_directories(folder_, failure);
  if (!failure) return;
  log::warning("features are not kept in " + folder_.string() + ": " + failure.message());
  folder_.clear();
}

fs::path FeatureShares::fileOf(std::int64_t share) const {
  return folder_ / ("share-" + std::to_string(share) + ".npz");
}

std::int64_t FeatureShares::sizeOf(std::int64_t share) const {
  return std::min(kPictures, pictures_ - share * kPictures);
}

void FeatureShares::report(std::int64_t done, ProgressMonitor& monitor) {
  monitor.throwIfCancelled();
  reported_ = std::max(reported_, done);
  monitor.report({.stage = stage_, .done = reported_, .total = pictures_, .unit = "pictures"});
}

FeatureRows FeatureShares::computed(std::int64_t share, std::int64_t done, ProgressMonitor& monitor) {
  return compute_(share * kPictures, sizeOf(share), [&](std::int64_t pictures) { report(done + pictures, monitor); });
}

void FeatureShares::keep(std::int64_t share, const FeatureRows& rows) {
  if (rows.replaced > 0) return;  // it is not the pictures that were asked for
  try {
    NpzWriter writer(fileOf(share));
    append(writer, kFeatures, rows.features);
    if (rows.probabilities.defined()) append(writer, kProbabilities, rows.probabilities);
    writer.begin(kComposedPictures, "<i8", {1});
    writer.append({reinterpret_cast<const char*>(&rows.composed), sizeof(rows.composed)});
    writer.finish();
  } catch (const Error& error) {
    log::warning(std::string("features are not kept: ") + error.message());
    folder_.clear();
  }
}

std::optional<FileTurn> FeatureShares::freeTurn(std::int64_t share) {
  try {
    return FileTurn::tryTake(fileOf(share) += ".lock");
  } catch (const Error& error) {
    log::warning(std::string("features are not kept: ") + error.message());
    folder_.clear();
    return std::nullopt;
  }
}

void FeatureShares::computeFree(ProgressMonitor& monitor) {
  std::int64_t done = 0;
  for (std::int64_t share = 0; share < count() && !folder_.empty(); ++share) {
    report(done, monitor);
    const fs::path file = fileOf(share);
    std::error_code ignored;
    if (!fs::exists(file, ignored)) {
      const std::optional<FileTurn> turn = freeTurn(share);
      if (!turn) continue;  // somebody else computes it
      if (!fs::exists(file, ignored)) {
        const FeatureRows rows = computed(share, done, monitor);
        if (rows.replaced > 0) return;
        keep(share, rows);
      }
    }
    done += sizeOf(share);
  }
}

FeatureRows FeatureShares::rows(std::int64_t share, ProgressMonitor& monitor) {
  const std::int64_t before = share * kPictures;
  report(before, monitor);
  std::optional<FileTurn> turn;
  if (!folder_.empty()) {
    const fs::path file = fileOf(share);
    try {
      turn = FileTurn::take(fs::path(file) += ".lock", [&] { report(before, monitor); });
      std::error_code ignored;
      if (fs::exists(file, ignored)) return readShare(file, sizeOf(share));
    } catch (const Error& error) {
      if (error.code() == ErrorCode::kCancelled) throw;
      log::warning(file.string() + " is made again: " + error.message());
    }
  }
  FeatureRows rows = computed(share, before, monitor);
  if (!folder_.empty()) keep(share, rows);
  return rows;
}

}  // namespace gan
