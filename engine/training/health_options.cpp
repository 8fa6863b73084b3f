#include "training/health_options.h"

#include <ATen/ops/full.h>

#include <functional>
#include <string>
#include <vector>

#include "config/recipe_kind.h"
#include "config/run_config.h"
#include "training/objective.h"

namespace gan {
namespace {

/// The discriminator's loss of one real and one generated image.
double lossOf(const Objective& objective, const Labels& labels, double real_logit, double fake_logit) {
  const DiscriminatorLosses losses =
      objective.discriminator(at::full({1}, real_logit), at::full({1}, fake_logit), labels);
  const double fake = losses.fake.item<double>();
  return losses.real.defined() ? fake + losses.real.item<double>() : fake;
}

/// Logits beyond which no loss that has a least comes nearer to it.
constexpr double kFarthest = 30;

/// The least of a convex function of a logit, by ternary search; nothing: it falls on and on.
std::optional<double> leastOf(const std::function<double(double)>& loss) {
  constexpr int kRounds = 60;
  constexpr double kFlat = 1e-3;
  for (const double end : {-kFarthest, kFarthest}) {
    if (loss(end) < loss(end / 2) - kFlat) return std::nullopt;
  }
  double low = -kFarthest;
  double high = kFarthest;
  for (int round = 0; round < kRounds; ++round) {
    const double third = (high - low) / 3;
    if (loss(low + third) <= loss(high - third)) {
      high -= third;
    } else {
      low += third;
    }
  }
  return loss((low + high) / 2);
}

/// What the discriminator's losses together cannot fall below: of real and of generated images each for itself, unless
/// they are compared, when only their difference counts.
std::optional<double> leastLoss(const Objective& objective, const Labels& labels) {
  if (objective.relative()) {
    return leastOf([&](double logit) { return lossOf(objective, labels, logit / 2, -logit / 2); });
  }
  const double even = lossOf(objective, labels, 0, 0);
  const auto real = leastOf([&](double logit) { return lossOf(objective, labels, logit, 0); });
  const auto fake = leastOf([&](double logit) { return lossOf(objective, labels, 0, logit); });
  return real && fake ? std::optional(*real + *fake - even) : std::nullopt;
}

std::optional<LossBounds> boundsOf(const RunConfig& config) {
  constexpr double kLeastDifference = 1e-3;  // of which shares can be taken
  const Objective& objective = findObjective(config.text("objective.loss"));
  const Labels labels{.real = config.real("objective.real_label"), .fake = config.real("objective.fake_label")};
  const std::optional<double> least = leastLoss(objective, labels);
  if (!least) return std::nullopt;
  const bool halved = !objective.relative() && config.text("objective.discriminator_total") == "mean";
  const double weight = halved ? 0.5 : 1;
  const double chance = lossOf(objective, labels, 0, 0);
  const LossBounds bounds{.chance = weight * chance, .least = weight * *least, .generator_chance = chance};
  return bounds.chance - bounds.least > kLeastDifference ? std::optional(bounds) : std::nullopt;
}

}  // namespace

HealthOptions healthOptions(const RunConfig& config) {
  HealthOptions options{.window_steps = config.integer("health.window_steps"),
                        .first_steps = config.integer("health.first_steps"),
                        .d_wins_share = config.real("health.d_wins_share"),
                        .d_beaten_by = config.real("health.d_beaten_by"),
                        .loss_ratio = config.real("health.loss_ratio"),
                        .loss_limit = config.real("health.loss_limit"),
                        .gradients_explode = config.real("health.gradients_explode"),
                        .gradients_vanish = config.real("health.gradients_vanish"),
                        .variety_share = config.real("health.variety_share"),
                        .equal_share = config.real("health.equal_share"),
                        .young_steps = config.integer("health.young_steps"),
                        .blank_grids = config.integer("health.blank_grids")};
  std::vector<std::string> networks = {"classifier"};
  if (recipeKind(config) == RecipeKind::kGan) {
    networks = {"generator", "discriminator"};
    options.discriminator = boundsOf(config);
    options.labels_exchanged = config.real("objective.real_label") < config.real("objective.fake_label");
  }
  for (const std::string& network : networks) {
    options.rates.emplace(network, config.real("optimizer." + network + ".learning_rate"));
  }
  return options;
}

}  // namespace gan
