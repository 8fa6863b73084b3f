#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gan {

/// What the development kit of ILSVRC 2012 says of classes.
struct ImageNetDevkit {
  std::vector<std::string> classes;      ///< WordNet IDs of the synsets that images belong to, sorted.
  std::vector<std::int32_t> validation;  ///< Position in classes of validation image 1, 2, ...
};

/// Reads ILSVRC2012_devkit_t12.tar.gz in folder, without unpacking it to disk, or the folder ILSVRC2012_devkit_t12;
/// empty when neither is there. Throws Error(kDataLoss, "devkit_damaged" | "tar_damaged" | "mat_*").
std::optional<ImageNetDevkit> findImageNetDevkit(const std::filesystem::path& folder);

/// From the contents of meta.mat and ILSVRC2012_validation_ground_truth.txt; source names both in messages.
ImageNetDevkit readImageNetDevkit(const std::string& meta, const std::string& ground_truth, const std::string& source);

}  // namespace gan
