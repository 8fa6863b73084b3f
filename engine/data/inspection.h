#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/message.h"
#include "core/progress_monitor.h"
#include "data/dataset.h"

namespace gan {

struct InspectionOptions {
  std::int64_t resolution = 64;  ///< Images with a shorter side are called small.
  std::int64_t classes = 0;      ///< Classes that a network expects; 0 expects none in particular.
  double corrupt_limit = 0.01;   ///< Share of damaged images with which a run would stop (data.corrupt_limit).
  int threads = 1;
  /// Folders that would be classes if they held images; the data set does not know of them.
  std::vector<std::string> empty_folders{};
};

struct DamagedImage {
  std::int64_t index = 0;
  Message reason;
};

/// What there is to know about a data set before a run is spent on it.
struct Inspection {
  std::int64_t count = 0;
  std::vector<std::int64_t> images_per_class;  ///< As DatasetInfo::class_names; empty without labels.
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> sizes;  ///< Images of each width and height.
  std::int64_t grey = 0;                                                ///< Images of one channel.
  std::int64_t small = 0;                                               ///< Images smaller than the resolution.
  std::array<double, 3> mean{};       ///< Of red, green and blue over all pixels, 0 to 255; grey counts for all three.
  std::array<double, 3> deviation{};  ///< Their standard deviation.
  /// Images of equal size and pixels (by SHA-256 of what is decoded, so that two files of other bytes but the same
  /// picture count), each group rising, ordered by its first.
  std::vector<std::vector<std::int64_t>> duplicates;
  std::int64_t surplus = 0;           ///< Images that repeat an earlier one.
  std::vector<DamagedImage> damaged;  ///< Ordered.
  std::vector<Message> warnings;      ///< What would spoil a run, in a sentence each.
};

/// Of all sizes, however many; a size is a width and a height.
struct SizeRange {
  std::pair<std::int64_t, std::int64_t> smallest;  ///< By area.
  std::pair<std::int64_t, std::int64_t> largest;
  std::int64_t short_side = 0;  ///< Nine tenths of the images are at least so large both ways.
};
/// Nothing where no image could be read.
std::optional<SizeRange> sizeRange(const Inspection& found);

/// Reads every image once, with several threads; equal for any number of them. Takes 24 bytes of memory an image.
/// Reports images to `monitor`. Throws Error(kCancelled), and what the data set throws that is not about one image
/// (kDataLoss, kNotFound, kPermissionDenied).
Inspection inspectData(const Dataset& dataset, const InspectionOptions& options, ProgressMonitor& monitor);

}  // namespace gan
