#include "training/rules.h"

#include <cmath>
#include <string>
#include <utility>

#include "core/units.h"

namespace gan {

namespace {

/// A loss or gradient norm that is NaN or infinite: the weights are, or are about to be, worthless.
class NotFiniteRule : public Rule {
 public:
  std::optional<Alert> check(const StepRecord& record) override {
    for (const Measured series :
         {Measured::kLossDiscriminatorReal, Measured::kLossDiscriminatorFake, Measured::kLossDiscriminator,
          Measured::kLossGenerator, Measured::kGradientNormGenerator, Measured::kGradientNormDiscriminator}) {
      const float value = record.at(series);
      if (!std::isfinite(value)) {
        const std::string name(seriesNames()[static_cast<std::size_t>(series)]);
        const std::vector<ErrorArgument> arguments{{"series", name}, {"step", formatCount(record.step)}};
        Message message = std::isnan(value)
                              ? Message{"series_not_a_number", "{series} is not a number at step {step}.", arguments}
                              : Message{"series_infinite", "{series} is infinite at step {step}.", arguments};
        return Alert{Severity::kError, std::string(kNotFiniteRule), std::move(message), {"rollback", "stop", "ignore"}};
      }
    }
    return std::nullopt;
  }
};

}  // namespace

Rules::Rules() { rules_.push_back(std::make_unique<NotFiniteRule>()); }

std::optional<Alert> Rules::check(const StepRecord& record) {
  std::optional<Alert> first;
  for (const auto& rule : rules_) {
    auto alert = rule->check(record);
    if (alert && !first) {
      first = std::move(alert);
    }
  }
  return first;
}

}  // namespace gan
