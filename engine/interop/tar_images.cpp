#include "interop/tar_images.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <limits>
#include <span>
#include <string_view>
#include <tuple>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/sha256.h"
#include "interop/image_format.h"
#include "interop/imagenet_devkit.h"

namespace gan {

namespace fs = std::filesystem;

struct TarImages::Found {
  std::string name;  // the inner archive's, if there is one, and its own
  Place place;
  std::uint64_t bytes = 0;

  std::string_view folder() const {
    const std::size_t slash = name.find('/');
    return slash == std::string::npos ? std::string_view() : std::string_view(name).substr(0, slash);
  }
};

namespace {

constexpr std::uint32_t kMaxPictureBytes = 256U << 20U;

void readAll(const FileDescriptor& file, const fs::path& path, std::uint64_t offset, std::span<std::byte> out) {
  while (!out.empty()) {
    const ssize_t got = ::pread(file.get(), out.data(), out.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) throwFileError("read", path, got < 0 ? errno : EIO);
    out = out.subspan(static_cast<std::size_t>(got));
    offset += static_cast<std::uint64_t>(got);
  }
}

/// ImageNet's archives in a folder, by split.
fs::path archiveOf(const fs::path& path, DataSplit split) {
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) {
    if (split != DataSplit::kTrain) throwNoSplit(path.string(), split, {});
    return path;
  }
  std::vector<std::string> found;
  fs::path wanted;
  for (const DataSplit one : {DataSplit::kTrain, DataSplit::kValidation, DataSplit::kTest}) {
    const std::string start = "ILSVRC2012_img_" + std::string(nameOf(one));
    for (const auto& entry : fs::directory_iterator(path, ignored)) {
      const std::string name = entry.path().filename().string();
      const bool its =
          one == DataSplit::kTest ? name.starts_with(start) && name.ends_with(".tar") : name == start + ".tar";
      if (!its) continue;
      found.emplace_back(nameOf(one));
      if (one == split) wanted = entry.path();
      break;
    }
  }
  if (wanted.empty()) throwNoSplit(path.string(), split, found);
  return wanted;
}

bool isHidden(std::string_view name) { return name.starts_with('.') || name.find("/.") != std::string_view::npos; }

/// Takes away a folder that is around everything.
template <typename Found>
void stripCommonFolder(std::vector<Found>& found) {
  while (!found.empty() && !found.front().folder().empty()) {
    const std::string folder(found.front().folder());
    if (!std::ranges::all_of(found, [&](const Found& one) { return one.folder() == folder; })) return;
    for (Found& one : found) one.name.erase(0, folder.size() + 1);
  }
}

}  // namespace

TarReader::ReadAt TarImages::reader(std::uint64_t base) const {
  return
      [this, base](std::uint64_t offset, std::span<std::byte> out) { readAll(descriptor_, file_, base + offset, out); };
}

void TarImages::scan(std::uint64_t base, std::uint64_t bytes, const std::string& folder, std::vector<Found>& found) {
  const TarReader::ReadAt read = reader(base);
  TarReader tar(read, bytes, folder.empty() ? file_.string() : file_.string() + "/" + folder);
  while (auto entry = tar.next()) {
    if (isHidden(entry->name)) continue;
    if (folder.empty() && entry->name.ends_with(".tar")) {
      scan(entry->content, entry->bytes, fs::path(entry->name).stem().string(), found);
      continue;
    }
    std::string name = folder.empty() ? std::move(entry->name) : folder + "/" + entry->name;
    if (!namedAsPicture(name)) {
      std::array<std::byte, 32> start{};
      const auto shown = std::span(start).first(static_cast<std::size_t>(std::min<std::uint64_t>(32, entry->bytes)));
      read(entry->content, shown);
      if (!imageFormatOf(shown)) {
        passOver(passed_over_, otherKindOf(shown), name);
        continue;
      }
    }
    const std::uint64_t span =
        std::min<std::uint64_t>(entry->end() - entry->header, std::numeric_limits<std::uint32_t>::max());
    found.push_back({.name = std::move(name),
                     .place = {.begin = base + entry->header, .bytes = static_cast<std::uint32_t>(span), .label = -1},
                     .bytes = entry->bytes});
  }
}

