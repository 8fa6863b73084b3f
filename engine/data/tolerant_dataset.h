#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

#include "core/error.h"
#include "data/dataset.h"

namespace gan {

/// Whether an error of Dataset::read() says that one image is damaged, missing or closed to us, so that others may
/// still be read.
bool concernsOneImage(ErrorCode code);

struct ToleranceOptions {
  /// Share of the images, 0 to 1, that may be damaged or missing; one more stops.
  double limit = 0.01;
  /// Where they are listed: a line each with the number, a tab and what is wrong. What the file lists already counts.
  /// Empty: nowhere.
  std::filesystem::path list;
};

/// Goes on where images of a data set cannot be read: each gives way to the next one that can, always to the same, and
/// is listed in a file.
class TolerantDataset : public Dataset {
 public:
  TolerantDataset(std::unique_ptr<Dataset> dataset, const ToleranceOptions& options);

  const DatasetInfo& info() const override { return dataset_->info(); }
  /// Of the image itself, whether it can be read or not.
  std::int64_t label(std::int64_t index) const override { return dataset_->label(index); }
  /// Throws Error(kDataLoss, "data_too_damaged") once more than the limit are damaged; errors that do not concern one
  /// image are passed on.
  std::int64_t read(std::int64_t index, Image& image) const override;
  std::string imageName(std::int64_t index) const override { return dataset_->imageName(index); }

  /// Images that are known to be damaged by now, those that the file listed included.
  std::int64_t damagedCount() const;
  /// Their rising numbers.
  std::vector<std::int64_t> damaged() const;

 private:
  void note(std::int64_t index, const std::string& why) const;

  std::unique_ptr<Dataset> dataset_;
  ToleranceOptions options_;
  mutable std::mutex mutex_;
  mutable std::set<std::int64_t> damaged_;
};

}  // namespace gan
