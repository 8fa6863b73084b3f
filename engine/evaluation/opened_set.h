#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "data/dataset.h"
#include "evaluation/evaluate.h"
#include "evaluation/feature_network.h"
#include "evaluation/picture_features.h"

namespace gan {

/// A side of a comparison, opened.
struct OpenedSet {
  std::string name;
  std::shared_ptr<const Dataset> pictures = {};  ///< Null: moments alone, in `found`.
  std::string identity = {};                     ///< Another text for other pictures; empty: nobody knows.
  PictureFeatures found = {};
  std::optional<FeatureKind> kind = {};         ///< Of moments as they say it; none where they do not.
  std::function<std::int64_t()> replaced = {};  ///< See JudgedSet.
};

/// Throws as openFeatureNetwork().
std::unique_ptr<FeatureNetwork> openNetwork(const JudgingNetwork& network);

/// Opens pictures, or reads moments. Warns of files that a source leaves out. Throws what openDataset() and
/// readMoments() do.
OpenedSet openSet(const JudgedSet& set, std::vector<Message>& warnings);

/// What a network is asked for of each picture.
enum class RowsHold { kFeatures, kProbabilitiesToo };
/// For FeatureStore: another key wherever the rows of a set may be other bits. Only of a set with an identity.
std::string keyOfFeatures(const OpenedSet& set, const FeatureNetwork& network, std::int64_t batch,
                          RowsHold rows = RowsHold::kFeatures);

/// Of pictures that other programs see otherwise.
void warnOfComposed(const OpenedSet& set, std::vector<Message>& warnings);

/// Of pictures of a set that gave way to others, if there are any.
void warnOfReplaced(const std::string& name, std::int64_t replaced, std::int64_t all, std::vector<Message>& warnings);

/// Of a metric where a set holds moments. Error(kInvalidArgument, "evaluation_needs_pictures").
[[noreturn]] void throwNeedsPictures(const std::string& metric, const JudgedSet& set);
/// Where a score compares classes. Throws Error(kInvalidArgument, "evaluation_no_labels") for a set without any.
void requireClasses(const std::string& name, const DatasetInfo& info);

JudgedFacts factsOf(const OpenedSet& set);

}  // namespace gan
