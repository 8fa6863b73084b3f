#pragma once

#include <cstdint>
#include <filesystem>
#include <unordered_set>
#include <vector>

#include "data/dataset.h"
#include "interop/hdf5_images.h"

namespace gan {

enum class Hdf5Residence {
  kOnDisk,    ///< Each image is read when it is asked for.
  kInMemory,  ///< All are read at the start.
};

/// Images in an HDF5 file as `data prepare`, BigGAN-PyTorch or StudioGAN make it.
class Hdf5Dataset : public Dataset {
 public:
  /// A damaged image is found when it is read, not here. Throws as Hdf5Images, and Error(kResourceExhausted,
  /// "hdf5_no_memory") when the images are more than this machine's memory.
  Hdf5Dataset(const std::filesystem::path& path, Hdf5Residence residence);

  const DatasetInfo& info() const override { return info_; }
  std::int64_t label(std::int64_t index) const override {
    const auto& labels = file_.info().labels;
    return labels.empty() ? kNoLabel : labels.at(static_cast<std::size_t>(index));
  }
  std::int64_t read(std::int64_t index, Image& image) const override;

 private:
  void loadAll(const std::filesystem::path& path);

  Hdf5Images file_;
  std::vector<std::uint8_t> memory_;          ///< All images as they are stored; empty when they stay on disk.
  std::unordered_set<std::int64_t> damaged_;  ///< Not in memory_: reading them says why.
  DatasetInfo info_;
};

}  // namespace gan
