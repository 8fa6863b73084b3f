#include "evaluation/feature_shares.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "core/error.h"
#include "core/log.h"
#include "evaluation/feature_share_file.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

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
    writeShare(fileOf(share), rows);
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
