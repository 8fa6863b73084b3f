#pragma once

#include <filesystem>

#include "data/dataset.h"
#include "interop/data_split.h"
#include "interop/idx.h"

namespace gan {

/// Images in MNIST's IDX format, plain or gzip, wholly in memory (Fashion-MNIST: 47 MB).
class IdxDataset : public Dataset {
 public:
  /// path is a file of images ([N, H, W] grey or [N, H, W, 3]), which is wholly for training, or a folder holding
  /// train-images-idx3-ubyte[.gz] and, for the test, t10k-images-idx3-ubyte[.gz]. Labels are read from the file whose
  /// name has "labels-idx1" in place of "images-idx3", if there is one. Throws Error(kNotFound, "idx_no_images" |
  /// "data_no_split"), Error(kDataLoss, "idx_*") and what readIdx() throws.
  explicit IdxDataset(const std::filesystem::path& path, DataSplit split = DataSplit::kTrain);

  const DatasetInfo& info() const override { return info_; }
  std::int64_t label(std::int64_t index) const override {
    return labels_.bytes.empty() ? kNoLabel : labels_.bytes.at(static_cast<std::size_t>(index));
  }
  std::int64_t read(std::int64_t index, Image& image) const override;

 private:
  std::filesystem::path file_;
  IdxArray images_;
  IdxArray labels_;  ///< Empty when there are none.
  std::int64_t height_ = 0;
  std::int64_t width_ = 0;
  std::int64_t channels_ = 1;
  DatasetInfo info_;
};

}  // namespace gan
