#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
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

/// Whether a file is named as a validation image of ILSVRC 2012: "ILSVRC2012_val_00000001.JPEG".
bool namedAsValidationImage(std::string_view name);

/// Position in kit.classes of a validation image's class, by its name. Throws Error(kDataLoss, "devkit_other_images"),
/// naming the file or folder that holds it, when the kit does not know it.
std::int32_t validationClass(const ImageNetDevkit& kit, const std::string& name, const std::string& holder);

/// From the contents of meta.mat and ILSVRC2012_validation_ground_truth.txt; source names both in messages.
ImageNetDevkit readImageNetDevkit(const std::string& meta, const std::string& ground_truth, const std::string& source);

}  // namespace gan
