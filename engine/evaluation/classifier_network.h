#pragma once

#include <filesystem>
#include <memory>

#include "evaluation/feature_network.h"

namespace gan {

/// A classifier that this program trained: features are the means of its last maps, pictures are cropped, resized and
/// normalised as those it was judged by. options.classifier: its run's configuration; options.file: its weights. Throws
/// Error(kInvalidArgument, "features_resize" | "features_size" | "features_no_classifier"), and what readWeights() and
/// checkFits() throw.
std::unique_ptr<FeatureNetwork> openClassifierNetwork(const FeatureOptions& options);

/// Where a file of weights of a classifier that was made for its features alone says what kind these are, and with
/// kConfigMetadata all that openClassifierNetwork() needs to know.
inline constexpr const char* kFeaturesMetadata = "gan_studio.features";
/// Whether a safetensors file says so. False for what cannot be read.
bool saysItsFeatures(const std::filesystem::path& file);

}  // namespace gan
