#include "config/objective_facts.h"

#include <algorithm>
#include <array>

#include "config/run_config.h"
#include "core/error.h"

namespace gan {
namespace {

constexpr std::array<ObjectiveFacts, 5> kObjectives = {
    {{.name = "bce",
      .help = "is binary cross-entropy with the non-saturating generator loss (Goodfellow et al., 2014)",
      .takes_labels = true,
      .reads_probabilities = true},
     {.name = "hinge", .help = "that of SN-GAN, SAGAN and BigGAN (Lim and Ye, 2017)"},
     {.name = "least_squares", .help = "LSGAN's (Mao et al., 2017)", .takes_labels = true},
     {.name = "wasserstein", .help = "WGAN's (Arjovsky et al., 2017)"},
     {.name = "relativistic",
      .help = "pairs real and generated images (RpGAN, Jolicoeur-Martineau, 2019)",
      .compares = true}}};

}  // namespace

std::span<const ObjectiveFacts> objectiveFacts() { return kObjectives; }

const ObjectiveFacts& objectiveFacts(std::string_view name) {
  const auto* const found = std::ranges::find(kObjectives, name, &ObjectiveFacts::name);
  if (found != kObjectives.end()) return *found;
  throw Error(ErrorCode::kInternal, "objective_without_facts", "Nothing is known of the objective {name}.",
              {{"name", std::string(name)}});
}

const ObjectiveFacts& objectiveFacts(const RunConfig& config) { return objectiveFacts(config.text("objective.loss")); }

std::vector<std::string> objectiveNames(const std::function<bool(const ObjectiveFacts&)>& is_true) {
  std::vector<std::string> names;
  for (const ObjectiveFacts& facts : kObjectives) {
    if (is_true(facts)) names.emplace_back(facts.name);
  }
  return names;
}

}  // namespace gan
