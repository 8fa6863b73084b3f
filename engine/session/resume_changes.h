#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "run/command.h"
#include "run/event.h"
#include "run/run_folder.h"

namespace gan {

/// How the journal names who changed settings where a run goes on: behind the person.
inline constexpr std::string_view kResumeClient = ", gan-engine resume";

/// "key=value" texts as settings that a run goes on with. Throws Error(kFailedPrecondition, "config_not_at_resume" |
/// "config_length_at_resume") for a good value of a setting that only a branch can have otherwise,
/// Error(kInvalidArgument, "command_duplicate_field"), and the errors of RunConfig::applyOverride() and
/// checkHaveEffect().
std::vector<Assignment> resumeChanges(const RunFolder& folder, std::span<const std::string> texts);

/// Whether an earlier start has taken up these changes: then they stand in the journal, and come again from there.
bool hasChanged(std::span<const Event> events, const std::vector<Assignment>& changes);

}  // namespace gan
