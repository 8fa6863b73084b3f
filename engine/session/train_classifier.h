#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "config/run_config.h"
#include "core/progress_monitor.h"
#include "data/dataset.h"
#include "models/tensor_map.h"

namespace gan {

/// A short training of a ResNet-18 (He et al., 2016), seed 0, by which images are judged: SGD on batches of
/// kJudgeBatch, whose rate falls to nothing.
struct ClassifierTraining {
  const Dataset& images;                        ///< Fitted as `settings` say; each has a class.
  std::map<std::string, std::string> settings;  ///< See classifierSettings().
  std::string device = "cpu";
  int threads = 1;    ///< That read images.
  std::string stage;  ///< What progress is called.
  /// Folder in which its state is kept now and then, of the same images and settings alone, so that a training that was
  /// ended goes on from there to the same bits; empty: nowhere. A state that is damaged, or cannot be written, is
  /// warned of and done without.
  std::filesystem::path states = {};
  std::int64_t state_interval_steps = 200;  ///< So many that writing a state (90 MB) is nothing beside them.
};

/// All that makes the network and its inputs, by fields. data: whose data.* say how images are brought to its size.
std::map<std::string, std::string> classifierSettings(const RunConfig& data, std::int64_t classes);
RunConfig classifierConfig(const std::map<std::string, std::string>& settings);

/// Updates of such a training: three passes over the images, but up to thirty where they are few.
std::int64_t classifierSteps(std::int64_t images);

/// The trained weights, by their names in a checkpoint's classifier.safetensors: on a CPU a function of the images and
/// the settings, as far as LibTorch's kernels are. LibTorch computes on kJudgeThreads in this process from then on.
/// Throws Error(kCancelled), Error(kDiverged, "judge_classifier_diverged"), and errors of images.
TensorMap trainClassifier(const ClassifierTraining& training, ProgressMonitor& monitor);

}  // namespace gan
