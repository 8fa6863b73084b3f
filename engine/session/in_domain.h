#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "config/run_config.h"
#include "core/progress_monitor.h"
#include "data/dataset.h"

namespace gan {

/// A classifier that is trained on a data set for its features alone, so that scores exist where nobody has another
/// network: ResNet-18 (He et al., 2016), cross-entropy on the images' classes; where they have none, or only one, on
/// which way up they stand (Gidaris et al., "Unsupervised representation learning by predicting image rotations",
/// 2018).
struct InDomainRequest {
  std::shared_ptr<const Dataset> images;  ///< Fitted as `data` says.
  RunConfig data;                         ///< Whose data.* say how images are brought to the networks' size.
  std::filesystem::path cache;            ///< Folder in which it is kept.
  std::string device = "cpu";
  int threads = 1;
};

/// The file of its weights, which says all that openFeatureNetwork() needs: as it is kept for the images' fingerprint
/// and fit, else trained now, from seed 0. It gets its name when it is whole; a damaged one is warned of and made
/// again. Of several processes that ask for it one trains and the others wait. Throws Error(kCancelled),
/// Error(kDiverged, "in_domain_diverged"), and errors of files and images.
std::filesystem::path inDomainClassifier(const InDomainRequest& request, ProgressMonitor& monitor);

/// Updates of its training by batches of kInDomainBatch: three passes over the images, but up to thirty where they are
/// few.
std::int64_t inDomainSteps(std::int64_t images);
inline constexpr std::int64_t kInDomainBatch = 128;

}  // namespace gan
