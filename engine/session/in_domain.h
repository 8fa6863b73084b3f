#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

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
  std::string identity;                   ///< Of the images; see identityOfImages().
  std::filesystem::path cache;            ///< Folder in which it is kept.
  std::string device = "cpu";
  int threads = 1;  ///< That read images.
  /// Numbers of images that could not be read by now and gave way to others; empty: none ever.
  std::function<std::vector<std::int64_t>()> replaced = {};
};

/// The file of its weights, which says all that openFeatureNetwork() needs: as it is kept for the images' identity and
/// their fit, wherever it was trained, else trained now, from seed 0. It gets its name when it is whole; a damaged one
/// is warned of and made again, as is one of images that can be read now and could not then. Of several processes that
/// ask for it one trains and the others wait. Throws as trainClassifier(), and errors of files.
std::filesystem::path inDomainClassifier(const InDomainRequest& request, ProgressMonitor& monitor);

/// The same file where it is there already.
std::optional<std::filesystem::path> keptInDomain(const InDomainRequest& request);
/// Pictures that pass through the network where it has to be trained.
std::int64_t inDomainPictures(const InDomainRequest& request);

}  // namespace gan
