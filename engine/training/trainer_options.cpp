#include "training/trainer_options.h"

#include <ATen/Context.h>

#include "config/run_config.h"
#include "core/error.h"
#include "core/reason_of.h"
#include "distributed/collective.h"
#include "training/regulariser.h"

namespace gan {

namespace {

Algorithm algorithm(const std::string& choice) {
  if (choice == "adamw") return Algorithm::kAdamW;
  if (choice == "sgd") return Algorithm::kSgd;
  return choice == "rmsprop" ? Algorithm::kRmsProp : Algorithm::kAdam;
}

OptimizerOptions optimizerOptions(const RunConfig& config, const std::string& network) {
  const std::string path = "optimizer." + network + ".";
  return {.algorithm = algorithm(config.text(path + "algorithm")),
          .beta1 = config.real(path + "beta1"),
          .beta2 = config.real(path + "beta2"),
          .epsilon = config.real(path + "epsilon"),
          .momentum = config.real(path + "momentum"),
          .weight_decay = config.real(path + "weight_decay"),
          .clip_norm = config.real(path + "clip_norm")};
}

Precision precision(const std::string& choice) {
  if (choice == "bfloat16") return Precision::kBFloat16;
  if (choice == "float16") return Precision::kFloat16;
  return choice == "float64" ? Precision::kFloat64 : Precision::kFloat32;
}

DiscriminatorPasses discriminatorPasses(const std::string& choice) {
  if (choice == "concatenated") return DiscriminatorPasses::kConcatenated;
  return choice == "split" ? DiscriminatorPasses::kSplit : DiscriminatorPasses::kSeparate;
}

ValueSchedule schedule(const RunConfig& config, const std::string& path) {
  return ValueSchedule::parse(path, config.text(path));
}

RegulariserOptions regulariserOptions(const RunConfig& config, std::string_view name) {
  RegulariserOptions options{.interval_steps = config.integer(regulariserPath(name, "interval_steps")),
                             .schedule = schedule(config, regulariserPath(name, "schedule"))};
  if (name == "lecam") options.decay = config.real(regulariserPath(name, "decay"));
  return options;
}

bool deterministic(const RunConfig& config, c10::Device device) {
  const std::string& choice = config.text("training.deterministic");
  return choice == "auto" ? device.is_cpu() : choice == "on";
}

Float32Precision float32Precision(const RunConfig& config) {
  const std::string& choice = config.text("training.float32_precision");
  if (choice == "ieee") return Float32Precision::kIeee;
  return choice == "tf32" ? Float32Precision::kTf32 : Float32Precision::kTf32Convolutions;
}

CaptureGraph captureGraph(const RunConfig& config, const CudaModule* cuda) {
  if (cuda == nullptr || !config.flag("training.cuda_graph")) return {};
  return [cuda](const std::function<void()>& work) {
    try {
      return cuda->capture(work);
    } catch (const Error&) {
      throw;
    } catch (const std::exception& error) {
      if (Collective::isLoss(error)) throw;
      throw Error(
          ErrorCode::kFailedPrecondition, "cuda_graph_failed",
          "An iteration could not be captured as a CUDA graph ({reason}). Set training.cuda_graph to false: in a "
          "new run, or with gan-engine branch.",
          {{"reason", reasonOf(error)}});
    }
  };
}

}  // namespace

void useFloat32Precision(Float32Precision precision) {
  // The older of ATen's two interfaces: it sets what the newer one reads, too, while of the newer one's choices the
  // older readings, some of LibTorch's own, throw that both are mixed.
  at::globalContext().setAllowTF32CuDNN(precision != Float32Precision::kIeee);
  at::globalContext().setAllowTF32CuBLAS(precision == Float32Precision::kTf32);
}

TrainerOptions trainerOptions(const RunConfig& config, c10::Device device, const CudaModule* cuda) {
  TrainerOptions options;
  const std::string& architecture = config.text("model.architecture");
  if (const ClassifierArchitecture* classifier = findClassifier(architecture)) {
    options.classifier = ClassifierOptions{.architecture = classifier,
                                           .shape = classifierShape(config),
                                           .normalisation = normalisation(config),
                                           .optimizer = optimizerOptions(config, "classifier"),
                                           .rate_schedule = schedule(config, "optimizer.classifier.schedule"),
                                           .accumulation = config.integer("accumulation.classifier"),
                                           .decay_epochs = config.integer("optimizer.classifier.decay_epochs"),
                                           .decay_factor = config.real("optimizer.classifier.decay_factor")};
  } else {
    options.architecture = &findArchitecture(architecture);
  }
  options.shape = networkShape(config);
  options.precision = precision(config.text("training.precision"));
  options.recomputes = config.flag("training.activation_checkpointing");
  options.seed = static_cast<std::uint64_t>(config.integer("run.seed"));
  options.schedule =
      config.text("training.schedule") == "alternating" ? Schedule::kAlternating : Schedule::kDiscriminatorFirst;
  options.objective = &findObjective(config.text("objective.loss"));
  options.discriminator_total =
      config.text("objective.discriminator_total") == "mean" ? DiscriminatorTotal::kMean : DiscriminatorTotal::kSum;
  options.accumulation_generator = config.integer("accumulation.generator");
  options.accumulation_discriminator = config.integer("accumulation.discriminator");
  options.generator_optimizer = optimizerOptions(config, "generator");
  options.discriminator_optimizer = optimizerOptions(config, "discriminator");
  options.generator_rate_schedule = schedule(config, "optimizer.generator.schedule");
  options.discriminator_rate_schedule = schedule(config, "optimizer.discriminator.schedule");
  options.discriminator_passes = discriminatorPasses(config.text("training.discriminator_pass"));
  options.generator_images =
      config.text("training.generator_images") == "anew" ? GeneratorImages::kAnew : GeneratorImages::kReused;
  for (const RegulariserKind& kind : regularisers()) {
    options.regularisers.emplace(kind.name, regulariserOptions(config, kind.name));
  }
  options.batch_norm =
      config.text("distributed.batch_norm") == "own_rank" ? BatchNormScope::kOwnRank : BatchNormScope::kAllRanks;
  options.placement = networkPlacement(config);
  options.pipeline =
      config.text("distributed.pipeline") == "gpipe" ? Pipeline::kGpipe : Pipeline::kOneForwardOneBackward;
  options.placement_batch = config.integer("data.batch_size");
  options.ema = config.flag("ema.enabled");
  options.ema_start_step = config.integer("ema.start_step");
  options.ema_buffers = config.text("ema.buffers") == "averaged" ? EmaBuffers::kAveraged : EmaBuffers::kCopied;
  options.ema_decay_schedule = schedule(config, "ema.schedule");
  options.layers_interval_steps = config.integer("recording.layers_interval_steps");
  options.sample_weights =
      config.text("sampling.weights") == "generator" ? SampleWeights::kTrained : SampleWeights::kAverage;
  options.deterministic = deterministic(config, device);
  options.float32_precision = float32Precision(config);
  if (!options.classifier) options.capture = captureGraph(config, cuda);
  return options;
}

}  // namespace gan
