#pragma once

#include <array>
#include <cstdint>
#include <filesystem>

#include "data/dataset.h"
#include "interop/image_folder.h"

namespace gan {

struct ImageFolderOptions {
  DataSplit split = DataSplit::kTrain;
  /// Length that the shorter side must keep when a format can be decoded smaller; 0 decodes whole pictures.
  std::int64_t shorter_side_at_least = 0;
  /// Behind transparent pixels.
  std::array<std::uint8_t, 3> background{255, 255, 255};
};

/// Pictures in a folder or in one subfolder for each class; each is decoded when it is read. Holds the list of files
/// only.
class ImageFolderDataset : public Dataset {
 public:
  /// Throws as ImageFolder::list().
  ImageFolderDataset(const std::filesystem::path& path, const ImageFolderOptions& options);

  const DatasetInfo& info() const override { return info_; }
  std::int64_t label(std::int64_t index) const override { return folder_.label(index); }
  std::int64_t read(std::int64_t index, Image& image) const override;
  std::string imageName(std::int64_t index) const override { return std::string(folder_.name(index)); }

 private:
  ImageFolder folder_;
  ImageFolderOptions options_;
  DatasetInfo info_;
};

}  // namespace gan
