#pragma once

#include <filesystem>

#include "run/command.h"

namespace gan {

/// What becomes of a command to a run that nobody trains: kKeep is carried out on its files, all else is refused.
/// Throws nothing of what is wrong with the run: that is the reason of the answer.
CommandAnswer carryOutUnattended(const std::filesystem::path& run, const Command& command);

}  // namespace gan
