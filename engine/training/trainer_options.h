#pragma once

#include <c10/core/Device.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "config/network_placement.h"
#include "config/recipe_kind.h"
#include "config/value_schedule.h"
#include "cuda/cuda_module.h"
#include "models/network.h"
#include "training/classification.h"
#include "training/ema.h"
#include "training/objective.h"
#include "training/optimizer.h"
#include "training/precision.h"
#include "training/regulariser.h"

namespace gan {

class RunConfig;

/// In which order an iteration updates the networks.
enum class Schedule {
  kDiscriminatorFirst,  ///< pytorch/examples dcgan: D on a batch, then G with the same generated images.
  kAlternating,         ///< PyTorch Lightning's GAN template: one batch for G, the next for D.
};

/// How the discriminator's two losses become one.
enum class DiscriminatorTotal { kMean, kSum };

/// Whose images batch normalisation sees when several processes train one run.
enum class BatchNormScope { kAllRanks, kOwnRank };

/// How real and generated images pass through the discriminator in its update.
enum class DiscriminatorPasses {
  kSeparate,  ///< Real images, then generated ones, each normalised by their own statistics (pytorch/examples dcgan).
  kSplit,     ///< The same, generated images first (BigGAN-PyTorch's split_D).
  kConcatenated,  ///< As one batch, generated images first (BigGAN-PyTorch).
};

/// With which images the generator is updated where the discriminator comes first.
enum class GeneratorImages {
  kReused,  ///< Those of the discriminator's last update (pytorch/examples dcgan).
  kAnew,    ///< Of latents of its own (BigGAN-PyTorch).
};

/// How the micro-batches of an update go through a network of several stages.
enum class Pipeline {
  kOneForwardOneBackward,  ///< As many under way as stages; then one more for each that has come back.
  kGpipe,                  ///< All forward, then all back (Huang et al., 2019, "GPipe").
};

/// Which weights Trainer::snapshot() copies.
enum class SampleWeights { kAverage, kTrained };

/// Where a CUDA device rounds the factors of float32 products to TensorFloat-32: 8 bits of exponent, 11 of significand.
enum class Float32Precision {
  kTf32Convolutions,  ///< PyTorch's default.
  kTf32,              ///< In convolutions and matrix products.
  kIeee,              ///< Nowhere.
};
/// Makes this process compute so. Process-wide, as LibTorch has it.
void useFloat32Precision(Float32Precision precision);

/// Captures what work does on the current stream; see CudaModule::capture().
using CaptureGraph = std::function<std::unique_ptr<CudaGraph>(const std::function<void()>& work)>;

/// What a training of a classifier takes from a configuration.
struct ClassifierOptions {
  const ClassifierArchitecture* architecture = nullptr;  ///< See findClassifier().
  ClassifierShape shape;
  ImageNormalisation normalisation;
  OptimizerOptions optimizer;
  ValueSchedule rate_schedule = {};
  std::int64_t accumulation = 1;  ///< Micro-batches of one update.
  std::int64_t decay_epochs = 0;  ///< Every so many epochs the rate is multiplied by decay_factor; 0: never.
  double decay_factor = 0.1;
  std::optional<JudgedImages> validation = {};  ///< Judged at the end of each epoch; must outlive the trainer.
};

/// What a trainer takes from a configuration and keeps for a run.
struct TrainerOptions {
  RecipeKind recipe = RecipeKind::kGan;  ///< Which of recipes() makes it; what is another's counts for nothing.
  std::optional<ClassifierOptions> classifier = {};
  const Architecture* architecture = nullptr;  ///< See findArchitecture().
  NetworkShape shape;
  Precision precision = Precision::kFloat32;
  bool recomputes = false;  ///< Blocks of networks keep their inputs only; see recomputeActivations().
  std::uint64_t seed = 0;
  Schedule schedule = Schedule::kDiscriminatorFirst;
  const Objective* objective = nullptr;  ///< See findObjective().
  DiscriminatorTotal discriminator_total = DiscriminatorTotal::kSum;
  DiscriminatorPasses discriminator_passes = DiscriminatorPasses::kSeparate;
  GeneratorImages generator_images = GeneratorImages::kReused;
  std::map<std::string, RegulariserOptions, std::less<>> regularisers = {};  ///< By name; others: as by default.
  std::int64_t accumulation_generator = 1;                                   ///< Micro-batches of one update.
  std::int64_t accumulation_discriminator = 1;                               ///< The same.
  OptimizerOptions generator_optimizer;
  OptimizerOptions discriminator_optimizer;
  ValueSchedule generator_rate_schedule = {};
  ValueSchedule discriminator_rate_schedule = {};
  BatchNormScope batch_norm = BatchNormScope::kAllRanks;
  NetworkPlacement placement = {};  ///< Of the two networks; see networkStages().
  Pipeline pipeline = Pipeline::kOneForwardOneBackward;
  std::int64_t placement_batch = 1;  ///< Images of a micro-batch, for whose memory stages are balanced.
  bool ema = true;                   ///< Keep an average of the generator's weights.
  std::int64_t ema_start_step = 0;   ///< The first step that averages; until then the average equals the weights.
  EmaBuffers ema_buffers = EmaBuffers::kCopied;
  ValueSchedule ema_decay_schedule = {};
  SampleWeights sample_weights = SampleWeights::kAverage;
  /// Every so many iterations each weight's gradient norm and singular values are measured; 0: never.
  std::int64_t layers_interval_steps = 0;
  bool deterministic = true;  ///< Only algorithms whose results repeat; process-wide.
  Float32Precision float32_precision = Float32Precision::kTf32Convolutions;  ///< Process-wide.
  CaptureGraph capture = {};  ///< Hands the device each iteration as one graph; empty: each kernel by itself.
};

/// What optimizer.NETWORK is set to.
OptimizerOptions optimizerOptions(const RunConfig& config, const std::string& network);

/// What all recipes take, and what the configuration's own does. training.deterministic "auto" is on for the CPU and
/// off for other devices. cuda: the opened module of a CUDA device, which captures graphs; needed as long as what is
/// made of the options. Null: none are captured.
TrainerOptions trainerOptions(const RunConfig& config, c10::Device device, const CudaModule* cuda = nullptr);

}  // namespace gan
