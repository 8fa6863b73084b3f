#include "data/npz_dataset.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "core/error.h"
#include "core/sha256.h"

namespace gan {
namespace {

constexpr std::int64_t kLargestSide = 65535;
constexpr std::int64_t kMostClasses = 1'000'000;

bool isColour(std::int64_t channels) { return channels == 1 || channels == 3; }

bool isImages(const NpyArray& array) {
  const auto& shape = array.shape;
  if (array.type != "|u1" || shape.size() < 3 || shape.size() > 4 || shape[0] < 1) return false;
  if (shape.size() == 4 && !isColour(shape[3]) && !isColour(shape[1])) return false;
  return std::ranges::all_of(shape.begin() + 1, shape.end(),
                             [](std::int64_t size) { return size >= 1 && size <= kLargestSide; });
}

bool isLabels(const NpyArray& array, std::int64_t count) {
  const bool whole = array.type.size() == 3 && (array.type[1] == 'i' || array.type[1] == 'u') && array.type[0] != '>';
  const auto& shape = array.shape;
  return whole && !shape.empty() && shape[0] == count && (shape.size() == 1 || (shape.size() == 2 && shape[1] == 1));
}

std::int64_t elementAt(const NpyArray& array, std::size_t index) {
  const auto bytes = static_cast<std::size_t>(array.elementBytes());
  std::uint64_t value = 0;
  std::memcpy(&value, array.bytes.data() + index * bytes, bytes);
  const bool negative = array.type[1] == 'i' && bytes < 8 && (value >> (8 * bytes - 1) & 1U) != 0;
  return static_cast<std::int64_t>(negative ? value | ~std::uint64_t{0} << (8 * bytes) : value);
}

std::string describeArrays(const NpzFile& archive) {
  std::string text;
  for (const std::string& name : archive.names()) {
    const NpyArray array = archive.header(name);
    text += (text.empty() ? "" : ", ") + name + " " + array.type + " [";
    for (std::size_t i = 0; i < array.shape.size(); ++i) {
      text += (i == 0 ? "" : ", ") + std::to_string(array.shape[i]);
    }
    text += "]";
  }
  return text.empty() ? "nothing" : text;
}

}  // namespace

NpzDataset::NpzDataset(const std::filesystem::path& file) : file_(file.string()) {
  const NpzFile archive(file);
  info_.name = file_;
  takeImages(archive);
  takeLabels(archive);
  Sha256 hash;
  hash.update(std::as_bytes(std::span(images_.shape)));
  hash.update(images_.bytes);
  hash.update(std::as_bytes(std::span(labels_)));
  info_.fingerprint = hash.finish();
}

void NpzDataset::takeImages(const NpzFile& archive) {
  for (const std::string& name : archive.names()) {
    if (!isImages(archive.header(name))) continue;
    images_ = archive.read(name);
    const auto& shape = images_.shape;
    planar_ = shape.size() == 4 && !isColour(shape[3]);
    height_ = planar_ ? shape[2] : shape[1];
    width_ = planar_ ? shape[3] : shape[2];
    channels_ = shape.size() == 3 ? 1 : planar_ ? shape[1] : shape[3];
    info_.count = shape[0];
    return;
  }
  throw Error(ErrorCode::kDataLoss, "npz_no_images",
              "{file} holds {found}, but no images: uint8 [N, H, W], [N, H, W, 1 or 3] or [N, 1 or 3, H, W]. Save them "
              "so with numpy.savez(FILE, images=..., labels=...).",
              {{"file", file_}, {"found", describeArrays(archive)}});
}

void NpzDataset::takeLabels(const NpzFile& archive) {
  for (const std::string& name : archive.names()) {
    if (!isLabels(archive.header(name), info_.count)) continue;
    const NpyArray labels = archive.read(name);
    std::int64_t largest = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(info_.count); ++i) {
      const std::int64_t label = elementAt(labels, i);
      if (label < 0 || label >= kMostClasses) {
        throw Error(ErrorCode::kDataLoss, "npz_bad_label",
                    "{file} gives image {index} the class {label} in its array {name}; classes are counted from 0. "
                    "Save it with other labels, or without.",
                    {{"file", file_}, {"index", std::to_string(i)}, {"label", std::to_string(label)}, {"name", name}});
      }
      largest = std::max(largest, label);
      labels_.push_back(static_cast<std::int32_t>(label));
    }
    for (std::int64_t label = 0; label <= largest; ++label) info_.class_names.push_back(std::to_string(label));
    return;
  }
}

std::int64_t NpzDataset::read(std::int64_t index, Image& image) const {
  if (index < 0 || index >= info_.count) {
    throw Error(ErrorCode::kInvalidArgument, "npz_no_such_image",
                "{file} has images 0 to {last}, but image {index} was asked for.",
                {{"file", file_}, {"last", std::to_string(info_.count - 1)}, {"index", std::to_string(index)}});
  }
  const auto pixels = static_cast<std::size_t>(height_ * width_);
  const auto channels = static_cast<std::size_t>(channels_);
  const auto* in =
      reinterpret_cast<const std::uint8_t*>(images_.bytes.data()) + static_cast<std::size_t>(index) * pixels * channels;
  image.width = width_;
  image.height = height_;
  image.channels = channels_;
  image.pixels.resize(pixels * channels);
  if (planar_) {
    for (std::size_t i = 0; i < pixels * channels; ++i) image.pixels[i % pixels * channels + i / pixels] = in[i];
  } else {
    std::copy_n(in, pixels * channels, image.pixels.begin());
  }
  return label(index);
}

}  // namespace gan
