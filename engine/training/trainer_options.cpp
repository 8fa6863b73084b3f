#include "training/trainer_options.h"

#include <ATen/Context.h>

#include "config/run_config.h"
#include "core/error.h"
#include "core/reason_of.h"
#include "distributed/collective.h"
#include "training/recipe.h"

namespace gan {

namespace {

Algorithm algorithm(const std::string& choice) {
  if (choice == "adamw") return Algorithm::kAdamW;
  if (choice == "sgd") return Algorithm::kSgd;
  return choice == "rmsprop" ? Algorithm::kRmsProp : Algorithm::kAdam;
}

Precision precision(const std::string& choice) {
  if (choice == "bfloat16") return Precision::kBFloat16;
  if (choice == "float16") return Precision::kFloat16;
  return choice == "float64" ? Precision::kFloat64 : Precision::kFloat32;
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

TrainerOptions trainerOptions(const RunConfig& config, c10::Device device, const CudaModule* cuda) {
  TrainerOptions options;
  options.recipe = recipeKind(config);
  options.shape = networkShape(config);
  options.precision = precision(config.text("training.precision"));
  options.recomputes = config.flag("training.activation_checkpointing");
  options.seed = static_cast<std::uint64_t>(config.integer("run.seed"));
  options.batch_norm =
      config.text("distributed.batch_norm") == "own_rank" ? BatchNormScope::kOwnRank : BatchNormScope::kAllRanks;
  options.layers_interval_steps = config.integer("recording.layers_interval_steps");
  options.deterministic = deterministic(config, device);
  options.float32_precision = float32Precision(config);
  findRecipe(options.recipe).take(config, options);
  if (options.recipe == RecipeKind::kGan) options.capture = captureGraph(config, cuda);
  return options;
}

}  // namespace gan
