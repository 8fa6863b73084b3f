#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "interop/data_split.h"
#include "interop/passed_over.h"

namespace gan {

/// The pictures of a folder and their classes, in about 50 bytes a file.
class ImageFolder {
 public:
  /// Lists the pictures under path, whose names end as pictures' do or whose first bytes are a picture's. Files and
  /// folders that begin with a dot are left out; links are followed.
  ///   - Pictures in subfolders, however deep: the first folder on the way names the class; classes are counted in the
  ///     order of their names, as torchvision's ImageFolder does.
  ///   - Pictures in path itself: no labels. Where LOC_val_solution.csv lies in it or up to four folders above, as
  ///     Kaggle ships ImageNet, it gives the classes; so does the development kit (see findImageNetDevkit()) that lies
  ///     in it or beside it, where these are the validation images of image-net.org's archive.
  ///   - A folder that holds ILSVRC/Data/CLS-LOC, or only the splits train, val (valid, validation, dev) and test: that
  ///     split. Any other folder is wholly for training.
  /// Throws Error(kNotFound, "image_folder_missing" | "image_folder_empty" | "image_folder_others"),
  /// Error(kInvalidArgument, "image_folder_mixed"), Error(kNotFound, "data_no_split"), Error(kDataLoss,
  /// "image_labels_bad" | "image_labels_missing" | "devkit_*"), and for folders that cannot be read.
  static ImageFolder list(const std::filesystem::path& path, DataSplit split = DataSplit::kTrain);

  const std::filesystem::path& root() const { return root_; }
  std::int64_t count() const { return static_cast<std::int64_t>(ends_.size()); }
  /// Relative to root().
  std::string_view name(std::int64_t index) const;
  std::filesystem::path file(std::int64_t index) const { return root_ / name(index); }
  const std::vector<std::string>& classNames() const { return class_names_; }
  /// Position in classNames(); -1 where there are none.
  std::int32_t label(std::int64_t index) const;
  /// Of names, lengths and labels.
  const std::string& fingerprint() const { return fingerprint_; }
  /// Files beside the pictures, but those whose names begin with a dot.
  const std::vector<PassedOver>& passedOver() const { return passed_over_; }

 private:
  struct Found;
  void scan(std::vector<Found>& found);
  void nameClasses(std::vector<Found>& found);
  void takeLabels(const std::filesystem::path& csv, std::vector<Found>& found);
  void takeDevkit(std::vector<Found>& found);
  void keep(std::vector<Found>& found);

  std::filesystem::path root_;
  std::string names_;                ///< One after the other.
  std::vector<std::uint64_t> ends_;  ///< Where each name ends.
  std::vector<std::int32_t> labels_;
  std::vector<std::string> class_names_;
  std::string fingerprint_;
  std::vector<PassedOver> passed_over_;
};

}  // namespace gan