void TarImages::nameClasses(std::vector<Found>& found) {
  stripCommonFolder(found);
  std::ranges::sort(found, [](const Found& a, const Found& b) {
    return std::tuple(a.folder(), std::string_view(a.name)) < std::tuple(b.folder(), std::string_view(b.name));
  });
  const auto loose = std::ranges::count_if(found, [](const Found& one) { return one.folder().empty(); });
  if (loose == static_cast<std::ptrdiff_t>(found.size())) return;
  if (loose > 0) {
    throw Error(ErrorCode::kInvalidArgument, "tar_mixed",
                "{file} holds {loose} pictures beside {nested} in folders, so it is not clear whether folders are "
                "classes. Pack them again: all in folders or none.",
                {{"file", file_.string()},
                 {"loose", std::to_string(loose)},
                 {"nested", std::to_string(found.size() - static_cast<std::size_t>(loose))}});
  }
  for (Found& one : found) {
    if (class_names_.empty() || class_names_.back() != one.folder()) class_names_.emplace_back(one.folder());
    one.place.label = static_cast<std::int32_t>(class_names_.size()) - 1;
  }
}

void TarImages::takeValidationLabels(std::vector<Found>& found) {
  auto kit = findImageNetDevkit(file_.parent_path());
  if (!kit) return;
  for (Found& one : found) one.place.label = validationClass(*kit, one.name, file_.string());
  class_names_ = std::move(kit->classes);
}

void TarImages::keep(std::vector<Found>& found) {
  Sha256 hash;
  for (const std::string& name : class_names_) hash.update(std::as_bytes(std::span(name.c_str(), name.size() + 1)));
  places_.reserve(found.size());
  for (const Found& one : found) {
    hash.update(std::as_bytes(std::span(one.name.c_str(), one.name.size() + 1)));
    hash.update(std::as_bytes(std::span(&one.bytes, 1)));
    hash.update(std::as_bytes(std::span(&one.place.label, 1)));
    places_.push_back(one.place);
  }
  fingerprint_ = hash.finish();
}

TarImages TarImages::list(const fs::path& path, DataSplit split) {
  TarImages images;
  images.file_ = fs::absolute(archiveOf(path, split));
  images.descriptor_ = openRegularFile(images.file_, O_RDONLY);
  ::posix_fadvise(images.descriptor_.get(), 0, 0, POSIX_FADV_RANDOM);  // headers lie far from each other
  std::vector<Found> found;
  images.scan(0, sizeOfOpenFile(images.descriptor_, images.file_), {}, found);
  if (found.empty()) {
    throw Error(ErrorCode::kNotFound, "tar_no_images",
                "{file} holds no pictures (JPEG, PNG, WebP, GIF, BMP, PGM or PPM). Choose an archive that does.",
                {{"file", images.file_.string()}});
  }
  images.nameClasses(found);
  const bool validation = std::ranges::any_of(found, [](const Found& one) { return namedAsValidationImage(one.name); });
  if (images.class_names_.empty() && validation) images.takeValidationLabels(found);
  images.keep(found);
  return images;
}

void TarImages::throwChanged(const Place& place) const {
  throw Error(ErrorCode::kDataLoss, "tar_changed",
              "{file} has changed since it was listed: at byte {offset} there is another file. Start again.",
              {{"file", file_.string()}, {"offset", std::to_string(place.begin)}});
}

std::string TarImages::name(std::int64_t index) const {
  const Place& place = places_.at(static_cast<std::size_t>(index));
  auto entry = TarReader(reader(place.begin), place.bytes, file_.string()).next();
  if (!entry) throwChanged(place);
  return std::move(entry->name);
}

TarImages::Picture TarImages::read(std::int64_t index) const {
  const Place& place = places_.at(static_cast<std::size_t>(index));
  if (place.bytes > kMaxPictureBytes) {
    throw Error(ErrorCode::kDataLoss, "tar_picture_too_large",
                "A picture at byte {offset} of {file} has more than 256 MiB. Make it smaller or take it away.",
                {{"offset", std::to_string(place.begin)}, {"file", file_.string()}});
  }
  std::string stored(place.bytes, '\0');
  readAll(descriptor_, file_, place.begin, std::as_writable_bytes(std::span(stored.data(), stored.size())));
  const auto copy = [&stored](std::uint64_t offset, std::span<std::byte> out) {
    std::memcpy(out.data(), stored.data() + offset, out.size());
  };
  const auto entry = TarReader(copy, stored.size(), file_.string()).next();
  if (!entry || entry->end() != stored.size()) throwChanged(place);
  Picture picture{.name = file_.filename().string() + "/" + entry->name, .bytes = {}};
  stored.erase(0, static_cast<std::size_t>(entry->content));
  picture.bytes = std::move(stored);
  return picture;
}

}  // namespace gan
