#include "training/trainer_options.h"

#include "config/run_config.h"
#include "training/trainer.h"

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

}  // namespace

TrainerOptions trainerOptions(const RunConfig& config, c10::Device device) {
  TrainerOptions options;
  options.architecture = &findArchitecture(config.text("model.architecture"));
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
  return options;
}

LiveValues liveValues(const RunConfig& config) {
  return {.generator_learning_rate = config.real("optimizer.generator.learning_rate"),
          .discriminator_learning_rate = config.real("optimizer.discriminator.learning_rate"),
          .real_label = config.real("objective.real_label"),
          .fake_label = config.real("objective.fake_label"),
          .discriminator_steps = config.integer("training.discriminator_steps"),
          .ema_decay = config.real("ema.decay"),
          .noise = config.real("data.noise")};
}

}  // namespace gan
