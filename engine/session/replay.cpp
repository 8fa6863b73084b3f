#include "session/replay.h"

#include <algorithm>
#include <set>
#include <string>

#include "run/step_after.h"

namespace gan {
namespace {

Command setCommand(std::vector<Assignment> values) {
  Command command;
  command.client = "replay";
  command.kind = CommandKind::kSet;
  command.values = std::move(values);
  return command;
}

}  // namespace

ReplayScript replayScript(std::span<const Event> events, std::span<const std::uint64_t> without) {
  ReplayScript script;
  std::set<std::string> left_out_fields;
  // A field whose change was left out keeps, where a segment begins, the value that the replay has given it.
  const auto kept = [&left_out_fields](std::vector<Assignment> values) {
    std::erase_if(values, [&](const Assignment& a) { return left_out_fields.contains(a.path); });
    return values;
  };
  bool first_segment = true;
  for (const Event& event : events) {
    script.last_step = stepAfter(script.last_step, event);
    if (const auto* started = std::get_if<SegmentStarted>(&event.what)) {
      std::erase_if(script.commands, [&](const ScheduledCommand& c) { return c.step >= started->first_step; });
      if (first_segment) script.first_step = started->first_step;
      if (!first_segment) script.commands.push_back({started->first_step, setCommand(kept(started->live_values))});
      first_segment = false;
      continue;
    }
    if (const auto* handled = std::get_if<CommandHandled>(&event.what)) {
      const bool left_out = std::ranges::find(without, event.sequence) != without.end();
      if (left_out) {
        for (const Assignment& assignment : handled->command.values) left_out_fields.insert(assignment.path);
      }
      if (handled->command.kind == CommandKind::kSet && handled->answer.result == CommandResult::kApplied &&
          !left_out) {
        script.commands.push_back({handled->answer.step, setCommand(handled->command.values)});
      }
    }
  }
  return script;
}

}  // namespace gan
