#include "data/cifar_dataset.h"

#include <span>
#include <sstream>
#include <string>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/sha256.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> readNames(const fs::path& file) {
  std::error_code ignored;
  std::vector<std::string> names;
  if (!fs::is_regular_file(file, ignored)) return names;
  std::istringstream text(readFile(file, 1U << 20U));
  for (std::string line; std::getline(text, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (!line.empty()) names.push_back(line);
  }
  return names;
}

}  // namespace

CifarDataset::CifarDataset(const fs::path& folder, DataSplit split) {
  std::error_code ignored;
  const bool hundred = fs::is_regular_file(folder / "train.bin", ignored);
  if (!hundred && !fs::is_regular_file(folder / "data_batch_1.bin", ignored)) {
    throw Error(ErrorCode::kNotFound, "cifar_missing",
                "{folder} holds neither data_batch_1.bin (CIFAR-10) nor train.bin (CIFAR-100). Set data.path to the "
                "folder that the archive of the binary version unpacks to.",
                {{"folder", folder.string()}});
  }
  label_bytes_ = hundred ? 2 : 1;
  info_.name = folder.string();
  info_.class_names = readNames(folder / (hundred ? "fine_label_names.txt" : "batches.meta.txt"));
  const std::size_t classes = hundred ? 100 : 10;
  for (std::size_t i = info_.class_names.size(); i < classes; ++i) info_.class_names.push_back(std::to_string(i));
  info_.class_names.resize(classes);
  const char* test = hundred ? "test.bin" : "test_batch.bin";
  const bool has_test = fs::is_regular_file(folder / test, ignored);
  if (split == DataSplit::kValidation || (split == DataSplit::kTest && !has_test)) {
    throwNoSplit(info_.name, split,
                 has_test ? std::vector<std::string>{"train", "test"} : std::vector<std::string>{"train"});
  }
  if (split == DataSplit::kTest) {
    append(folder / test);
  } else if (hundred) {
    append(folder / "train.bin");
  } else {
    for (int batch = 1; batch <= 5; ++batch) append(folder / ("data_batch_" + std::to_string(batch) + ".bin"));
  }
  Sha256 hash;
  hash.update(std::as_bytes(std::span(bytes_)));
  info_.fingerprint = hash.finish();
}

void CifarDataset::append(const fs::path& file) {
  constexpr std::uint64_t kMostBytes = 1U << 30U;
  const std::string content = readFile(file, kMostBytes);
  const std::size_t record = recordBytes();
  if (content.empty() || content.size() % record != 0) {
    throw Error(
        ErrorCode::kDataLoss, "cifar_size",
        "{file} is not a whole file of CIFAR's binary version: its {found} bytes are not a multiple of "
        "{record}. Fetch it again.",
        {{"file", file.string()}, {"found", std::to_string(content.size())}, {"record", std::to_string(record)}});
  }
  for (std::size_t at = 0; at < content.size(); at += record) {
    const auto label = static_cast<unsigned char>(content[at + label_bytes_ - 1]);
    if (label >= info_.class_names.size()) {
      throw Error(ErrorCode::kDataLoss, "cifar_label",
                  "{file} gives image {index} the class {label}, but classes go from 0 to {last}. Fetch it again, in "
                  "the binary version.",
                  {{"file", file.string()},
                   {"index", std::to_string(at / record)},
                   {"label", std::to_string(label)},
                   {"last", std::to_string(info_.class_names.size() - 1)}});
    }
  }
  bytes_.insert(bytes_.end(), content.begin(), content.end());
  info_.count += static_cast<std::int64_t>(content.size() / record);
}

std::int64_t CifarDataset::read(std::int64_t index, Image& image) const {
  if (index < 0 || index >= info_.count) {
    throw Error(ErrorCode::kInvalidArgument, "cifar_no_such_image",
                "{folder} has images 0 to {last}, but image {index} was asked for.",
                {{"folder", info_.name}, {"last", std::to_string(info_.count - 1)}, {"index", std::to_string(index)}});
  }
  const std::uint8_t* record = bytes_.data() + static_cast<std::size_t>(index) * recordBytes();
  const std::uint8_t* planes = record + label_bytes_;
  image.width = kSide;
  image.height = kSide;
  image.channels = 3;
  image.pixels.resize(3 * kPixels);
  for (std::size_t i = 0; i < kPixels; ++i) {
    for (std::size_t channel = 0; channel < 3; ++channel) image.pixels[3 * i + channel] = planes[channel * kPixels + i];
  }
  return label(index);
}

}  // namespace gan
