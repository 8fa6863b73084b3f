#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "data/dataset.h"
#include "data/image_fit.h"

namespace gan {

class RunConfig;

/// An image of a data set, and how far a picture is from it.
struct NearImage {
  std::int64_t index = 0;
  std::uint64_t squares = 0;  ///< Sum of the squared differences of all levels, 0 to 255.

  friend bool operator==(const NearImage&, const NearImage&) = default;
};

/// The training images of a run that are nearest to a picture: by the pixels of both at kSide x kSide, or as they are
/// where they are smaller. Images are as the networks see them, but for what is random: none is mirrored, and of random
/// crops the middle is taken. Memory does not grow with the data set, whatever data.in_memory says, and nothing is
/// copied as data.stage_to asks. One thread at a time.
class NearestImages {
 public:
  static constexpr std::int64_t kSide = 32;
  static constexpr std::int64_t kMost = 64;     ///< That are kept.
  static constexpr std::int64_t kAtATime = 16;  ///< That a thread looks at before it takes others.

  /// fingerprint: of the data, as the run's manifest has it. threads: at least 1. Throws as openTrainedImages().
  NearestImages(const RunConfig& config, const std::string& fingerprint, int threads);

  std::int64_t count() const { return data_->info().count; }
  const DatasetInfo& info() const { return data_->info(); }

  /// Looks at images first to first + count - 1 and keeps in `nearest` the `most` nearest ones, nearest first, of equal
  /// ones the first in the data; what it holds already counts. picture: of the run's size and channels. Images that
  /// cannot be read are passed over. The result does not depend on the number of threads. Throws Error(kDataLoss,
  /// "nearest_too_damaged") as soon as more of them cannot be read than data.corrupt_limit allows, or none can.
  void search(const Image& picture, std::int64_t first, std::int64_t count, std::int64_t most,
              std::vector<NearImage>& nearest) const;
  /// Root mean square difference, 1 from black to white.
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
  Image fitted(std::int64_t index) const;
  /// Of kSide at most, all channels of the run's.
  std::vector<std::uint8_t> small(Image image) const;
  void note(const std::set<std::int64_t>& missed, std::int64_t first, std::int64_t count) const;

  std::unique_ptr<Dataset> data_;
  FitOptions fit_;
  double corrupt_limit_;
  int threads_;
  mutable std::set<std::int64_t> unreadable_;
};

}  // namespace gan
