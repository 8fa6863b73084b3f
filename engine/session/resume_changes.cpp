#include "session/resume_changes.h"

#include <algorithm>

#include "core/error.h"

namespace gan {
namespace {

[[noreturn]] void refuse(const RunFolder& folder, const Field& field, const Value& value) {
  const std::vector<ErrorArgument> arguments{
      {"key", field.path}, {"run", folder.path().string()}, {"value", formatValue(value)}};
  if (field.path == "training.steps" || field.path == "training.epochs") {
    throw Error(ErrorCode::kFailedPrecondition, "config_length_at_resume",
                "{key} is what {run} was made with. To train it further than that: `gan-engine resume {run} --steps "
                "N`, with N the iterations in all.",
                arguments);
  }
  throw Error(ErrorCode::kFailedPrecondition, "config_not_at_resume",
              "{key} stays as it is where {run} goes on. Make a run that has it otherwise: `gan-engine branch {run} "
              "--out FOLDER --set {key}={value}`.",
              arguments);
}

}  // namespace

std::vector<Assignment> resumeChanges(const RunFolder& folder, std::span<const std::string> texts) {
  Command command;
  RunConfig config = folder.config();
  for (const std::string& text : texts) {
    config.applyOverride(text);
    const Field& field = config.schema().at(text.substr(0, text.find('=')));
    if (field.change != Change::kLive) refuse(folder, field, config.value(field.path));
    command.values.push_back({field.path, config.value(field.path)});
  }
  checkHaveEffect(config, texts);
  checkCommand(command);
  return command.values;
}

bool hasChanged(std::span<const Event> events, const std::vector<Assignment>& changes) {
  // A segment may leave out what is so already.
  const auto is_it = [&changes](const Command& command) {
    return command.client.ends_with(kResumeClient) && !command.values.empty() &&
           std::ranges::all_of(command.values, [&](const Assignment& assignment) {
             return std::ranges::find(changes, assignment) != changes.end();
           });
  };
  return std::ranges::any_of(events, [&is_it](const Event& event) {
    if (const auto* handled = std::get_if<CommandHandled>(&event.what)) return is_it(handled->command);
    const auto* started = std::get_if<SegmentStarted>(&event.what);
    return started != nullptr && std::ranges::any_of(started->later, is_it, &ScheduledCommand::command);
  });
}

}  // namespace gan
