#include "session/later_commands.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "core/error.h"
#include "training/rules.h"

namespace gan {
namespace {

/// Follows the journal from the state on.
class Follower {
 public:
  Follower(std::int64_t step, std::int32_t segment) : step_(step), segment_(segment) {}

  /// False when the run has gone back to before the state: what follows does not belong to it.
  bool follow(const Event& event) {
    if (event.segment < segment_) return true;
    if (const auto* started = std::get_if<SegmentStarted>(&event.what)) return begin(event.segment, *started);
    if (const auto* alert = std::get_if<Alert>(&event.what); alert != nullptr && alert->rule == kNotFiniteRule) {
      later_.commands.clear();
      pause_.reset();
    }
    if (const auto* handled = std::get_if<CommandHandled>(&event.what);
        handled != nullptr && handled->answer.result == CommandResult::kApplied) {
      take(handled->command, handled->answer.step);
    }
    return true;
  }

  LaterCommands finish() {
    std::erase_if(later_.commands, [this](const ScheduledCommand& scheduled) { return scheduled.step < step_; });
    if (pause_) later_.commands.push_back({std::max(pause_->step, step_), pause_->command});
    return std::move(later_);
  }

 private:
  bool begin(std::int32_t segment, const SegmentStarted& started) {
    if (segment != segment_) {
      if (started.first_step < step_) return false;
      std::erase_if(later_.commands, [&](const ScheduledCommand& c) { return c.step >= started.first_step; });
      if (started.first_step == step_) {
        later_.values = started.live_values;
      } else {
        schedule(started.first_step, setCommand(started.live_values));
      }
      const bool stays_paused = pause_ && started.cause == SegmentStarted::Cause::kRollback;
      if (stays_paused) {
        pause_->step = started.first_step;
      } else {
        pause_.reset();
      }
    }
    for (const ScheduledCommand& scheduled : started.later) {
      if (scheduled.command.kind == CommandKind::kPause) {
        pause_ = scheduled;
      } else {
        schedule(scheduled.step, scheduled.command);
      }
    }
    return true;
  }

  void take(const Command& command, std::int64_t at) {
    if (command.kind == CommandKind::kPause) pause_ = ScheduledCommand{at, command};
    if (command.kind == CommandKind::kContinue) pause_.reset();
    if (command.kind == CommandKind::kStep && pause_) pause_->step = at;
    if (command.kind != CommandKind::kSet) return;
    if (at == step_) later_.values.insert(later_.values.end(), command.values.begin(), command.values.end());
    if (!isKnown(at, command)) supersede(later_.commands, command, at);
    if (at > step_) schedule(at, command);
  }

  /// Behind what stands there for that step; once, for what was done again is journalled again.
  void schedule(std::int64_t at, const Command& command) {
    if (isKnown(at, command)) return;
    std::vector<ScheduledCommand>& all = later_.commands;
    all.insert(std::ranges::upper_bound(all, at, {}, &ScheduledCommand::step), {at, command});
  }

  bool isKnown(std::int64_t at, const Command& command) const {
    return std::ranges::any_of(
        later_.commands, [&](const ScheduledCommand& c) { return c.step == at && c.command.values == command.values; });
  }

  static Command setCommand(const std::vector<Assignment>& values) {
    Command command;
    command.client = "resume";
    command.values = values;
    return command;
  }

  std::int64_t step_;
  std::int32_t segment_;
  LaterCommands later_;
  std::optional<ScheduledCommand> pause_;
};

}  // namespace

void supersede(std::vector<ScheduledCommand>& later, const Command& decided, std::int64_t at) {
  const bool goes_on = decided.kind == CommandKind::kContinue;
  const auto isDecided = [&decided](const Assignment& assignment) {
    return std::ranges::find(decided.values, assignment.path, &Assignment::path) != decided.values.end();
  };
  std::erase_if(later, [&](ScheduledCommand& scheduled) {
    if (scheduled.command.kind == CommandKind::kPause) return goes_on;
    if (scheduled.step <= at || decided.kind != CommandKind::kSet) return false;
    std::erase_if(scheduled.command.values, isDecided);
    return scheduled.command.values.empty();
  });
}

void leaveOutUnchanged(std::vector<ScheduledCommand>& later, RunConfig values) {
  std::vector<ScheduledCommand> changing;
  for (ScheduledCommand& scheduled : later) {
    std::vector<Assignment>& assignments = scheduled.command.values;
    try {
      RunConfig then = values;
      for (const Assignment& assignment : assignments) then.set(assignment.path, assignment.value);
      std::erase_if(assignments, [&](const Assignment& a) { return then.value(a.path) == values.value(a.path); });
      values = std::move(then);
    } catch (const Error&) {
      // Another build's, which is refused, and told, when its step comes.
    }
    const bool changes = scheduled.command.kind != CommandKind::kSet || !assignments.empty();
    if (changes) changing.push_back(std::move(scheduled));
  }
  later = std::move(changing);
}

LaterCommands laterCommands(std::span<const Event> events, std::int64_t step, std::int32_t segment) {
  Follower follower(step, segment);
  for (const Event& event : events) {
    if (!follower.follow(event)) break;
  }
  return follower.finish();
}

}  // namespace gan
