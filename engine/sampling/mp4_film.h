#pragma once

#include <sys/types.h>

#include <filesystem>

#include "core/file_descriptor.h"
#include "core/partial_file.h"
#include "sampling/film.h"

namespace gan {

/// H.264 in MP4, made by the program ffmpeg, which gets the pictures through a pipe. Sides of an odd number of pixels
/// get a black one more.
class Mp4Film final : public FilmWriter {
 public:
  Mp4Film(const std::filesystem::path& path, const FilmShape& shape);
  ~Mp4Film() override;
  Mp4Film(const Mp4Film&) = delete;
  Mp4Film& operator=(const Mp4Film&) = delete;

  void add(const Image& picture) override;
  void finish() override;

 private:
  /// Waits for its end.
  void join();
  [[noreturn]] void throwFailed();

  std::filesystem::path path_;
  FilmShape shape_;
  PartialFile file_;
  FileDescriptor pictures_;  // goes to its standard input
  FileDescriptor words_;     // its standard error
  pid_t ffmpeg_ = -1;
  int status_ = 0;  // waitpid(2)'s
};

}  // namespace gan
