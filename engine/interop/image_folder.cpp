#include "interop/image_folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>
#include <tuple>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/file_descriptor.h"
#include "core/sha256.h"
#include "interop/image_format.h"
#include "interop/imagenet_devkit.h"

namespace gan {

namespace fs = std::filesystem;

struct ImageFolder::Found {
  std::string name;  // relative to the root
  std::uint64_t bytes = 0;
  std::int32_t label = -1;

  std::string_view folder() const {
    const std::size_t slash = name.find('/');
    return slash == std::string::npos ? std::string_view() : std::string_view(name).substr(0, slash);
  }
};

namespace {

constexpr int kDeepest = 32;
constexpr std::string_view kSolution = "LOC_val_solution.csv";

bool isFolder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

/// Names of the subfolders, sorted.
std::vector<std::string> subfolders(const fs::path& path) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(path, ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with('.') && entry.is_directory(ignored)) names.push_back(name);
  }
  std::ranges::sort(names);
  return names;
}

std::optional<DataSplit> splitNamed(std::string_view folder) {
  if (folder == "train") return DataSplit::kTrain;
  if (folder == "test") return DataSplit::kTest;
  const bool validation = folder == "val" || folder == "valid" || folder == "validation" || folder == "dev";
  return validation ? std::optional(DataSplit::kValidation) : std::nullopt;
}

/// The folder of the split. A folder has splits when it holds "train" and no other folders than splits.
fs::path imagesOf(const fs::path& path, DataSplit split) {
  for (const char* inside : {"ILSVRC/Data/CLS-LOC", "Data/CLS-LOC"}) {
    const fs::path kaggle = path / inside;
    if (isFolder(kaggle / "train")) {
      if (!isFolder(kaggle / nameOf(split))) throwNoSplit(kaggle.string(), split, subfolders(kaggle));
      return kaggle / nameOf(split);
    }
  }
  const std::vector<std::string> names = subfolders(path);
  const bool has_splits = std::ranges::find(names, "train") != names.end() &&
                          std::ranges::all_of(names, [](const auto& name) { return splitNamed(name).has_value(); });
  if (has_splits) {
    for (const std::string& name : names) {
      if (splitNamed(name) == split) return path / name;
    }
  }
  if (has_splits || split != DataSplit::kTrain) throwNoSplit(path.string(), split, names);
  return path;
}

/// What a file is that its first bytes do not make a picture; nothing for a picture.
std::optional<std::string_view> otherKind(const fs::path& path) {
  std::array<std::byte, 32> start{};
  try {
    const FileDescriptor file = openRegularFile(path, O_RDONLY);
    const ssize_t count = ::read(file.get(), start.data(), start.size());
    const auto bytes = std::span(start).first(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    return imageFormatOf(bytes) ? std::nullopt : std::optional(otherKindOf(bytes));
  } catch (const Error&) {
    return "unreadable";
  }
}

[[noreturn]] void throwEmpty(const fs::path& path, const std::vector<PassedOver>& others) {
  if (!others.empty()) {
    throw Error(ErrorCode::kNotFound, "image_folder_others",
                "{path} holds no pictures that can be read (JPEG, PNG, WebP, GIF, BMP, PGM or PPM), only other files: "
                "{others}. Convert them, or choose another folder.",
                {{"path", path.string()}, {"others", describe(others)}});
  }
  throw Error(ErrorCode::kNotFound, "image_folder_empty",
              "{path} holds no pictures (JPEG, PNG, WebP, GIF, BMP, PGM or PPM), nor do its subfolders. Choose the "
              "folder that holds them, or the folder of their classes' folders.",
              {{"path", path.string()}});
}

/// The file of ImageNet's validation labels that belongs to a flat folder.
fs::path findSolution(fs::path folder) {
  for (int level = 0; level < 5; ++level) {
    std::error_code ignored;
    if (fs::is_regular_file(folder / kSolution, ignored)) return folder / kSolution;
    if (!folder.has_relative_path()) break;
    folder = folder.parent_path();
  }
  return {};
}

/// Class by image: lines of "ILSVRC2012_val_00048981,n03995372 85 1 499 272 ...".
std::map<std::string, std::string, std::less<>> readSolution(const fs::path& csv) {
  constexpr std::uint64_t kMaxBytes = 256U << 20U;
  const std::string text = readFile(csv, kMaxBytes);
  std::map<std::string, std::string, std::less<>> classes;
  std::size_t line_number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    if (++line_number == 1 || line.empty()) continue;
    const std::size_t comma = line.find(',');
    const std::string_view boxes = comma == std::string_view::npos ? std::string_view() : line.substr(comma + 1);
    const std::string_view name = boxes.substr(0, boxes.find_first_of(" \r"));
    if (comma == 0 || name.empty()) {
      throw Error(ErrorCode::kDataLoss, "image_labels_bad",
                  "Line {line} of {file} should be an image's name, a comma and its class, but is not. Fetch the file "
                  "again, or take it away to train without labels.",
                  {{"line", std::to_string(line_number)}, {"file", csv.string()}});
    }
    classes.emplace(line.substr(0, comma), name);
  }
  return classes;
}

}  // namespace

