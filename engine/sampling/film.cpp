#include "sampling/film.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/atomic_file.h"
#include "core/error.h"
#include "sampling/gif_film.h"
#include "sampling/mp4_film.h"
#include "sampling/png.h"

namespace gan {

namespace {

class PictureFolder final : public FilmWriter {
 public:
  PictureFolder(std::filesystem::path folder, const FilmShape& shape) : folder_(std::move(folder)), shape_(shape) {
    std::error_code failure;
    std::filesystem::create_directories(folder_, failure);
    if (failure) throwFileError("make", folder_, failure.value());
  }
  void add(const Image& picture) override {
    requireShape(shape_, picture);
    constexpr std::size_t kDigits = 6;
    const std::string number = std::to_string(next_++);
    writePng(folder_ / (std::string(kDigits - std::min(kDigits, number.size()), '0') + number + ".png"), picture);
  }
  void finish() override {}

 private:
  std::filesystem::path folder_;
  FilmShape shape_;
  std::int64_t next_ = 0;
};

}  // namespace

std::unique_ptr<FilmWriter> openFilm(const std::filesystem::path& path, const FilmShape& shape) {
  const std::string extension = path.extension().string();
  if (extension == ".mp4") return std::make_unique<Mp4Film>(path, shape);
  if (extension == ".gif") return std::make_unique<GifFilm>(path, shape);
  if (extension.empty()) return std::make_unique<PictureFolder>(path, shape);
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
