#include "data/idx_dataset.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/error.h"
#include "core/sha256.h"
#include "core/shape_text.h"

namespace gan {

namespace {

constexpr std::string_view kTrainImages = "train-images-idx3-ubyte";
constexpr std::string_view kTestImages = "t10k-images-idx3-ubyte";

std::optional<std::filesystem::path> fileOf(const std::filesystem::path& folder, std::string_view name) {
  for (const std::string_view ending : {"", ".gz"}) {
    const auto candidate = folder / (std::string(name) + std::string(ending));
    std::error_code ignored;
    if (std::filesystem::is_regular_file(candidate, ignored)) return candidate;
  }
  return std::nullopt;
}

std::filesystem::path findImages(const std::filesystem::path& path, DataSplit split) {
  std::error_code ignored;
  const bool is_file = std::filesystem::is_regular_file(path, ignored);
  if (is_file && split == DataSplit::kTrain) return path;
  const auto train = fileOf(path, kTrainImages);
  const auto test = fileOf(path, kTestImages);
  if (split == DataSplit::kTrain && train) return *train;
  if (split == DataSplit::kTest && test) return *test;
  if (is_file || train || test) {
    std::vector<std::string> found;
    if (train) found.emplace_back(nameOf(DataSplit::kTrain));
    if (test) found.emplace_back(nameOf(DataSplit::kTest));
    throwNoSplit(path.string(), split, found);
  }
  throw Error(ErrorCode::kNotFound, "idx_no_images",
              "{path} is neither a file of images nor a folder with {name} or {name}.gz. Set data.path to MNIST's or "
              "Fashion-MNIST's folder, or to one such file.",
              {{"path", path.string()}, {"name", std::string(kTrainImages)}});
}

/// The labels that belong to a file of images, compressed or not, whichever the images are.
std::optional<std::filesystem::path> findLabels(const std::filesystem::path& images) {
  constexpr std::string_view kImagesPart = "images-idx3";
  std::string name = images.filename().string();
  const std::size_t place = name.find(kImagesPart);
  if (place == std::string::npos) {
    return std::nullopt;
  }
  name.replace(place, kImagesPart.size(), "labels-idx1");
  if (name.ends_with(".gz")) {
    name.resize(name.size() - 3);
  }
  return fileOf(images.parent_path(), name);
}

void checkImages(const IdxArray& images, const std::filesystem::path& file) {
  constexpr std::int64_t kLargestSide = 65535;
  const auto& shape = images.shape;
  const bool colour = shape.size() == 4 && (shape[3] == 1 || shape[3] == 3);
  if ((shape.size() != 3 && !colour) || shape[0] < 1 || shape[1] < 1 || shape[2] < 1 || shape[1] > kLargestSide ||
      shape[2] > kLargestSide) {
    throw Error(
        ErrorCode::kDataLoss, "idx_not_images",
        "{file} holds an array {found}, but images are [count, height, width] or [count, height, width, 1 or 3]. "
        "Set data.path to a file of images.",
        {{"file", file.string()}, {"found", shapeText(shape)}});
  }
}

void checkLabels(const IdxArray& labels, const std::filesystem::path& file, std::int64_t count) {
  if (labels.shape != std::vector<std::int64_t>{count}) {
    throw Error(
        ErrorCode::kDataLoss, "idx_labels_mismatch",
        "{file} holds labels {found}, but there are {count} images. Take images and labels from the same download, "
        "or remove the labels.",
        {{"file", file.string()}, {"found", shapeText(labels.shape)}, {"count", std::to_string(count)}});
  }
}

std::string fingerprint(const IdxArray& images, const IdxArray& labels) {
  Sha256 hash;
  hash.update(std::as_bytes(std::span(images.shape)));
  hash.update(std::as_bytes(std::span(images.bytes)));
  hash.update(std::as_bytes(std::span(labels.bytes)));
  return hash.finish();
}

}  // namespace

IdxDataset::IdxDataset(const std::filesystem::path& path, DataSplit split)
    : file_(findImages(path, split)), images_(readIdx(file_)) {
  checkImages(images_, file_);
  height_ = images_.shape[1];
  width_ = images_.shape[2];
  channels_ = images_.shape.size() == 4 ? images_.shape[3] : 1;
  info_.name = file_.string();
  info_.count = images_.shape[0];
  if (const auto labels = findLabels(file_)) {
    labels_ = readIdx(*labels);
    checkLabels(labels_, *labels, info_.count);
    for (int label = 0; label <= *std::max_element(labels_.bytes.begin(), labels_.bytes.end()); ++label) {
      info_.class_names.push_back(std::to_string(label));
    }
  }
  info_.fingerprint = fingerprint(images_, labels_);
}

std::int64_t IdxDataset::read(std::int64_t index, Image& image) const {
  if (index < 0 || index >= info_.count) {
    throw Error(
        ErrorCode::kInvalidArgument, "idx_no_such_image",
        "{file} has images 0 to {last}, but image {index} was asked for.",
        {{"file", file_.string()}, {"last", std::to_string(info_.count - 1)}, {"index", std::to_string(index)}});
  }
  const std::int64_t size = height_ * width_ * channels_;
  image.width = width_;
  image.height = height_;
  image.channels = channels_;
  const auto begin = images_.bytes.begin() + index * size;
  image.pixels.assign(begin, begin + size);
  return label(index);
}

}  // namespace gan
