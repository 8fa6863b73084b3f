#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace gan {

class RunConfig;

/// What a discriminator's loss, loss/d, is worth: what it has while the logit of each image is 0, so that it tells
/// nothing apart, and the least that its targets leave.
struct LossBounds {
  double chance = 0;
  double least = 0;             ///< Below chance.
  double generator_chance = 0;  ///< What the generator's loss has then; 0: no more than chance.
};

/// What health.* say of the rules that watch a training, each as the schema's help has it, and what they compare with.
/// A plain snapshot.
struct HealthOptions {
  std::int64_t window_steps = 40;
  std::int64_t first_steps = 200;
  double d_wins_share = 0.02;
  double d_beaten_by = 0.1;
  double loss_ratio = 8;
  double loss_limit = 20;
  double gradients_explode = 100;
  double gradients_vanish = 1e-4;
  double variety_share = 0.05;
  double equal_share = 0.5;
  std::int64_t young_steps = 5000;
  std::int64_t blank_grids = 3;
  /// Nothing where targets leave nothing to tell apart, where a loss has no least, and of a classifier.
  std::optional<LossBounds> discriminator = {};
  bool labels_exchanged = false;  ///< The discriminator gives real images the lower scores, as it should.
  std::map<std::string, double, std::less<>> rates = {};  ///< Learning rates by network, as optimizer.* name them.
};

HealthOptions healthOptions(const RunConfig& config);

}  // namespace gan
