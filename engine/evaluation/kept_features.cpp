#include "evaluation/kept_features.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/full.h>
#include <ATen/ops/isnan.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "core/error.h"
#include "core/log.h"
#include "evaluation/feature_share_file.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kInMemory = 8;  // more than searches on many threads go through at once

/// Bool [N]: rows that hold numbers.
at::Tensor knownRows(const at::Tensor& rows) { return rows.isnan().any(1).logical_not(); }

/// Nothing of a file that does not hold them, which goes away.
std::optional<at::Tensor> rowsIn(const fs::path& file, std::int64_t count, std::int64_t features) {
  std::string why = "it holds other features";
  try {
    const at::Tensor rows = readShare(file, count).features;
    if (rows.size(1) == features) return rows;
  } catch (const Error& error) {
    why = error.message();
  }
  log::warning(file.string() + " is made again: " + why);
  std::error_code ignored;
  fs::remove(file, ignored);
  return std::nullopt;
}

}  // namespace

KeptFeatures::KeptFeatures(fs::path folder, std::int64_t pictures, std::int64_t features)
    : folder_(std::move(folder)), pictures_(pictures), features_(features) {}

at::Tensor KeptFeatures::find(std::int64_t first, std::int64_t count) {
  const std::lock_guard lock(mutex_);
  at::Tensor found = at::empty({count, features_}, at::kFloat);
  for (std::int64_t done = 0; done < count;) {
    const std::int64_t begin = (first + done) % kPictures;
    const std::int64_t some = std::min(count - done, kPictures - begin);
    found.narrow(0, done, some).copy_(share((first + done) / kPictures).rows.narrow(0, begin, some));
    done += some;
  }
  return found;
}

void KeptFeatures::keep(std::int64_t first, const at::Tensor& rows) {
  const std::lock_guard lock(mutex_);
  for (std::int64_t done = 0; done < rows.size(0);) {
    const std::int64_t number = (first + done) / kPictures;
    const std::int64_t begin = (first + done) % kPictures;
    const std::int64_t some = std::min(rows.size(0) - done, kPictures - begin);
    Share& whole = share(number);
    whole.rows.narrow(0, begin, some).copy_(rows.narrow(0, done, some));
    std::fill_n(whole.given.begin() + begin, some, true);
    if (std::ranges::all_of(whole.given, [](bool given) { return given; })) write(number, whole);
    done += some;
  }
}

fs::path KeptFeatures::fileOf(std::int64_t share) const {
  return folder_ / ("share-" + std::to_string(share) + ".npz");
}

KeptFeatures::Share& KeptFeatures::share(std::int64_t number) {
  auto found = shares_.find(number);
  if (found == shares_.end()) {
    if (shares_.size() >= kInMemory) {
      shares_.erase(std::ranges::min_element(shares_, {}, [](const auto& entry) { return entry.second.used; }));
    }
    found = shares_.emplace(number, read(number)).first;
  }
  found->second.used = ++uses_;
  return found->second;
}

KeptFeatures::Share KeptFeatures::read(std::int64_t number) {
  const std::int64_t count = std::min(kPictures, pictures_ - number * kPictures);
  Share share{.rows = at::full({count, features_}, std::numeric_limits<float>::quiet_NaN(), at::kFloat),
              .given = std::vector<bool>(static_cast<std::size_t>(count))};
  std::error_code ignored;
  if (folder_.empty() || !fs::exists(fileOf(number), ignored)) return share;
  std::optional<at::Tensor> rows = rowsIn(fileOf(number), count, features_);
  if (!rows) return share;
  share.rows = std::move(*rows);
  const at::Tensor known = knownRows(share.rows);
  for (std::int64_t i = 0; i < count; ++i) share.given[static_cast<std::size_t>(i)] = known.const_data_ptr<bool>()[i];
  share.filed = std::ranges::count(share.given, true);
  return share;
}

void KeptFeatures::write(std::int64_t number, Share& share) {
  const auto known = knownRows(share.rows).sum().item<std::int64_t>();
  if (folder_.empty() || known <= share.filed) return;
  try {
    writeShare(fileOf(number), {.features = share.rows, .probabilities = {}});
    share.filed = known;
  } catch (const Error& error) {
    log::warning("features of pictures are not kept: " + error.message());
    folder_.clear();
  }
}

}  // namespace gan
