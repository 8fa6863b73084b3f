#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/file_descriptor.h"
#include "interop/data_split.h"
#include "interop/passed_over.h"
#include "interop/tar_reader.h"

namespace gan {

/// The pictures inside a tar archive, read from their place in it; the list takes 16 bytes a picture.
class TarImages {
 public:
  /// Lists an archive, or, in a folder with ImageNet's archives as image-net.org ships them, the one of the split:
  /// ILSVRC2012_img_train.tar, ILSVRC2012_img_val.tar or ILSVRC2012_img_test*.tar. A single archive is wholly for
  /// training. Files that begin with a dot are left out.
  ///   - Archives inside the archive (n01440764.tar ...), or else the first folders on the way, name the classes, which
  ///     are counted in the order of their names; a folder around everything does not count.
  ///   - Pictures of ILSVRC 2012's validation get their classes from the development kit beside the archive (see
  ///     findImageNetDevkit()); without one, and in any other flat archive, there are no labels.
  /// Throws Error(kNotFound, "tar_no_images" | "data_no_split"), Error(kInvalidArgument, "tar_mixed"), Error(kDataLoss,
  /// "tar_damaged" | "devkit_*"), and for files that cannot be read.
  static TarImages list(const std::filesystem::path& path, DataSplit split);

  const std::filesystem::path& file() const { return file_; }
  std::int64_t count() const { return static_cast<std::int64_t>(places_.size()); }
  const std::vector<std::string>& classNames() const { return class_names_; }
  /// Position in classNames(); -1 where there are none.
  std::int32_t label(std::int64_t index) const { return places_.at(static_cast<std::size_t>(index)).label; }
  /// Of names, lengths and labels.
  const std::string& fingerprint() const { return fingerprint_; }
  /// Files beside the pictures, but those whose names begin with a dot.
  const std::vector<PassedOver>& passedOver() const { return passed_over_; }
  /// As the innermost archive has it, from where it is read: a list of names would be larger than the other one. Throws
  /// Error(kDataLoss, "tar_damaged" | "tar_changed").
  std::string name(std::int64_t index) const;

  struct Picture {
    std::string name;  ///< The archive's file, a slash, and the name inside the innermost archive.
    std::string bytes;
  };
  /// May be called from several threads at once. Throws Error(kDataLoss, "tar_damaged" | "tar_picture_too_large").
  Picture read(std::int64_t index) const;

 private:
  struct Found;
  struct Place {
    std::uint64_t begin = 0;  ///< Of the picture's first header in the file.
    std::uint32_t bytes = 0;  ///< From there to the picture's end.
    std::int32_t label = -1;
  };
  [[noreturn]] void throwChanged(const Place& place) const;
  TarReader::ReadAt reader(std::uint64_t base) const;
  void scan(std::uint64_t base, std::uint64_t bytes, const std::string& folder, std::vector<Found>& found);
  void nameClasses(std::vector<Found>& found);
  void takeValidationLabels(std::vector<Found>& found);
  void keep(std::vector<Found>& found);

  std::filesystem::path file_;
  FileDescriptor descriptor_;
  std::vector<Place> places_;
  std::vector<std::string> class_names_;
  std::string fingerprint_;
  std::vector<PassedOver> passed_over_;
};

}  // namespace gan
