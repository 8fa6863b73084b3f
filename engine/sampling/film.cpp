#include "sampling/film.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>
#include <utility>

#include "config/latent_walk.h"
#include "core/atomic_file.h"
#include "core/error.h"
#include "core/partial_file.h"
#include "core/random_hex.h"
#include "sampling/gif_film.h"
#include "sampling/mp4_film.h"
#include "sampling/png.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

/// Stands under a hidden name until it is whole.
class PictureFolder final : public FilmWriter {
 public:
  PictureFolder(fs::path folder, const FilmShape& shape) : folder_(std::move(folder)), shape_(shape) {
    requireEmptyOrAbsent();
    partial_ = folder_.parent_path() / ("." + folder_.filename().string() + "." + randomHex(4) + ".tmp");
    std::error_code failure;
    if (folder_.has_parent_path()) fs::create_directories(folder_.parent_path(), failure);
    if (!failure) fs::create_directory(partial_, failure);
    if (failure) throwFileError("make", folder_, failure.value());
  }
  ~PictureFolder() override {
    std::error_code ignored;
    fs::remove_all(partial_, ignored);
  }
  PictureFolder(const PictureFolder&) = delete;
  PictureFolder& operator=(const PictureFolder&) = delete;

  void add(const Image& picture) override {
    requireShape(shape_, picture);
    constexpr std::size_t kDigits = 6;
    const std::string number = std::to_string(next_++);
    PartialFile file(partial_ / (std::string(kDigits - std::min(kDigits, number.size()), '0') + number + ".png"));
    file.append(encodePng(folder_, picture));
    file.finish(Flush::kLater);
  }
  void finish() override {
    flushFileSystem(partial_);
    requireEmptyOrAbsent();
    if (::rename(partial_.c_str(), folder_.c_str()) != 0) throwFileError("make", folder_, errno);
    flushToDisk(folder_.has_parent_path() ? folder_.parent_path() : ".");
  }

 private:
  void requireEmptyOrAbsent() const {
    std::error_code failure;
    const bool free = !fs::exists(folder_, failure) || fs::is_empty(folder_, failure);
    if (failure) throwFileError("make", folder_, failure.value());
    if (free && (!fs::exists(folder_) || fs::is_directory(folder_))) return;
    throw Error(ErrorCode::kAlreadyExists, "film_folder_taken",
                "{path} cannot become the folder of a film: there is something already, which would be mixed up with "
                "its pictures. Choose another name, or empty it.",
                {{"path", folder_.string()}});
  }

  fs::path folder_;
  fs::path partial_;
  FilmShape shape_;
  std::int64_t next_ = 0;
};

}  // namespace

fs::path filmPath(const fs::path& path) {
  const fs::path name = path.filename();
  if (!name.empty() && name != "." && name != "..") return path;
  const fs::path whole = fs::absolute(path).lexically_normal();
  return whole.has_filename() ? whole : whole.parent_path();
}

void requireFilmSides(const fs::path& path, std::int64_t width, std::int64_t height) {
  const std::string extension = path.extension().string();
  requireFilmSide(extension.empty() ? "png" : extension.substr(1), std::max(width, height));
}

std::unique_ptr<FilmWriter> openFilm(const fs::path& path, const FilmShape& shape) {
  requireFilmSides(path, shape.width, shape.height);
  const std::string extension = path.extension().string();
  if (extension == ".mp4") return std::make_unique<Mp4Film>(path, shape);
  if (extension == ".gif") return std::make_unique<GifFilm>(path, shape);
  if (extension.empty()) return std::make_unique<PictureFolder>(filmPath(path), shape);
  throw Error(
      ErrorCode::kInvalidArgument, "film_format_unknown",
      "{path} has an ending that names no film. There are .mp4 and .gif; without one it is a folder of pictures.",
      {{"path", path.string()}});
}

void requireShape(const FilmShape& shape, const Image& picture) {
  if (picture.width == shape.width && picture.height == shape.height && picture.channels == shape.channels) return;
  throw Error(ErrorCode::kInvalidArgument, "film_other_shape",
              "A picture of {found} cannot follow in a film of {expected}: all must be of one size.",
              {{"found", std::to_string(picture.width) + "x" + std::to_string(picture.height)},
               {"expected", std::to_string(shape.width) + "x" + std::to_string(shape.height)}});
}

}  // namespace gan
