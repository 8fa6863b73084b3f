#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "training/persistence.h"
#include "training/rules.h"
#include "training/usual_size.h"

namespace gan {

/// One series against what it was before.
class SeriesWatch {
 public:
  enum class Found { kNothing, kTooLarge, kTooSmall, kOver };
  /// What lasts and was not found yet, or that it is over. What lasts since before first_steps is found with that one,
  /// and values of before are no history.
  Found add(std::int64_t step, double value, Found shows, std::int64_t window_steps, std::int64_t first_steps = 0);
  const UsualSize& usual() const { return usual_; }
  std::optional<std::int64_t> since() const;
  void restart();

 private:
  UsualSize usual_;
  Persistence too_large_;
  Persistence too_small_;
  Found found_ = Found::kNothing;  ///< What lasts and was found.
};

using SeriesWatches = std::map<std::string, SeriesWatch, std::less<>>;

/// Losses of the networks that leave their own history, or all bounds.
class LossesRule : public Rule {
 public:
  std::optional<Alert> check(const StepRecord& record, const HealthOptions& options) override;
  std::optional<std::int64_t> troubledSince() const override;
  void restart() override;

 private:
  SeriesWatches series_;
};

/// Gradients of a network that explode or vanish.
class GradientsRule : public Rule {
 public:
  std::optional<Alert> check(const StepRecord& record, const HealthOptions& options) override;
  std::optional<std::int64_t> troubledSince() const override;
  void restart() override;

 private:
  SeriesWatches series_;
};

}  // namespace gan
