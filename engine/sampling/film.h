#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "tensor/image.h"

namespace gan {

/// What all pictures of a film have in common.
struct FilmShape {
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::int64_t channels = 3;
  double frames_per_second = 30;
  bool loops = false;  ///< GIF: it begins anew for ever.
};

/// A film that is made picture by picture, in memory that does not grow with its length. It gets its name when it is
/// finished; unless it was, nothing is left when the object goes. One thread.
class FilmWriter {
 public:
  virtual ~FilmWriter() = default;
  /// Throws Error(kInvalidArgument, "film_other_shape") for a picture of another shape, Error(kFailedPrecondition,
  /// "ffmpeg_failed"), Error(kResourceExhausted | ...) when it cannot be written.
  virtual void add(const Image& picture) = 0;
  virtual void finish() = 0;
};

/// What a film is called that shall be there: "frames" for "frames/", the folder's own name for ".".
std::filesystem::path filmPath(const std::filesystem::path& path);

/// Throws Error(kInvalidArgument, "film_too_large") as requireFilmSide(), by the extension of path.
void requireFilmSides(const std::filesystem::path& path, std::int64_t width, std::int64_t height);

/// By the extension of path: .mp4, through the program ffmpeg; .gif; none: a folder, where each picture becomes a PNG
/// file, and which must be empty if it is there already. Throws Error(kInvalidArgument, "film_format_unknown") for
/// others, "film_too_large" as requireFilmSides(), "film_too_fast" for what GIF cannot do, Error(kAlreadyExists,
/// "film_folder_taken"), Error(kFailedPrecondition, "ffmpeg_missing" | "ffmpeg_not_started"), requireFilePlace()'s
/// errors.
std::unique_ptr<FilmWriter> openFilm(const std::filesystem::path& path, const FilmShape& shape);

/// For writers: whether a picture has the film's shape.
void requireShape(const FilmShape& shape, const Image& picture);

}  // namespace gan
