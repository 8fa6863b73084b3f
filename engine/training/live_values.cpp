#include "training/live_values.h"

#include "config/run_config.h"
#include "training/regulariser.h"

namespace gan {

LiveValues liveValues(const RunConfig& config) {
  LiveValues live = {.generator_learning_rate = config.real("optimizer.generator.learning_rate"),
                     .discriminator_learning_rate = config.real("optimizer.discriminator.learning_rate"),
                     .classifier_learning_rate = config.real("optimizer.classifier.learning_rate"),
                     .real_label = config.real("objective.real_label"),
                     .fake_label = config.real("objective.fake_label"),
                     .discriminator_steps = config.integer("training.discriminator_steps"),
                     .ema_decay = config.real("ema.decay"),
                     .noise = config.real("data.noise")};
  for (const RegulariserKind& kind : regularisers()) {
    const double weight = config.real(regulariserPath(kind.name, "weight"));
    if (weight > 0) live.regulariser_weights.emplace(kind.name, weight);
  }
  return live;
}

}  // namespace gan
