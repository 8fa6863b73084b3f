#include "training/rules.h"

#include <cmath>
#include <string>
#include <utility>

#include "core/units.h"
#include "run/metrics.h"

namespace gan {

namespace {

/// A loss or gradient norm that is NaN or infinite: the weights are, or are about to be, worthless.
class NotFiniteRule : public Rule {
 public:
  std::optional<Alert> check(const StepRecord& record) override {
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
        return Alert{Severity::kError, std::string(kNotFiniteRule), std::move(message), {"rollback", "stop", "ignore"}};
      }
    }
    return std::nullopt;
  }
};

Alert gridAlert(Severity severity, Message message) {
  return {severity, std::string(kPicturesRule), std::move(message), {"rollback", "stop"}};
}

std::optional<Alert> notFinite(const GridRecord& record) {
  if (record.finite) return std::nullopt;
  return gridAlert(Severity::kError, {"pictures_not_finite",
                                      "The pictures of step {step} have pixels that are not finite.",
                                      {{"step", formatCount(record.step)}}});
}

}  // namespace

std::optional<Alert> GridRules::check(const GridRecord& record) {
  std::optional<Alert> alert = notFinite(record);
  const bool told_before = std::exchange(told_not_finite_, alert.has_value());
  blank_grids_ = record.blank && !alert ? blank_grids_ + 1 : 0;
  if (blank_grids_ == kBlankGrids) {
    return gridAlert(Severity::kWarning, {"pictures_blank",
                                          "Every picture of step {step} is of one colour, and so were those before it.",
                                          {{"step", formatCount(record.step)}}});
  }
  return told_before ? std::nullopt : alert;
}

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
