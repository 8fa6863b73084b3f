#pragma once

#include <memory>
#include <optional>

#include "core/message.h"
#include "core/progress_monitor.h"
#include "data/dataset.h"
#include "data/loader.h"
#include "run/run_folder.h"
#include "session/ranks.h"
#include "training/classification.h"

namespace gan {

/// A run's images as its networks get them: the training's, and what a classifier is judged by.
class TrainingData {
 public:
  enum class Memory { kPageable, kPinned };
  /// Opens the data, and sets how many threads this process computes with, which counts when the loader's are measured.
  /// Throws Error(kFailedPrecondition, "data_changed") when the data are not those that the run was made with,
  /// "ranks_differ" when ranks have others, and what opening the data throws. beginning: as SessionOptions has it.
  TrainingData(const RunFolder& folder, const RunConfig& config, Ranks& ranks, Memory memory,
               ProgressMonitor* beginning);
  ~TrainingData();

  const Dataset& images() const { return *images_; }
  Loader& loader() const { return *loader_; }
  /// Of a classifier with images to be judged by.
  std::optional<JudgedImages> judged() const;
  /// What data.workers = auto found; empty when it was given.
  const Message& workersMeasured() const { return workers_measured_; }

 private:
  std::unique_ptr<Dataset> images_;
  std::unique_ptr<Loader> loader_;
  std::unique_ptr<Dataset> validation_;  ///< Null: none.
  std::unique_ptr<Loader> validation_loader_;
  Message workers_measured_;
};

}  // namespace gan
