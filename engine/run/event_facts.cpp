#include "run/event_facts.h"

#include "core/error.h"
#include "run/step_after.h"

namespace gan {

EventFacts::EventFacts(const RunConfig& config) : schema_(config.schema()) {
  summary_.total_steps = config.integer("training.steps");
  for (const Field& field : schema_.fields()) {
    if (field.change == Change::kLive && applies(field, config))
      summary_.live_values[field.path] = config.value(field.path);
  }
}

void EventFacts::add(const Event& event) {
  summary_.step = stepAfter(summary_.step, event);
  summary_.segment = event.segment;
  summary_.last_change_unix_seconds = event.unix_seconds;
  if (const auto* started = std::get_if<SegmentStarted>(&event.what)) {
    summary_.ranks.reset();  // those of this segment may be others
    if (started->cause != SegmentStarted::Cause::kRollback) summary_.load.reset();  // of an earlier process
    summary_.total_steps = started->total_steps;
    setLiveValues(started->live_values);
    const bool superseded = summary_.evaluation && summary_.evaluation->step > started->first_step;
    if (superseded) summary_.evaluation.reset();
  } else if (const auto* changed = std::get_if<StatusChanged>(&event.what)) {
    summary_.status = changed->status;
    summary_.status_reason = changed->reason;
    summary_.deadline_unix_seconds = changed->deadline_unix_seconds;
  } else if (const auto* handled = std::get_if<CommandHandled>(&event.what)) {
    const bool set = handled->command.kind == CommandKind::kSet;
    if (set && handled->answer.result == CommandResult::kApplied) setLiveValues(handled->command.values);
  } else if (const auto* load = std::get_if<LoadMeasured>(&event.what)) {
    summary_.load = *load;
  } else if (const auto* ranks = std::get_if<RanksMeasured>(&event.what)) {
    summary_.ranks = *ranks;
  } else if (std::holds_alternative<Evaluated>(event.what)) {
    summary_.evaluation = event;
  }
}

void EventFacts::setLiveValues(const std::vector<Assignment>& values) {
  for (const Assignment& value : values) {
    const Field* field = schema_.find(value.path);
    if (field == nullptr || field->change != Change::kLive) continue;
    try {
      summary_.live_values[value.path] = checkValue(*field, value.value);
    } catch (const Error&) {
      // A journal of another version may hold what this schema does not allow; what was known before stays.
    }
  }
}

}  // namespace gan
