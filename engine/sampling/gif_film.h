#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/partial_file.h"
#include "sampling/film.h"

namespace gan {

/// GIF89a. Each picture has a palette of its own: grey ones, and those of at most 256 colours, keep every pixel; others
/// get 256 colours by median cut (Heckbert, 1982). Times are in hundredths of a second, so that 30 pictures a second
/// take 3, 3 and 4 in turn; players take less than 2 for 10.
class GifFilm final : public FilmWriter {
 public:
  /// Sides have at most 65,535 pixels. Throws Error(kInvalidArgument, "film_too_fast") for more than 50 pictures a
  /// second.
  GifFilm(const std::filesystem::path& path, const FilmShape& shape);

  void add(const Image& picture) override;
  void finish() override;

 private:
  FilmShape shape_;
  PartialFile file_;
  std::int64_t pictures_ = 0;
  std::vector<std::uint16_t> followers_;  // LZW: code of (code, byte)
};

}  // namespace gan
