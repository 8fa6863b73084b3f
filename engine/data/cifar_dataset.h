#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "data/dataset.h"
#include "interop/data_split.h"

namespace gan {

/// CIFAR-10 and CIFAR-100 in their binary version (Krizhevsky, 2009), 32 x 32 in colour, wholly in memory. The labels
/// of CIFAR-100 are the fine ones.
class CifarDataset : public Dataset {
 public:
  /// The folder that the archive unpacks to: data_batch_1.bin ... 5, test_batch.bin and batches.meta.txt, or train.bin,
  /// test.bin and fine_label_names.txt. Throws Error(kNotFound, "cifar_missing" | "data_no_split"), Error(kDataLoss,
  /// "cifar_size" | "cifar_label").
  explicit CifarDataset(const std::filesystem::path& folder, DataSplit split = DataSplit::kTrain);

  const DatasetInfo& info() const override { return info_; }
  std::int64_t label(std::int64_t index) const override {
    return bytes_.at(static_cast<std::size_t>(index) * recordBytes() + label_bytes_ - 1);
  }
  std::int64_t read(std::int64_t index, Image& image) const override;

 private:
  static constexpr std::size_t kSide = 32;
  static constexpr std::size_t kPixels = kSide * kSide;
  std::size_t recordBytes() const { return label_bytes_ + 3 * kPixels; }
  void append(const std::filesystem::path& file);

  std::size_t label_bytes_ = 1;      ///< In front of each image; the last one counts.
  std::vector<std::uint8_t> bytes_;  ///< Records one after the other, as stored.
  DatasetInfo info_;
};

}  // namespace gan
