#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

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
  std::string stage = {};             ///< What progress is called.
  int threads = 1;                    ///< See FeatureRowsOptions.
  std::int64_t batch = 50;            ///< Likewise.
  std::int64_t kept = 0;              ///< Rows that are kept, drawn at random where there are more pictures.
  std::uint64_t seed = 0;             ///< Of what is drawn.
  std::int64_t inception_splits = 0;  ///< 0: no Inception Score.
  InceptionOrder inception_order = InceptionOrder::kListed;
  std::filesystem::path shares = {};            ///< Folder in which features are kept meanwhile; see FeatureShares.
  std::function<std::int64_t()> replaced = {};  ///< See JudgedSet.
};

/// What is known of a set of pictures after each has been read once.
struct PictureFeatures {
  Moments moments;
  at::Tensor kept;  ///< float32 [kept, D], in the order of the pictures.
  std::optional<Spread> inception_score;
  std::int64_t composed = 0;  ///< Pictures that are Image::composed.
  std::int64_t replaced = 0;  ///< Pictures that gave way to others.
};

/// Passes all pictures of a data set through a network, in memory that does not grow with their number. Throws as
/// featureRows(), Error(kInvalidArgument, "samples_too_few") and Error(kCancelled).
PictureFeatures featuresOfPictures(const Dataset& pictures, const FeatureNetwork& network,
                                   const PictureFeatureOptions& options, ProgressMonitor& monitor);
/// What one of several processes does of that: it computes shares that nobody else computes, until none are left.
/// options.shares is where they go.
void shareFeaturesOfPictures(const Dataset& pictures, const FeatureNetwork& network,
                             const PictureFeatureOptions& options, ProgressMonitor& monitor);

/// Rising numbers of the pictures, of so many, whose features are kept.
std::vector<std::int64_t> keptPictures(std::int64_t pictures, const PictureFeatureOptions& options);

}  // namespace gan
