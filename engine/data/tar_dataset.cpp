#include "data/tar_dataset.h"

#include <span>
#include <string>

#include "core/error.h"
#include "data/decoded_image.h"

namespace gan {

TarDataset::TarDataset(const std::filesystem::path& path, const ImageFolderOptions& options)
    : images_(TarImages::list(path, options.split)), options_(options) {
  info_.name = images_.file().string();
  info_.count = images_.count();
  info_.class_names = images_.classNames();
  info_.fingerprint = images_.fingerprint();
  info_.passed_over = images_.passedOver();
}

std::string TarDataset::imageName(std::int64_t index) const {
  try {
    return images_.name(index);
  } catch (const Error&) {  // whatever became of the archive, the image is to be named
    return Dataset::imageName(index);
  }
}

std::int64_t TarDataset::read(std::int64_t index, Image& image) const {
  if (index < 0 || index >= info_.count) {
    throw Error(ErrorCode::kInvalidArgument, "tar_no_such_image",
                "{file} has images 0 to {last}, but image {index} was asked for.",
                {{"file", info_.name}, {"last", std::to_string(info_.count - 1)}, {"index", std::to_string(index)}});
  }
  const TarImages::Picture picture = images_.read(index);
  ImageFileOptions options;
  options.shorter_side_at_least = options_.shorter_side_at_least;
  options.background = options_.background;
  assign(image, decodeImage(std::as_bytes(std::span(picture.bytes)), picture.name, options));
  return label(index);
}

}  // namespace gan
