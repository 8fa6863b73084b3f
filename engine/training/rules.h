#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "run/event.h"
#include "training/health_options.h"
#include "training/step_record.h"

namespace gan {

/// The rules of alerts besides kNotFiniteRule: about pictures, running statistics,
inline constexpr std::string_view kPicturesRule = "pictures";
inline constexpr std::string_view kStatisticsRule = "statistics";
/// the contest of the two networks, losses, and gradients.
inline constexpr std::string_view kContestRule = "contest";
inline constexpr std::string_view kLossesRule = "losses";
inline constexpr std::string_view kGradientsRule = "gradients";

/// Watches the metrics of a run for one kind of trouble. May keep what it needs of earlier steps. One thread.
class Rule {
 public:
  virtual ~Rule() = default;
  /// Records come in order. What lasts is told once, then that it is over.
  virtual std::optional<Alert> check(const StepRecord& record, const HealthOptions& options) = 0;
  /// The first step that shows a trouble which lasts, or is about to; nothing while all goes well.
  virtual std::optional<std::int64_t> troubledSince() const { return std::nullopt; }
  /// The weights are others now: a trouble of before is gone, while what is usual stays so.
  virtual void restart() {}
};

/// A trouble that lasts, and what could be done about it: to halve the rates of these networks, as optimizer.* name
/// them, and the rest of what alerts offer. Which checkpoint is healthy the session says.
Alert troubleOf(std::string_view rule, std::int64_t since_step, Message message, const HealthOptions& options,
                const std::vector<std::string_view>& networks);

/// That it is over: information, which takes the alert of the rule out of sight.
Alert overOf(std::string_view rule, Message message);

/// All rules on what each step measures, in the order of their weight. One thread.
class Rules {
 public:
  Rules();
  /// What is told at this step. Every rule sees every record.
  std::vector<Alert> check(const StepRecord& record, const HealthOptions& options);
  /// Of the rule whose trouble is oldest.
  std::optional<std::int64_t> troubledSince() const;
  void restart();

 private:
  std::vector<std::unique_ptr<Rule>> rules_;
};

}  // namespace gan
