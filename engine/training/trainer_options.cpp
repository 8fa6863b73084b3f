#include "training/trainer_options.h"

#include <ATen/Context.h>

#include "config/number_list.h"
#include "config/run_config.h"
#include "core/error.h"
#include "core/reason_of.h"
#include "cuda/loader.h"
#include "distributed/collective.h"

namespace gan {

namespace {

AdamOptions adamOptions(const RunConfig& config, const std::string& network) {
  const std::string path = "optimizer." + network + ".";
  return {.beta1 = config.real(path + "beta1"),
          .beta2 = config.real(path + "beta2"),
          .epsilon = config.real(path + "epsilon")};
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

CaptureGraph captureGraph(const RunConfig& config, c10::Device device) {
  if (!device.is_cuda() || !config.flag("training.cuda_graph")) return {};
  return [&module = openCuda(cudaLibraries())](const std::function<void()>& work) {
    try {
      return module.capture(work);
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

ImageNormalisation normalisation(const RunConfig& config) {
  return {.mean = numberList(config.text("data.mean")), .deviation = numberList(config.text("data.deviation"))};
}

ClassifierShape classifierShape(const RunConfig& config) {
  return {.channels = config.integer("data.channels"),
          .classes = config.integer("model.classes"),
          .stem = config.text("model.stem") == "small_images" ? Stem::kSmallImages : Stem::kImageNet};
}

TrainerOptions trainerOptions(const RunConfig& config, c10::Device device) {
  TrainerOptions options;
  const std::string& architecture = config.text("model.architecture");
  if (const ClassifierArchitecture* classifier = findClassifier(architecture)) {
    options.classifier = ClassifierOptions{.architecture = classifier,
                                           .shape = classifierShape(config),
                                           .normalisation = normalisation(config),
                                           .sgd = {.momentum = config.real("optimizer.classifier.momentum"),
                                                   .weight_decay = config.real("optimizer.classifier.weight_decay")},
                                           .accumulation = config.integer("accumulation.classifier"),
                                           .decay_epochs = config.integer("optimizer.classifier.decay_epochs"),
                                           .decay_factor = config.real("optimizer.classifier.decay_factor")};
  } else {
    options.architecture = &findArchitecture(architecture);
  }
  options.shape = networkShape(config);
  options.seed = static_cast<std::uint64_t>(config.integer("run.seed"));
  options.schedule =
      config.text("training.schedule") == "alternating" ? Schedule::kAlternating : Schedule::kDiscriminatorFirst;
  options.objective = &findObjective(config.text("objective.loss"));
  options.discriminator_total =
      config.text("objective.discriminator_total") == "mean" ? DiscriminatorTotal::kMean : DiscriminatorTotal::kSum;
  options.accumulation_generator = config.integer("accumulation.generator");
  options.accumulation_discriminator = config.integer("accumulation.discriminator");
  options.generator_adam = adamOptions(config, "generator");
  options.discriminator_adam = adamOptions(config, "discriminator");
  options.batch_norm =
      config.text("distributed.batch_norm") == "own_rank" ? BatchNormScope::kOwnRank : BatchNormScope::kAllRanks;
  options.ema = config.flag("ema.enabled");
  options.ema_start_step = config.integer("ema.start_step");
  options.sample_weights =
      config.text("sampling.weights") == "generator" ? SampleWeights::kTrained : SampleWeights::kAverage;
  options.deterministic = deterministic(config, device);
  options.float32_precision = float32Precision(config);
  options.capture = captureGraph(config, device);
  return options;
}

}  // namespace gan
