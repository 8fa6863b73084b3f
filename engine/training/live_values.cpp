#include "training/live_values.h"

#include "config/run_config.h"

namespace gan {

LiveValues liveValues(const RunConfig& config) {
  return {.generator_learning_rate = config.real("optimizer.generator.learning_rate"),
          .discriminator_learning_rate = config.real("optimizer.discriminator.learning_rate"),
          .classifier_learning_rate = config.real("optimizer.classifier.learning_rate"),
          .real_label = config.real("objective.real_label"),
          .fake_label = config.real("objective.fake_label"),
          .discriminator_steps = config.integer("training.discriminator_steps"),
          .ema_decay = config.real("ema.decay"),
          .noise = config.real("data.noise")};
}

}  // namespace gan
