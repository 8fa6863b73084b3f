#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/batch_source.h"
#include "models/network.h"
#include "run/checkpoint_store.h"

namespace gan {

class RunConfig;

/// Series that a trainer measures at each iteration, in the order of StepRecord::values.
std::span<const std::string_view> seriesNames();

/// What one iteration measured.
struct StepRecord {
  std::int64_t step = 0;       ///< Iterations completed: the first is 1.
  double epoch = 0;
  double unix_seconds = 0;     ///< When the iteration ended on the host.
  std::vector<float> values;   ///< In the order of seriesNames().
};

/// Values that may change between two steps. A plain snapshot: the trainer reads it at the start of a step.
struct LiveValues {
  double generator_learning_rate = 2e-4;
  double discriminator_learning_rate = 2e-4;
  double real_label = 1;   ///< Target of D for real images (soft labels allowed), and of G for its images.
  double fake_label = 0;
  std::int64_t discriminator_steps = 1;
};

/// Reads the live fields of the trainer out of a configuration.
LiveValues liveValues(const RunConfig& config);

/// A generator's weights, frozen: what sampling and evaluating use while training goes on.
struct GeneratorSnapshot {
  std::int64_t step = 0;
  std::shared_ptr<Generator> generator;  ///< In evaluation mode; never trained.
};

/// The one place where weights are updated. Runs on one thread; nothing here knows of files, clients or commands.
class Trainer {
 public:
  /// data must outlive the trainer. Weights are drawn from run.seed.
  Trainer(const RunConfig& config, BatchSource& data, c10::Device device);
  ~Trainer();
  Trainer(const Trainer&) = delete;
  Trainer& operator=(const Trainer&) = delete;

  /// One iteration: one generator update with its discriminator updates (Goodfellow et al., 2014, algorithm 1).
  /// Schedule discriminator_first: `discriminator_steps` updates of D, each on a new batch, then one of G.
  /// Schedule alternating: one batch for G, then the next batch for D; two batches an iteration.
  ///
  /// pending is any number; it travels with this step's metrics and comes back with them (see collect()).
  void step(const LiveValues& live, std::int64_t pending);

  /// A step's metrics once they have left the device: at most ring_depth steps late, in order.
  struct Collected {
    StepRecord record;
    std::int64_t pending = 0;
  };
  /// Metrics of finished steps that are due: those at least ring_depth steps old, or all of them when drained.
  enum class Drain { kDue, kAll };
  std::vector<Collected> collect(Drain drain);
  /// Steps between a step and the arrival of its metrics. Fixed for the run.
  static constexpr int kRingDepth = 2;

  /// Iterations completed.
  std::int64_t stepCount() const;
  double epoch() const;

  /// A copy of the EMA weights (the plain ones when ema.enabled is off), made between steps.
  GeneratorSnapshot snapshot() const;

  /// Copies of everything that training needs to go on bit for bit, taken between two steps. Tensors are on the host.
  struct State {
    CheckpointState info;  ///< step, data_position and optimizer steps; the caller fills the rest.
    std::map<std::string, at::Tensor> generator, discriminator, ema, optimizer_generator, optimizer_discriminator;
  };
  State state() const;
  /// Throws Error(kFailedPrecondition, "checkpoint_shape_mismatch") naming tensor, expected and found shape; then nothing
  /// has changed.
  void restore(const State& state);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Writes the five safetensors files of a checkpoint into folder, and reads them back.
void writeTensors(const Trainer::State& state, const std::filesystem::path& folder);
/// Throws Error(kDataLoss | kNotFound). info is left at its defaults.
Trainer::State readTensors(const std::filesystem::path& folder);

}  // namespace gan
