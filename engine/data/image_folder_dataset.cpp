#include "data/image_folder_dataset.h"

#include <string>
#include <utility>

#include "core/error.h"
#include "data/decoded_image.h"
#include "interop/image_file.h"

namespace gan {

ImageFolderDataset::ImageFolderDataset(const std::filesystem::path& path, const ImageFolderOptions& options)
    : folder_(ImageFolder::list(path, options.split)), options_(options) {
  info_.name = folder_.root().string();
  info_.count = folder_.count();
  info_.class_names = folder_.classNames();
  info_.fingerprint = folder_.fingerprint();
  info_.passed_over = folder_.passedOver();
}

std::int64_t ImageFolderDataset::read(std::int64_t index, Image& image) const {
  if (index < 0 || index >= info_.count) {
    throw Error(ErrorCode::kInvalidArgument, "image_folder_no_such_image",
                "{folder} has images 0 to {last}, but image {index} was asked for.",
                {{"folder", info_.name}, {"last", std::to_string(info_.count - 1)}, {"index", std::to_string(index)}});
  }
  ImageFileOptions options;
  options.shorter_side_at_least = options_.shorter_side_at_least;
  options.background = options_.background;
  assign(image, readImageFile(folder_.file(index), options));
  return label(index);
}

}  // namespace gan
