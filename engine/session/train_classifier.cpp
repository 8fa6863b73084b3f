#include "session/train_classifier.h"

#include <ATen/ops/isfinite.h>

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

#include "core/error.h"
#include "core/log.h"
#include "data/epoch_order.h"
#include "data/fitted_images.h"
#include "data/loader.h"
#include "run/checkpoint_store.h"
#include "run/current_line.h"
#include "session/environment.h"
#include "session/judge_run.h"
#include "training/trainer.h"

namespace gan {
namespace {

/// Rises for a twentieth of the training, so that no first step is too long, and falls to nothing at its end.
double rateShare(std::int64_t step, std::int64_t steps) {
  const double done = static_cast<double>(step + 1) / static_cast<double>(steps);
  constexpr double kRise = 0.05;
  return std::min(done / kRise, (1 - done) / (1 - kRise));
}

/// States of an unfinished training, of which the newest one stays.
class KeptStates {
 public:
  explicit KeptStates(std::filesystem::path folder) : folder_(std::move(folder)) {}

  void restore(Trainer& trainer) const {
    std::error_code ignored;
    if (folder_.empty() || !std::filesystem::exists(folder_, ignored)) return;
    try {
      const CheckpointStore::Entry entry = CheckpointStore(folder_).select(std::nullopt, CurrentLine(), {});
      Trainer::State state = readTensors(entry.path);
      state.info = entry.state;
      trainer.restore(state);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::kNotFound) warn(error);
    }
  }

  void keep(const Trainer& trainer) {
    if (folder_.empty()) return;
    try {
      std::filesystem::create_directories(folder_);
      CheckpointStore store(folder_);
      const Trainer::State state = trainer.state();
      store.write(state.info, [&](const std::filesystem::path& folder) { writeTensors(state, folder); });
      store.prune({.newest = 1, .best = 0}, CurrentLine());
    } catch (const std::exception& error) {
      warn(error);
      folder_.clear();
    }
  }

 private:
  void warn(const std::exception& error) const {
    log::warning("an unfinished classifier is not kept in " + folder_.string() + ": " + error.what());
  }

  std::filesystem::path folder_;
};

}  // namespace

std::map<std::string, std::string> classifierSettings(const RunConfig& data, std::int64_t classes) {
  const std::string& crop = data.text("data.crop");
  return {{"model.architecture", "resnet-18"},
          {"model.classes", std::to_string(classes)},
          {"data.resolution", std::to_string(data.integer("data.resolution"))},
          {"data.channels", std::to_string(data.integer("data.channels"))},
          {"data.resize", data.text("data.resize")},
          {"data.crop", crop.starts_with("random") ? "centre" : crop}};
}

RunConfig classifierConfig(const std::map<std::string, std::string>& settings) {
  RunConfig config;
  for (const auto& [path, value] : settings) config.setText(path, value);
  return config;
}

std::int64_t classifierSteps(std::int64_t images) {
  constexpr std::int64_t kPasses = 3;
  constexpr std::int64_t kMostPasses = 30;
  constexpr std::int64_t kWished = 1000;
  const auto steps = [images](std::int64_t passes) { return (passes * images + kJudgeBatch - 1) / kJudgeBatch; };
  return std::max(steps(kPasses), std::min(steps(kMostPasses), kWished));
}

TensorMap trainClassifier(const ClassifierTraining& training, ProgressMonitor& monitor) {
  setThreads(kJudgeThreads);
  const DatasetInfo& info = training.images.info();
  RunConfig config = classifierConfig(training.settings);
  config.set("data.batch_size", Value(std::min(kJudgeBatch, info.count)));
  config.setText("optimizer.classifier.learning_rate", "0.05");
  config.setText("optimizer.classifier.weight_decay", "5e-4");
  config.setText("optimizer.classifier.decay_epochs", "0");
  Loader loader(training.images, EpochOrder(0, info.count, info.block_size),
                {.batch_size = config.integer("data.batch_size"),
                 .fit = fitWithoutChance(config),
                 .workers = std::clamp(training.threads / 2, 1, 16),
                 .last_batch = LastBatch::kPad});
  Trainer trainer(config, loader, c10::Device(training.device));
  const LiveValues base = liveValues(config);
  const std::int64_t steps = classifierSteps(info.count);
  KeptStates states(training.states);
  states.restore(trainer);
  for (std::int64_t step = trainer.stepCount(); step < steps; ++step) {
    monitor.throwIfCancelled();
    LiveValues live = base;
    live.classifier_learning_rate *= rateShare(step, steps);
    trainer.step(live, /*pending=*/0);
    trainer.collect(Trainer::Drain::kDue);
    monitor.report({.stage = training.stage, .done = step + 1, .total = steps, .unit = "steps"});
    if ((step + 1) % training.state_interval_steps == 0) states.keep(trainer);
  }
  TensorMap weights = trainer.state().parts.at("classifier");
  for (const auto& [name, tensor] : weights) {
    if (!tensor.is_floating_point() || tensor.isfinite().all().item<bool>()) continue;
    throw Error(ErrorCode::kDiverged, "judge_classifier_diverged",
                "The classifier of {data} by which pictures were to be judged has not become one: {tensor} is not "
                "finite. Take features of another network and other scores.",
                {{"data", info.name}, {"tensor", name}});
  }
  return weights;
}

}  // namespace gan
