#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "config/run_config.h"
#include "core/progress_monitor.h"
#include "data/dataset.h"

namespace gan {

struct AccuracyRequest {
  std::shared_ptr<const Dataset> real;       ///< Both fitted as `data` says.
  std::shared_ptr<const Dataset> generated;  ///< Read many times.
  RunConfig data;
  std::string device = "cpu";
  int threads = 1;  ///< That read images.
  /// How many real images could not be read by now and have given way to others; empty: none ever.
  std::function<std::int64_t()> replaced = {};
  std::filesystem::path states = {};  ///< See ClassifierTraining.
};

struct AccuracyScore {
  double top1 = 0;  ///< Share of the real images, 0 to 1.
  double top5 = 0;
  std::int64_t real = 0;
  std::int64_t generated = 0;
  std::int64_t replaced = 0;  ///< Real images that gave way to others.
};

/// Classification accuracy score (Ravuri and Vinyals, "Classification accuracy score for conditional generative
/// models", 2019): a classifier that is trained on generated images alone (see ClassifierTraining) names the classes of
/// real ones. Classes are the same as sameClasses() has them. Throws Error(kInvalidArgument, "evaluation_no_labels")
/// for a side without classes, Error(kInvalidArgument, "evaluation_image_unlabelled") for an image of none that both
/// know, and as trainClassifier().
AccuracyScore accuracyScore(const AccuracyRequest& request, ProgressMonitor& monitor);

/// The images of a data set, held in memory; read once, by so many threads. Throws Error(kResourceExhausted,
/// "evaluation_pictures_too_many") before more than 8 GiB are taken.
std::shared_ptr<const Dataset> heldImages(const Dataset& images, int threads, ProgressMonitor& monitor);

}  // namespace gan
