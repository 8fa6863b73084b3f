#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "data/batch_source.h"
#include "models/snapshot.h"
#include "models/tensor_map.h"
#include "run/checkpoint_store.h"
#include "training/live_values.h"
#include "training/step_record.h"
#include "training/telemetry_ring.h"
#include "training/trainer_options.h"
#include "training/training_processes.h"

namespace gan {

class RunConfig;

/// The one place where weights are updated. Runs on one thread; nothing here knows of files, clients or commands.
class Trainer {
 public:
  /// data must outlive the trainer. Weights are drawn from the seed.
  ///
  /// processes: those that train together, each with its slice of every batch, and each with the whole networks or with
  /// its stage of them; none for one process, which runs the same lines. All ranks make the same calls with the same
  /// arguments, but for those that rank 0 alone may make: see state(). Starts with rank 0's weights; they must outlive
  /// the trainer. Throws Error(kFailedPrecondition, "ranks_differ") when the networks' shapes do, and processStages()'s
  /// error.
  /// validation: what a classifier is judged by after each epoch; nothing where it is not, and for others.
  /// cuda: see trainerOptions().
  Trainer(const RunConfig& config, BatchSource& data, c10::Device device, const TrainingProcesses& processes = {},
          const std::optional<JudgedImages>& validation = {}, const CudaModule* cuda = nullptr);
  Trainer(const TrainerOptions& options, BatchSource& data, c10::Device device,
          const TrainingProcesses& processes = {});
  ~Trainer();
  Trainer(const Trainer&) = delete;
  Trainer& operator=(const Trainer&) = delete;

  /// One iteration of the recipe. A classifier's: one update, on as many batches as it accumulates. A GAN's: one
  /// generator update with its discriminator updates (Goodfellow et al., 2014, algorithm 1).
  ///
  /// Schedule discriminator_first, as pytorch/examples dcgan/main.py: `discriminator_steps` updates of D, each on a new
  /// batch of real images and newly generated ones, every batch normalised by itself; then one of G with the generated
  /// images of the last. Schedule alternating, as PyTorch Lightning's GAN template: a batch for G (of which only the
  /// size counts), then the next batch for D, each with latents of its own; two batches an iteration.
  ///
  /// With accumulation each update takes that many batches instead of one, and averages their gradients; in
  /// discriminator_first the generator makes its images anew then, from the latents of D's last update.
  ///
  /// pending is any number below 2^53; rank 0's travels with this step's metrics and comes back with them, on all ranks
  /// (see collect()). So do whether any rank wished to stop, and the load of each rank's device.
  /// Throws Error(kPeerLost) when another rank is gone; see Collective.
  void step(const LiveValues& live, std::int64_t pending, Wish wish = Wish::kGoOn,
            const std::optional<DeviceLoad>& load = {});

  /// A step's metrics once they have left the device.
  using Collected = CollectedStep;
  using Drain = TelemetryRing::Drain;
  /// Metrics of finished steps that are due: those at least kRingDepth steps old, or all of them when drained. In
  /// order.
  std::vector<Collected> collect(Drain drain);
  /// Steps between a step and the arrival of its metrics. Fixed for the run.
  static constexpr int kRingDepth = 2;

  /// What each step measures.
  const SeriesList& series() const;
  /// Iterations completed.
  std::int64_t stepCount() const;
  double epoch() const;
  /// What ranks a checkpoint of the present weights: less is better. Nothing while they have not been judged. The same
  /// on all ranks.
  std::optional<double> score() const;

  /// Whether some network of this training does: then there are snapshots.
  bool makesPictures() const;
  /// A copy of the averaged weights, or of the trained ones when there is no average or the options say so. Made
  /// between steps; see SnapshotDesk. May be asked of rank 0 alone, as the next ones.
  GeneratorSnapshot snapshot();
  /// A copy on the host of what a GAN's discriminator is now, as a checkpoint has it. Between steps; waits for the
  /// device.
  TensorMap discriminator() const;

  /// The name of a running statistic of the networks that is not finite, "generator.main.1.running_var"; empty when all
  /// are. Between steps; waits for the device.
  std::string infiniteStatistic() const;

  /// Copies of everything that training needs to go on bit for bit, taken between two steps. Tensors are on the host,
  /// named as in PyTorch's state_dict; the optimisers' as NAME.exp_avg and NAME.exp_avg_sq.
  ///
  /// Of networks in stages rank 0 has everything, and may be asked alone: the others hand over what they hold as soon
  /// as they wait for rank 0, in step() for one. Of another rank only what it holds itself.
  struct State {
    CheckpointState info;  ///< step, data_position, counters and score; the caller fills the rest.
    /// Of a GAN "generator", "discriminator", "optimizer_g", "optimizer_d", and where an average is kept "ema"; of a
    /// classifier "classifier" and "optimizer".
    std::map<std::string, TensorMap> parts;
  };
  State state() const;
  /// Metrics that have not been collected are forgotten. A state without averaged weights starts the average from its
  /// generator.
  /// Throws Error(kFailedPrecondition, "checkpoint_shape_mismatch") naming tensor, expected and found shape, or
  /// Error(kFailedPrecondition, "checkpoint_other_model") when parts or tensors are missing, or tensors too many; then
  /// nothing has changed.
  void restore(const State& state);
  /// All ranks take over what rank 0 holds, or has just restored for them: weights, averages, moments, position. What a
  /// restore() on rank 0 alone is followed by.
  void takeFromRankZero();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Writes the parts of a checkpoint into folder, NAME.safetensors each, and reads them back. model: what modelYaml()
/// says of the networks, for each file to carry; may be empty.
void writeTensors(const Trainer::State& state, const std::filesystem::path& folder, const std::string& model = {});
/// Throws Error(kDataLoss). info is left at its defaults.
Trainer::State readTensors(const std::filesystem::path& folder);

}  // namespace gan
