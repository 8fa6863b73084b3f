#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "data/dataset.h"
#include "interop/npz.h"

namespace gan {

/// Images out of a NumPy archive, wholly in memory: uint8 [N, H, W], [N, H, W, 1 or 3] or [N, 1 or 3, H, W] under any
/// name, and whole numbers [N] as labels, if there are any.
class NpzDataset : public Dataset {
 public:
  /// Throws Error(kDataLoss, "npz_no_images" | "npz_bad_label"), and what NpzFile does.
  explicit NpzDataset(const std::filesystem::path& file);

  const DatasetInfo& info() const override { return info_; }
  std::int64_t label(std::int64_t index) const override {
    return labels_.empty() ? kNoLabel : labels_.at(static_cast<std::size_t>(index));
  }
  std::int64_t read(std::int64_t index, Image& image) const override;

 private:
  void takeImages(const NpzFile& archive);
  void takeLabels(const NpzFile& archive);

  std::string file_;
  NpyArray images_;
  std::vector<std::int32_t> labels_;
  std::int64_t height_ = 0;
  std::int64_t width_ = 0;
  std::int64_t channels_ = 1;
  bool planar_ = false;  ///< Channels come before rows.
  DatasetInfo info_;
};

}  // namespace gan
