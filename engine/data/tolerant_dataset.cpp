#include "data/tolerant_dataset.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <optional>
#include <string>
#include <utility>

#include "core/error.h"
#include "core/log.h"

namespace gan {

bool concernsOneImage(ErrorCode code) {
  return code == ErrorCode::kDataLoss || code == ErrorCode::kNotFound || code == ErrorCode::kPermissionDenied;
}

namespace {

std::set<std::int64_t> listedIn(const std::filesystem::path& list, std::int64_t count) {
  std::set<std::int64_t> listed;
  std::ifstream file(list);
  for (std::string line; std::getline(file, line);) {
    std::int64_t index = -1;
    const auto end = line.data() + line.size();
    const auto [after, error] = std::from_chars(line.data(), end, index);
    if (error == std::errc() && after != end && *after == '\t' && index >= 0 && index < count) listed.insert(index);
  }
  return listed;
}

}  // namespace

TolerantDataset::TolerantDataset(std::unique_ptr<Dataset> dataset, const ToleranceOptions& options)
    : dataset_(std::move(dataset)), options_(options), damaged_(listedIn(options.list, dataset_->info().count)) {}

std::int64_t TolerantDataset::read(std::int64_t index, Image& image) const {
  const std::int64_t count = info().count;
  std::optional<Error> last;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t candidate = (index + i) % count;
    try {
      return dataset_->read(candidate, image);
    } catch (const Error& error) {
      if (!concernsOneImage(error.code())) throw;
      note(candidate, error.message());
      last = error;
    }
  }
  throw *last;
}

std::int64_t TolerantDataset::damagedCount() const {
  const std::lock_guard lock(mutex_);
  return static_cast<std::int64_t>(damaged_.size());
}

std::vector<std::int64_t> TolerantDataset::damaged() const {
  const std::lock_guard lock(mutex_);
  return {damaged_.begin(), damaged_.end()};
}

void TolerantDataset::note(std::int64_t index, const std::string& why) const {
  const std::lock_guard lock(mutex_);
  const std::int64_t count = info().count;
  const bool known = !damaged_.insert(index).second;
  if (!known) {
    std::string line = std::to_string(index) + "\t" + why;
    std::ranges::replace(line, '\n', ' ');
    if (!options_.list.empty()) std::ofstream(options_.list, std::ios::app) << line + "\n";
    log::warning("image " + std::to_string(index) + " gives way to the next one: " + why);
  }
  const auto damaged = static_cast<std::int64_t>(damaged_.size());
  if (static_cast<double>(damaged) <= options_.limit * static_cast<double>(count) && damaged < count) return;
  if (options_.list.empty()) {
    throw Error(ErrorCode::kDataLoss, "data_too_damaged_unlisted",
                "{damaged} of the {count} images of {data} are damaged or missing, which is more than "
                "data.corrupt_limit = {limit} allows; the last is {image}. Put them back.",
                {{"damaged", std::to_string(damaged)},
                 {"count", std::to_string(count)},
                 {"data", info().name},
                 {"limit", std::to_string(options_.limit).substr(0, 6)},
                 {"image", imageName(index)}});
  }
  throw Error(ErrorCode::kDataLoss, "data_too_damaged",
              "{damaged} of the {count} images of {data} are damaged or missing, which is more than data.corrupt_limit "
              "= {limit} allows. {list} names them. Replace or take them away, or raise the limit.",
              {{"damaged", std::to_string(damaged)},
               {"count", std::to_string(count)},
               {"data", info().name},
               {"limit", std::to_string(options_.limit).substr(0, 6)},
               {"list", options_.list.string()}});
}

}  // namespace gan
