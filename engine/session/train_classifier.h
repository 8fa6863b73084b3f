#pragma once

#include <cstdint>
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
};
inline constexpr std::int64_t kJudgeBatch = 128;

/// All that makes the network and its inputs, by fields. data: whose data.* say how images are brought to its size.
std::map<std::string, std::string> classifierSettings(const RunConfig& data, std::int64_t classes);
RunConfig classifierConfig(const std::map<std::string, std::string>& settings);

/// Updates of such a training: three passes over the images, but up to thirty where they are few.
std::int64_t classifierSteps(std::int64_t images);

/// Threads on which LibTorch computes by what pictures are judged: a sum's last bits depend on their number, so that it
/// is the same on any machine and in any number of processes.
inline constexpr int kJudgeThreads = 4;

/// The trained weights, by their names in a checkpoint's classifier.safetensors: on a CPU a function of the images and
/// the settings, as far as LibTorch's kernels are. LibTorch computes on kJudgeThreads in this process from then on.
/// Throws Error(kCancelled), Error(kDiverged, "judge_classifier_diverged"), and errors of images.
TensorMap trainClassifier(const ClassifierTraining& training, ProgressMonitor& monitor);

}  // namespace gan
