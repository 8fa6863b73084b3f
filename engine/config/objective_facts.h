#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gan {

class RunConfig;

/// What is known of an objective without its formula. The choices of objective.loss and their help, which settings mean
/// something beside it and what it does not go with follow from this.
struct ObjectiveFacts {
  std::string_view name;  ///< As objective.loss has it.
  std::string_view help;  ///< What it is and whose, as the words behind its name.
  bool takes_labels = false;
  /// Whether it compares each real image with a generated one: the generator's loss needs logits of real ones, too, and
  /// the discriminator has one loss.
  bool compares = false;
  bool reads_probabilities = false;  ///< Out of logits; the others take these as they are.
};

/// In the order in which they are offered; the first is the default.
std::span<const ObjectiveFacts> objectiveFacts();
/// Throws Error(kInternal, "objective_without_facts").
const ObjectiveFacts& objectiveFacts(std::string_view name);
/// Of the objective that the configuration chooses.
const ObjectiveFacts& objectiveFacts(const RunConfig& config);

/// Those of which this is true.
std::vector<std::string> objectiveNames(const std::function<bool(const ObjectiveFacts&)>& is_true);

}  // namespace gan