void ImageFolder::scan(std::vector<Found>& found) {
  const auto options = fs::directory_options::follow_directory_symlink;
  std::error_code error;
  fs::recursive_directory_iterator entry(root_, options, error);
  if (error) throwFileError("read", root_, error.value());
  const std::size_t prefix = root_.string().size() + (root_.string().ends_with('/') ? 0 : 1);
  for (; entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    const fs::path& path = entry->path();
    std::error_code ignored;
    if (path.filename().string().starts_with('.')) {
      entry.disable_recursion_pending();
    } else if (entry->is_directory(ignored)) {
      if (entry.depth() >= kDeepest) entry.disable_recursion_pending();
    } else if (entry->is_regular_file(ignored)) {
      const std::string name = path.string().substr(prefix);
      const auto other = namedAsPicture(name) ? std::nullopt : otherKind(path);
      const std::uintmax_t bytes = entry->file_size(ignored);
      if (other) {
        passOver(passed_over_, *other, name);
      } else {
        found.push_back({.name = name, .bytes = ignored ? 0 : bytes, .label = -1});
      }
    }
  }
  if (error) throwFileError("read", root_, error.value());
}

void ImageFolder::nameClasses(std::vector<Found>& found) {
  std::ranges::sort(found, [](const Found& a, const Found& b) {
    return std::tuple(a.folder(), std::string_view(a.name)) < std::tuple(b.folder(), std::string_view(b.name));
  });
  const auto loose = std::ranges::count_if(found, [](const Found& one) { return one.folder().empty(); });
  if (loose == static_cast<std::ptrdiff_t>(found.size())) return;
  if (loose > 0) {
    throw Error(ErrorCode::kInvalidArgument, "image_folder_mixed",
                "{path} holds {loose} pictures beside {nested} in subfolders, so it is not clear whether subfolders "
                "are classes. Move the former into a subfolder of their own, or choose one of the subfolders.",
                {{"path", root_.string()},
                 {"loose", std::to_string(loose)},
                 {"nested", std::to_string(found.size() - static_cast<std::size_t>(loose))}});
  }
  for (Found& one : found) {
    if (class_names_.empty() || class_names_.back() != one.folder()) class_names_.emplace_back(one.folder());
    one.label = static_cast<std::int32_t>(class_names_.size()) - 1;
  }
}

void ImageFolder::takeLabels(const fs::path& csv, std::vector<Found>& found) {
  const auto classes = readSolution(csv);
  for (const auto& [image, name] : classes) class_names_.push_back(name);
  std::ranges::sort(class_names_);
  class_names_.erase(std::unique(class_names_.begin(), class_names_.end()), class_names_.end());
  for (Found& one : found) {
    const auto known = classes.find(fs::path(one.name).stem().string());
    if (known == classes.end()) {
      throw Error(
          ErrorCode::kDataLoss, "image_labels_missing",
          "{file} says nothing about {image}, which lies in {folder}. Take both from the same download, or move "
          "the file of labels away to train without labels.",
          {{"file", csv.string()}, {"image", one.name}, {"folder", root_.string()}});
    }
    one.label = static_cast<std::int32_t>(std::ranges::lower_bound(class_names_, known->second) - class_names_.begin());
  }
}

void ImageFolder::takeDevkit(std::vector<Found>& found) {
  if (std::ranges::none_of(found, [](const Found& one) { return namedAsValidationImage(one.name); })) return;
  auto kit = findImageNetDevkit(root_);
  if (!kit) kit = findImageNetDevkit(fs::absolute(root_ / "").lexically_normal().parent_path().parent_path());
  if (!kit) return;
  for (Found& one : found) one.label = validationClass(*kit, one.name, root_.string());
  class_names_ = std::move(kit->classes);
}

void ImageFolder::keep(std::vector<Found>& found) {
  Sha256 hash;
  const auto add = [&hash](const auto& value) { hash.update(std::as_bytes(std::span(&value, 1))); };
  for (const std::string& name : class_names_) hash.update(std::as_bytes(std::span(name.c_str(), name.size() + 1)));
  std::size_t length = 0;
  for (const Found& one : found) length += one.name.size();
  names_.reserve(length);
  ends_.reserve(found.size());
  if (!class_names_.empty()) labels_.reserve(found.size());
  for (const Found& one : found) {
    hash.update(std::as_bytes(std::span(one.name.c_str(), one.name.size() + 1)));
    add(one.bytes);
    add(one.label);
    names_ += one.name;
    ends_.push_back(names_.size());
    if (!class_names_.empty()) labels_.push_back(one.label);
  }
  fingerprint_ = hash.finish();
}

ImageFolder ImageFolder::list(const fs::path& path, DataSplit split) {
  if (!isFolder(path)) {
    throw Error(ErrorCode::kNotFound, "image_folder_missing",
                "{path} is not a folder. Set data.path to a folder of pictures, or to one with a subfolder for each "
                "class.",
                {{"path", path.string()}});
  }
  ImageFolder folder;
  folder.root_ = imagesOf(path, split);
  std::vector<Found> found;
  folder.scan(found);
  if (found.empty()) throwEmpty(folder.root_, folder.passed_over_);
  folder.nameClasses(found);
  if (folder.class_names_.empty() && split != DataSplit::kTest) {  // the labels beside ImageNet are for val
    const fs::path csv = findSolution(fs::absolute(folder.root_).lexically_normal());
    if (!csv.empty()) {
      folder.takeLabels(csv, found);
    } else {
      folder.takeDevkit(found);
    }
  }
  folder.keep(found);
  return folder;
}

std::string_view ImageFolder::name(std::int64_t index) const {
  const auto place = static_cast<std::size_t>(index);
  const std::uint64_t begin = place == 0 ? 0 : ends_.at(place - 1);
  return std::string_view(names_).substr(begin, ends_.at(place) - begin);
}

std::int32_t ImageFolder::label(std::int64_t index) const {
  return labels_.empty() ? -1 : labels_.at(static_cast<std::size_t>(index));
}

}  // namespace gan
