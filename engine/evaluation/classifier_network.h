#pragma once

#include <memory>

#include "evaluation/feature_network.h"

namespace gan {

/// A classifier that this program trained: features are the means of its last maps, pictures are cropped, resized and
/// normalised as those it was judged by. options.classifier: its run's configuration; options.file: its weights. Throws
/// Error(kInvalidArgument, "features_resize" | "features_size" | "features_no_classifier"), and what readWeights() and
/// checkFits() throw.
std::unique_ptr<FeatureNetwork> openClassifierNetwork(const FeatureOptions& options);

}  // namespace gan
