#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>
#include <torch/nn/module.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/network.h"
#include "models/tensor_map.h"
#include "training/live_values.h"
#include "training/step_record.h"
#include "training/trainer_options.h"
#include "training/training_processes.h"

namespace gan {

class BatchSource;
class PhaseClock;
class RunConfig;

/// A network by the name of its part of a checkpoint.
struct NamedNetwork {
  std::string name;
  std::shared_ptr<torch::nn::Module> module;
};

/// What becomes of a part that a checkpoint has none of.
enum class Lacking {
  kRefused,  ///< The checkpoint is of another kind of training.
  kZeros,    ///< And of zeros a checkpoint need not be told.
  kKept,     ///< It stays as it is.
};

/// Tensors of a checkpoint, in the training's own memory.
struct RecipePart {
  std::string name;
  TensorMap tensors;
  std::string otherwise = {};  ///< The part it starts from where a checkpoint has none of this name.
  Lacking lacking = Lacking::kRefused;
  /// What other processes hold of it: shapes that take no memory.
  TensorMap elsewhere = {};
};

/// A number of a checkpoint.
struct RecipeCounter {
  std::string name;
  std::function<std::int64_t()> get;
  std::function<void(std::int64_t)> set;
  bool may_lack = false;  ///< 0 where a checkpoint has none.
};

/// What an iteration does to which networks: a GAN's two updates, a classifier's one. The trainer around it keeps
/// steps, position and the metrics' ring. One thread, the trainer's.
class Recipe {
 public:
  virtual ~Recipe() = default;

  /// What iterate() measures on the device, and what tell() fills in from the host. Fixed for a run.
  virtual std::vector<std::string> series() const = 0;
  virtual std::vector<std::string> hostSeries() const = 0;
  /// Those of both that are measured in some iterations only, and written down whenever they are.
  virtual std::vector<std::string> occasionalSeries() const = 0;

  /// The iteration that follows `step` completed ones. Returns float [series()] on the device, of this rank; waits for
  /// nothing there.
  virtual at::Tensor iterate(std::int64_t step, const LiveValues& live) = 0;
  /// Images that iterate() has just taken, on this rank.
  virtual std::int64_t imagesTaken() const = 0;
  /// What the host measured of it, and kMissing for those of series() that were not measured. The record is that of
  /// the iteration.
  virtual void tell(StepRecord& record) const = 0;
  /// After the iteration that ended an epoch: what is only measured then goes into hostSeries() of its record. All
  /// ranks together. False, with nothing done, where there is nothing of that kind.
  virtual bool endEpoch(StepRecord& /*record*/) { return false; }
  /// By what endEpoch() has just measured: of checkpoints those with the least are the best. Nothing: it ranks none.
  virtual std::optional<double> score(const StepRecord& /*record*/) const { return {}; }

  virtual std::vector<NamedNetwork> networks() const = 0;
  virtual std::vector<RecipePart> parts() const = 0;
  virtual std::vector<RecipeCounter> counters() = 0;
  /// Whose pictures are shown; null: it makes none.
  virtual const Generator* generator() const { return nullptr; }
};

/// Before networks are made: how this process computes on its device.
void prepareDevice(const TrainerOptions& options, c10::Device device);
/// Brings new networks into the type and memory layout they are trained in, and to the device, unless they have stages,
/// which are on theirs.
void placeNetworks(const std::vector<NamedNetwork>& networks, const TrainerOptions& options, c10::Device device);
/// With several processes: makes sure that all have the same networks, with the weights of the first of those that hold
/// the same blocks. Throws Error(kFailedPrecondition, "ranks_differ").
void joinRanks(const std::vector<NamedNetwork>& networks, const TrainerOptions& options,
               const TrainingProcesses& processes);

/// The weights and buffers of a network as a part of a checkpoint.
RecipePart networkPart(std::string name, const torch::nn::Module& network);
/// What an optimiser keeps, whose parameters were heldParameters(network): NAME.exp_avg and the like.
RecipePart optimizerPart(std::string name, const torch::nn::Module& network, const Optimizer& optimizer);
/// How often an optimiser has stepped.
RecipeCounter stepsOf(const std::string& name, Optimizer& optimizer);

/// Whether what is done every `interval_steps` iterations, from the first on, is done in the one that follows `step`
/// completed ones.
inline bool isDue(std::int64_t step, std::int64_t interval_steps) { return step % interval_steps == 0; }

/// In iterate()'s metrics: a norm or penalty, never below 0, that was not measured, for its update was left out. Stays
/// what it is in means over updates and ranks; the host knows of it only when the metrics have arrived.
inline constexpr double kNotMeasured = -std::numeric_limits<double>::infinity();
/// kNotMeasured where it stands; overflow: as LossScale::unscale() returned it.
at::Tensor unlessLeftOut(const at::Tensor& norms, const at::Tensor& overflow);
/// Makes kMissing of kNotMeasured among the norms and penalties of a record whose metrics have arrived.
void leaveOutUnmeasured(StepRecord& record);

/// These, of the recipe's series(), were not measured.
void leaveOut(const std::vector<std::size_t>& places, StepRecord& record);

/// A kind of training that model.architecture can choose.
struct RecipeChoice {
  RecipeKind kind;
  /// Takes what only this kind needs of a configuration.
  void (*take)(const RunConfig& config, TrainerOptions& options);
  std::unique_ptr<Recipe> (*make)(const TrainerOptions& options, BatchSource& data, c10::Device device,
                                  PhaseClock& clock, const TrainingProcesses& processes);
};

std::span<const RecipeChoice> recipes();
/// Throws Error(kInternal, "recipe_not_made").
const RecipeChoice& findRecipe(RecipeKind kind);

/// The recipe of the options. data, clock and processes must outlive it.
std::unique_ptr<Recipe> makeRecipe(const TrainerOptions& options, BatchSource& data, c10::Device device,
                                   PhaseClock& clock, const TrainingProcesses& processes);

}  // namespace gan
