#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/progress_monitor.h"
#include "data/dataset.h"
#include "evaluation/feature_network.h"
#include "evaluation/inception_score.h"
#include "evaluation/moments.h"

namespace gan {

/// Which pictures come into the same split of the Inception Score.
enum class InceptionOrder {
  kListed,  ///< Neighbours in the data set. Where it lies by class, a split holds few classes and the score is low.
  kDrawn,   ///< At random, by the seed.
};

struct PictureFeatureOptions {
  std::string stage = {};   ///< What progress is called.
  int threads = 1;          ///< That read and resize pictures.
  std::int64_t batch = 50;  ///< Pictures that pass the network together, fewer where they would take more than 1 GiB.
  std::int64_t kept = 0;    ///< Rows that are kept, drawn at random where there are more pictures.
  std::uint64_t seed = 0;   ///< Of what is drawn.
  std::int64_t inception_splits = 0;  ///< 0: no Inception Score.
  InceptionOrder inception_order = InceptionOrder::kListed;
};

/// What is known of a set of pictures after each has been read once.
struct PictureFeatures {
  Moments moments;
  at::Tensor kept;  ///< float32 [kept, D], in the order of the pictures.
  std::optional<Spread> inception_score;
  std::int64_t composed = 0;  ///< Pictures that are Image::composed.
};

/// Passes all pictures of a data set through a network, in memory that does not grow with their number. Throws
/// Error(kDataLoss) naming a picture that cannot be read, Error(kInvalidArgument, "features_not_finite" |
/// "features_no_probabilities" | "samples_too_few"), Error(kCancelled). Multiplies in full single precision, whatever
/// the process does otherwise.
PictureFeatures featuresOfPictures(const Dataset& pictures, const FeatureNetwork& network,
                                   const PictureFeatureOptions& options, ProgressMonitor& monitor);

}  // namespace gan
