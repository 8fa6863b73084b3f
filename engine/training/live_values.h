#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace gan {

class RunConfig;

/// Values that may change between two steps. A plain snapshot: the trainer reads it at the start of a step. Rates, EMA
/// decay and weights are what their schedules take shares of.
struct LiveValues {
  double generator_learning_rate = 2e-4;
  double discriminator_learning_rate = 2e-4;
  double classifier_learning_rate = 0.1;  ///< Of the first epochs; see ClassifierOptions.
  double real_label = 1;  ///< Target of D for real images (soft labels allowed), and of G for its images.
  double fake_label = 0;
  std::int64_t discriminator_steps = 1;
  double ema_decay = 0.999;
  double noise = 0;  ///< Standard deviation of what is added to real images.
  std::map<std::string, double, std::less<>> regulariser_weights = {};  ///< By name; those that there are.
  bool operator==(const LiveValues&) const = default;
};

/// Reads the live fields of the trainer out of a configuration.
LiveValues liveValues(const RunConfig& config);

}  // namespace gan
