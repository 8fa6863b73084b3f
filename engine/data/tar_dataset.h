#pragma once

#include <filesystem>

#include "data/dataset.h"
#include "data/image_folder_dataset.h"
#include "interop/tar_images.h"

namespace gan {

/// Pictures inside a tar archive, such as ImageNet as image-net.org ships it; each is decoded when it is read.
class TarDataset : public Dataset {
 public:
  /// Throws as TarImages::list().
  TarDataset(const std::filesystem::path& path, const ImageFolderOptions& options);

  const DatasetInfo& info() const override { return info_; }
  std::int64_t label(std::int64_t index) const override { return images_.label(index); }
  std::int64_t read(std::int64_t index, Image& image) const override;
  std::string imageName(std::int64_t index) const override;

 private:
  TarImages images_;
  ImageFolderOptions options_;
  DatasetInfo info_;
};

}  // namespace gan
