#include "training/rules.h"

#include <cmath>
#include <string>

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
        const bool nan = std::isnan(value);
        return Alert{Severity::kError,
                     "nan",
                     {nan ? "series_not_a_number" : "series_infinite",
                      nan ? "{series} is not a number at step {step}." : "{series} is infinite at step {step}.",
                      {{"series", name}, {"step", formatCount(record.step)}}},
                     {"rollback", "stop", "ignore"}};
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
