#include <c10/core/InferenceMode.h>

#include <algorithm>

#include "core/atomic_file.h"
#include "core/error.h"
#include "evaluation/evaluate.h"
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

MomentsOutcome saveMoments(const JudgedSet& pictures, const JudgingNetwork& network, const std::filesystem::path& out,
                           ProgressMonitor& monitor) {
  if (!pictures.holdsPictures()) {
    throw Error(ErrorCode::kInvalidArgument, "evaluation_moments_already",
                "{set} holds moments already. Give the pictures that moments are to be computed of.",
                {{"set", pictures.name}});
  }
  requireFilePlace(out);
  const c10::InferenceMode inference;
  MomentsOutcome outcome;
  OpenedSet set = openSet(pictures, outcome.warnings);
  const std::unique_ptr<FeatureNetwork> opened = openNetwork(network);
  set.found = featuresOfPictures(*set.pictures, *opened,
                                 {.stage = "pictures", .threads = network.threads, .batch = network.batch}, monitor);
  writeMoments(out, set.found.moments, opened->kind());
  outcome.features = opened->kind();
  outcome.pictures = set.found.moments.count;
  warnOfComposed(set, outcome.warnings);
  return outcome;
}

}  // namespace gan
