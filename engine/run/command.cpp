#include "run/command.h"

#include <algorithm>
#include <array>
#include <set>

#include "core/error.h"

namespace gan {
namespace {

constexpr std::array<std::string_view, 11> kKindNames = {
    "set", "pause", "continue", "step", "sample", "checkpoint", "keep", "rollback", "branch", "evaluate", "stop"};
constexpr std::array<std::string_view, 4> kResultNames = {"applied", "needs_restart", "refused", "unknown"};

}  // namespace

std::string_view commandKindName(CommandKind kind) { return kKindNames.at(static_cast<std::size_t>(kind)); }

CommandKind commandKindFromName(std::string_view name) {
  const auto* found = std::ranges::find(kKindNames, name);
  if (found == kKindNames.end()) {
    std::string known;
    for (const std::string_view kind : kKindNames) known += (known.empty() ? "" : ", ") + std::string(kind);
    throw Error(ErrorCode::kInvalidArgument, "command_unknown",
                "\"{command}\" is not a command. An engine understands: {known}.",
                {{"command", std::string(name.substr(0, 60))}, {"known", known}});
  }
  return static_cast<CommandKind>(found - kKindNames.begin());
}

std::string_view commandResultName(CommandResult result) { return kResultNames.at(static_cast<std::size_t>(result)); }

void checkCommand(const Command& command) {
  constexpr std::size_t kMaxBytes = std::size_t{64} << 10U;
  constexpr std::size_t kBytesOfANumber = 16;
  std::size_t bytes = command.id.size() + command.client.size() + command.path.size();
  std::set<std::string_view> paths;
  for (const Assignment& assignment : command.values) {
    const auto* text = std::get_if<std::string>(&assignment.value);
    bytes += assignment.path.size() + (text != nullptr ? text->size() : kBytesOfANumber);
    if (!paths.insert(assignment.path).second) {
      throw Error(ErrorCode::kInvalidArgument, "command_duplicate_field",
                  "The command sets {field} twice. Give each field one value.", {{"field", assignment.path}});
    }
  }
  if (bytes > kMaxBytes) {
    throw Error(ErrorCode::kInvalidArgument, "command_too_large",
                "The command's texts have {size} bytes in all; at most {limit} are accepted. Set fewer fields at once.",
                {{"size", std::to_string(bytes)}, {"limit", std::to_string(kMaxBytes)}});
  }
}

}  // namespace gan
