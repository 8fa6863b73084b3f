#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <memory>
#include <system_error>
#include <utility>

#include "core/atomic_file.h"
#include "core/error.h"
#include "evaluation/evaluate.h"
#include "evaluation/feature_store.h"
#include "evaluation/moments_file.h"
#include "evaluation/opened_set.h"
#include "interop/npz.h"

namespace gan {

bool holdsMoments(const std::filesystem::path& path) {
  try {
    const std::vector<std::string> names = NpzFile(path).names();
    return std::ranges::count(names, "mu") > 0 && std::ranges::count(names, "sigma") > 0;
  } catch (const Error&) {
    return false;
  }
}

namespace {

/// The pictures and the network that a request names.
struct OpenedMoments {
  std::vector<Message> warnings;
  OpenedSet set;
  std::unique_ptr<FeatureNetwork> network;
  PictureFeatureOptions options;
};

OpenedMoments openMoments(const MomentsRequest& request) {
  if (!request.pictures.holdsPictures()) {
    throw Error(ErrorCode::kInvalidArgument, "evaluation_moments_already",
                "{set} holds moments already. Give the pictures that moments are to be computed of.",
                {{"set", request.pictures.name}});
  }
  requireFilePlace(request.out);
  OpenedMoments opened;
  opened.set = openSet(request.pictures, opened.warnings);
  opened.network = openNetwork(request.network);
  opened.options = {.stage = "pictures", .threads = request.network.threads, .batch = request.network.batch};
  if (!opened.set.identity.empty()) {
    const std::string key = keyOfFeatures(opened.set, *opened.network, request.network.batch);
    opened.options.shares = FeatureStore(request.store).shares(key);
  }
  return opened;
}

}  // namespace

MomentsOutcome saveMoments(const MomentsRequest& request, ProgressMonitor& monitor) {
  const c10::InferenceMode inference;
  OpenedMoments opened = openMoments(request);
  FeatureStore(request.store).trim();
  OpenedSet& set = opened.set;
  set.found = featuresOfPictures(*set.pictures, *opened.network, opened.options, monitor);
  writeMoments(request.out, set.found.moments, opened.network->kind());
  std::error_code ignored;
  if (!request.leaves_shares && !opened.options.shares.empty()) {
    std::filesystem::remove_all(opened.options.shares, ignored);
  }
  warnOfComposed(set, opened.warnings);
  return {
      .features = opened.network->kind(), .pictures = set.found.moments.count, .warnings = std::move(opened.warnings)};
}

void shareMoments(const MomentsRequest& request, ProgressMonitor& monitor) {
  const c10::InferenceMode inference;
  const OpenedMoments opened = openMoments(request);
  if (FeatureStore(request.store).full()) return;
  shareFeaturesOfPictures(*opened.set.pictures, *opened.network, opened.options, monitor);
}

}  // namespace gan
