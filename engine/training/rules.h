#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "run/event.h"
#include "training/step_record.h"

namespace gan {

/// The rule of alerts about losses that are not finite.
inline constexpr std::string_view kNotFiniteRule = "nan";

/// Watches the metrics of a run for one kind of trouble. May keep what it needs of earlier steps.
class Rule {
 public:
  virtual ~Rule() = default;
  /// Records come in order; after a roll back steps begin again at a smaller number.
  virtual std::optional<Alert> check(const StepRecord& record) = 0;
};

/// All rules, in the order of their weight. One thread.
class Rules {
 public:
  Rules();
  /// The alert of the first rule that finds something. Every rule sees every record.
  std::optional<Alert> check(const StepRecord& record);

 private:
  std::vector<std::unique_ptr<Rule>> rules_;
};

}  // namespace gan
