#include "training/rules.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/units.h"
#include "run/metrics.h"
#include "training/contest_rule.h"
#include "training/history_rules.h"

namespace gan {

namespace {

/// A loss or gradient norm that is NaN or infinite: the weights are, or are about to be, worthless.
class NotFiniteRule : public Rule {
 public:
  std::optional<Alert> check(const StepRecord& record, const HealthOptions& /*options*/) override {
    const std::vector<std::string>& names = record.series->names();
    for (std::size_t i = 0; i < names.size(); ++i) {
      const bool is_loss = names[i].starts_with("loss/") || names[i].ends_with("/loss");
      if (!is_loss && !names[i].starts_with("gradient_norm/")) continue;
      const auto value = static_cast<float>(record.values[i]);
      if (!std::isfinite(value) && !isMissing(value)) {
        const std::vector<ErrorArgument> arguments{{"series", names[i]}, {"step", formatCount(record.step)}};
        Message message = std::isnan(value)
                              ? Message{"series_not_a_number", "{series} is not a number at step {step}.", arguments}
                              : Message{"series_infinite", "{series} is infinite at step {step}.", arguments};
        return Alert{Severity::kError,
                     std::string(kNotFiniteRule),
                     std::move(message),
                     {"rollback", "stop", "ignore"},
                     record.step};
      }
    }
    return std::nullopt;
  }
};

}  // namespace

Alert troubleOf(std::string_view rule, std::int64_t since_step, Message message, const HealthOptions& options,
                const std::vector<std::string_view>& networks) {
  Alert alert{Severity::kWarning, std::string(rule), std::move(message), {"rollback", "stop", "ignore"}, since_step};
  for (const std::string_view network : networks) {
    const auto rate = options.rates.find(network);
    if (rate == options.rates.end() || rate->second <= 0) continue;
    alert.remedy.push_back({"optimizer." + std::string(network) + ".learning_rate", rate->second / 2});
  }
  if (!alert.remedy.empty()) alert.actions.insert(alert.actions.begin(), "halve");
  return alert;
}

Alert overOf(std::string_view rule, Message message) {
  return {Severity::kInfo, std::string(rule), std::move(message), {}};
}

Rules::Rules() {
  rules_.push_back(std::make_unique<NotFiniteRule>());
  rules_.push_back(std::make_unique<ContestRule>());
  rules_.push_back(std::make_unique<LossesRule>());
  rules_.push_back(std::make_unique<GradientsRule>());
}

std::vector<Alert> Rules::check(const StepRecord& record, const HealthOptions& options) {
  std::vector<Alert> told;
  for (const auto& rule : rules_) {
    if (auto alert = rule->check(record, options)) told.push_back(std::move(*alert));
  }
  // The way back leads before whatever is amiss, told or not.
  const auto amiss_since = troubledSince();
  for (Alert& alert : told) {
    if (amiss_since && alert.since_step >= 0) alert.since_step = std::min(alert.since_step, *amiss_since);
  }
  return told;
}

std::optional<std::int64_t> Rules::troubledSince() const {
  std::optional<std::int64_t> first;
  for (const auto& rule : rules_) {
    const auto since = rule->troubledSince();
    if (since) first = std::min(first.value_or(*since), *since);
  }
  return first;
}

void Rules::restart() {
  for (const auto& rule : rules_) rule->restart();
}

}  // namespace gan
