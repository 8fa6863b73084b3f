#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "config/nearest_measure.h"
#include "data/dataset.h"
#include "data/image_fit.h"

namespace gan {

class RunConfig;

/// An image of a data set, and how far a picture is from it.
struct NearImage {
  std::int64_t index = 0;
  /// Sum of the squared differences of all levels, 0 to 255; or of features, over the picture's squared features.
  double squares = 0;

  friend bool operator==(const NearImage&, const NearImage&) = default;
};

struct NearestOptions {
  int threads = 1;  ///< At least 1.
  NearestMeasure measure = NearestMeasure::kPixels;
  std::filesystem::path cache = {};  ///< Where classifiers and what they see are kept; see featuresCache().
};

/// The training images of a run that are nearest to a picture: by the pixels of both at kSide x kSide, or as they are
/// where they are smaller; or by what the in-domain classifier of these images sees, computed on the CPU and kept for
/// the next search. Images are as
/// the networks see them, but for what is random: none is mirrored, and of random crops the middle is taken. Memory
/// does not grow with the data set, whatever data.in_memory says, and nothing is copied as data.stage_to asks. One
/// thread at a time.
class NearestImages {
 public:
  static constexpr std::int64_t kSide = 32;
  static constexpr std::int64_t kMost = 64;     ///< That are kept.
  static constexpr std::int64_t kAtATime = 16;  ///< That a thread looks at before it takes others.

  /// fingerprint: of the data, as the run's manifest has it. Throws as openTrainedImages(), and
  /// Error(kFailedPrecondition, "nearest_no_features") where no classifier of these images is kept.
  NearestImages(const RunConfig& config, const std::string& fingerprint, const NearestOptions& options);
  NearestImages(NearestImages&& other) noexcept;
  ~NearestImages();

  std::int64_t count() const { return data_->info().count; }
  const DatasetInfo& info() const { return data_->info(); }

  /// Looks at images first to first + count - 1 and keeps in `nearest` the `most` nearest ones, nearest first, of equal
  /// ones the first in the data; what it holds already counts. picture: of the run's size and channels. Images that
  /// cannot be read are passed over. The result does not depend on the number of threads. Throws Error(kDataLoss,
  /// "nearest_too_damaged") as soon as more of them cannot be read than data.corrupt_limit allows, or none can.
  void search(const Image& picture, std::int64_t first, std::int64_t count, std::int64_t most,
              std::vector<NearImage>& nearest) const;
  /// Root mean square difference: of pixels, 1 from black to white; of features, over the root mean square of the
  /// picture's.
  double distance(const NearImage& image) const;

  /// Those that could not be read when they were last looked at.
  std::int64_t unreadable() const;

  /// As the networks see it.
  Image image(std::int64_t index) const;
  std::int64_t label(std::int64_t index) const { return data_->label(index); }
  /// Empty: it has none.
  std::string className(std::int64_t index) const;
  std::string name(std::int64_t index) const { return data_->imageName(index); }

 private:
  struct Features;
  /// Of a part of the images those that can be read, with how far they are from a picture; numbers of the others are
  /// added to `missed`. From several threads at once.
  using Compare =
      std::function<std::vector<NearImage>(std::int64_t first, std::int64_t count, std::vector<std::int64_t>& missed)>;
  Compare comparedTo(const Image& picture) const;
  Image fitted(std::int64_t index) const;
  /// Nothing, and its number added to `missed`, where it cannot be read.
  std::optional<Image> readable(std::int64_t index, std::vector<std::int64_t>& missed) const;
  /// Of kSide at most, all channels of the run's.
  std::vector<std::uint8_t> small(Image image) const;
  void note(const std::set<std::int64_t>& missed, std::int64_t first, std::int64_t count) const;

  std::unique_ptr<Dataset> data_;
  FitOptions fit_;
  double corrupt_limit_;
  int threads_;
  std::unique_ptr<Features> features_;  ///< Null: pixels are compared.
  mutable std::set<std::int64_t> unreadable_;
};

}  // namespace gan
