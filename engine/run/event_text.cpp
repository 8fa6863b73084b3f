#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "config/evaluation_scores.h"
#include "core/units.h"
#include "run/event.h"
#include "run/rank_balance.h"

namespace gan {
namespace {

/// C0 and C1 control characters, which a terminal would obey, as \xNN.
std::string withoutControls(std::string_view text) {
  std::string safe;
  const auto escape = [&safe](unsigned char c) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    safe += "\\x";
    safe += kDigits[c >> 4U];
    safe += kDigits[c & 15U];
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0;
    if (c < 0x20 || c == 0x7f) {
      escape(c);
    } else if (c == 0xc2 && next >= 0x80 && next < 0xa0) {
      escape(next);
      ++i;
    } else {
      safe += text[i];
    }
  }
  return safe;
}

std::string join(const std::vector<std::string>& parts) {
  std::string joined;
  for (const std::string& part : parts) joined += (joined.empty() ? "" : ", ") + part;
  return joined;
}

std::string withReason(std::string sentence, const Message& reason) {
  return reason.empty() ? sentence : sentence + ": " + reason.english();
}

std::string sentence(const SegmentStarted& started) {
  constexpr std::array<std::string_view, 6> kWords = {
      "training started",          "training resumed from here",    "rolled back to here, later steps are superseded",
      "branched from another run", "replay of another run started", "training went on from here: "};
  const std::string words = std::string(kWords.at(static_cast<std::size_t>(started.cause))) + started.other_cause;
  return started.engine.empty() ? words : words + " (engine " + started.engine + ")";
}

std::string sentence(const StatusChanged& changed) {
  return withReason(std::string(runStatusName(changed.status)), changed.reason);
}

std::string assignmentText(const CommandHandled& handled, const Assignment& assignment) {
  const std::string value = formatValue(assignment.value);
  if (handled.answer.result != CommandResult::kApplied) return assignment.path + " = " + value;
  for (const Assignment& before : handled.previous) {
    if (before.path == assignment.path) return assignment.path + " " + formatValue(before.value) + " -> " + value;
  }
  return assignment.path + " -> " + value;
}

std::string request(const CommandHandled& handled) {
  const Command& command = handled.command;
  std::vector<std::string> values;
  for (const Assignment& assignment : command.values) values.push_back(assignmentText(handled, assignment));
  const std::string from = command.step < 0 ? "the newest checkpoint" : "step " + formatCount(command.step);
  switch (command.kind) {
    case CommandKind::kSet:
      return values.empty() ? "set nothing" : join(values);
    case CommandKind::kRollback:
      return "roll back to " + from;
    case CommandKind::kKeep:
      return "keep the checkpoint of " + from;
    case CommandKind::kBranch:
      return "branch from " + from + " into " + command.path;
    default:
      return std::string(commandKindName(command.kind));
  }
}

std::string sentence(const CommandHandled& handled) {
  const std::string& client = handled.command.client;
  const std::string text = request(handled) + (client.empty() ? "" : " (by " + client + ")");
  switch (handled.answer.result) {
    case CommandResult::kApplied:
      return text;
    case CommandResult::kNeedsRestart:
      return withReason(text + " needs a restart", handled.answer.reason);
    case CommandResult::kRefused:
      return withReason(text + " was refused", handled.answer.reason);
    case CommandResult::kUnknown:
      return withReason(text + " may or may not have been carried out", handled.answer.reason);
  }
  return text;
}

/// What a person types for an action; empty for what needs nothing.
std::string commandOf(const std::string& action, const Alert& alert) {
  const std::string steer = "gan-engine steer RUN ";
  if (action == "halve") {
    std::string text = steer + "set";
    for (const Assignment& one : alert.remedy) text += " " + one.path + "=" + formatValue(one.value);
    return alert.remedy.empty() ? "" : text;
  }
  if (action == "rollback") {
    return steer + action + (alert.healthy_step < 0 ? "" : " --to " + std::to_string(alert.healthy_step));
  }
  if (action == "ignore") return alert.rule == kNotFiniteRule ? steer + "set guard.on_nan=ignore" : "";
  return steer + action;
}

std::string sentence(const Alert& alert) { return std::string(severityName(alert.severity)) + ": " + describe(alert); }

std::string sentence(const CheckpointWritten& written) {
  return "checkpoint " + written.name + " written, " + formatBytes(written.bytes) + " in " +
         formatDuration(std::chrono::duration<double>(written.seconds)) + (written.pinned ? ", pinned" : "");
}

std::string sentence(const SampleWritten& written) {
  const std::string text = "sample " + written.name + " written";
  return written.truncation > 0 ? text + ", truncation " + formatValue(written.truncation) : text;
}

std::string scoreText(const EvaluatedScore& score) {
  const std::string text = score.name + " " + formatScore(score.value);
  return score.deviation ? text + " (deviation " + formatScore(*score.deviation) + ")" : text;
}

std::string sentence(const Evaluated& evaluated) {
  std::vector<std::string> scores;
  for (const EvaluatedScore& score : evaluated.scores) scores.push_back(scoreText(score));
  const std::string text = "evaluated: " + join(scores) + "; " + formatCount(evaluated.generated) +
                           " pictures, features " + comparableAs(evaluated) + ", in " +
                           formatDuration(std::chrono::duration<double>(evaluated.seconds));
  if (!hasFidOfFew(evaluated)) return text;
  return text + "; FID of fewer than " + formatCount(kEnoughForFid) +
         " pictures is too high: only that of as many compares";
}

std::string sentence(const LoadMeasured& load) {
  std::array<char, 32> cpu{};
  std::snprintf(cpu.data(), cpu.size(), "%.0f", std::clamp(load.cpu_percent, 0.0, 1e9));
  std::string gpu;
  if (const auto& device = load.device) {
    gpu = ", GPU " + (device->busy_percent ? std::to_string(std::lround(*device->busy_percent)) + " %, " : "") +
          formatBytes(device->memory_used_bytes) + " of " + formatBytes(device->memory_total_bytes);
  }
  return "CPU " + std::string(cpu.data()) + " %, memory " + formatBytes(load.memory_bytes) + ", host memory " +
         formatBytes(load.host_memory_used_bytes) + " of " + formatBytes(load.host_memory_bytes) + gpu + ", " +
         formatBytes(load.disk_free_bytes) + " free on disk";
}

std::string sentence(const RankReported& reported) {
  const std::string who = "rank " + std::to_string(reported.rank) + " on " + reported.host;
  const std::string how =
      reported.severity == Severity::kInfo ? "" : std::string(severityName(reported.severity)) + ": ";
  return who + ": " + how + reported.message.english();
}

std::string sentence(const RanksMeasured& measured) {
  const RankBalance balance = balanceOf(measured);
  std::array<char, 96> times{};
  std::snprintf(times.data(), times.size(), "%.1f ms an iteration, efficiency %.0f %%", balance.step_ms,
                balance.efficiency * 100);
  std::string text = std::to_string(measured.ranks.size()) + (measured.ranks.size() == 1 ? " process" : " processes") +
                     " over " + formatCount(measured.steps) + " iterations: " + times.data();
  for (const Straggler& straggler : balance.stragglers) {
    text += ", rank " + std::to_string(straggler.rank) + " on " + measured.ranks[straggler.rank].host + " " +
            std::to_string(std::llround(straggler.excess * 100)) + " % slower (" +
            std::string(phaseName(straggler.phase)) + ")";
  }
  return text;
}

std::string sentence(const OtherEvent& other) {
  const std::string text = "an event that this version does not know, " + other.type;
  return other.text.empty() ? text : text + ": " + other.text;
}

}  // namespace

std::string describe(const Alert& alert) {
  std::string commands;
  for (const std::string& action : alert.actions) {
    if (const std::string command = commandOf(action, alert); !command.empty()) {
      commands += (commands.empty() ? "" : " | ") + command;
    }
  }
  const std::string text = alert.message.english();
  return commands.empty() ? text : text + " Possible: " + commands;
}

std::string describe(const Event& event) {
  std::string text = std::visit([](const auto& what) { return sentence(what); }, event.what);
  const auto* reported = std::get_if<RankReported>(&event.what);
  if (reported != nullptr && isOfEarlierStart(*reported, event.unix_seconds)) {
    text += " (said at " + formatUtc(reported->unix_seconds) + ")";
  }
  return "step " + formatCount(event.step) + ": " + withoutControls(text);
}

}  // namespace gan
