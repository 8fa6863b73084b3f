#include "run/standing_alerts.h"

namespace gan {

bool settlesAlerts(const Event& event) {
  if (std::holds_alternative<SegmentStarted>(event.what)) return true;
  if (const auto* handled = std::get_if<CommandHandled>(&event.what)) {
    const CommandKind kind = handled->command.kind;
    const bool answers = kind == CommandKind::kContinue || kind == CommandKind::kRollback;
    return answers && handled->answer.result == CommandResult::kApplied;
  }
  const auto* changed = std::get_if<StatusChanged>(&event.what);
  if (changed == nullptr) return false;
  const RunStatus status = changed->status;
  return status == RunStatus::kFinished || status == RunStatus::kStopped || status == RunStatus::kDiverged ||
         status == RunStatus::kFailed;
}

/// What a rule says of its trouble as information is that it is over.
void StandingAlerts::add(const Event& event) {
  if (settlesAlerts(event)) return alerts_.clear();
  const auto* alert = std::get_if<Alert>(&event.what);
  if (alert == nullptr) return;
  const bool asks = alert->severity != Severity::kInfo && !alert->actions.empty();
  if (!asks && alert->severity != Severity::kInfo) return;
  std::erase_if(alerts_, [alert](const Alert& before) { return before.rule == alert->rule; });
  if (asks) alerts_.push_back(*alert);
}

}  // namespace gan
