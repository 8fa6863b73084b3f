#include "session/command_handler.h"

#include <algorithm>
#include <array>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "config/live_change.h"
#include "config/risky_change.h"
#include "core/message.h"

namespace gan {
namespace {

CommandAnswer applied(std::int64_t step) { return {CommandResult::kApplied, step, {}}; }

CommandAnswer refusal(std::int64_t step, Message reason) { return {CommandResult::kRefused, step, std::move(reason)}; }

CommandAnswer refusal(std::int64_t step, const std::exception& error) {
  Message reason = messageOf(error);
  const bool needs_restart = reason.id == "config_needs_restart";
  return {needs_restart ? CommandResult::kNeedsRestart : CommandResult::kRefused, step, std::move(reason)};
}

/// What `part` answers, or the refusal that its exception means: only for what changes nothing when it throws.
template <class Part>
std::optional<CommandAnswer> orRefusal(std::int64_t step, const Part& part) try {
  return part();
} catch (const std::exception& error) {
  return refusal(step, error);
}

}  // namespace

bool CommandHandler::handle(const CommandQueue::Item& item) {
  const Command& command = item.command;
  const RunConfig before = line_.config();
  const std::optional<CommandAnswer> answer = apply(item);
  if (!answer) return false;
  const bool was_applied = answer->result == CommandResult::kApplied;
  CommandHandled handled{command, *answer, {}};
  if (command.kind == CommandKind::kSet && was_applied) {
    for (const Assignment& assignment : command.values) {
      handled.previous.push_back({assignment.path, before.value(assignment.path)});
    }
  }
  line_.record(std::move(handled), [tell = item.answer, given = *answer] {
    if (tell) tell(given);
  });
  if (!was_applied) return false;
  tellStatus(command);
  showChanges(command, before);
  return true;
}

void CommandHandler::tellStatus(const Command& command) {
  const std::vector<ErrorArgument> client{{"client", command.client}};
  if (command.kind == CommandKind::kContinue) loop_.setStatus(RunStatus::kRunning);
  if (command.kind == CommandKind::kPause) {
    loop_.setStatus(RunStatus::kPaused, {"paused_by", "asked by {client}", client});
  }
  if (command.kind == CommandKind::kRollback && loop_.paused()) {
    loop_.setStatus(RunStatus::kPaused, {"rolled_back_by", "rolled back by {client}", client});
  }
}

void CommandHandler::showChanges(const Command& command, const RunConfig& before) {
  const auto changed = [&](const char* field) { return before.value(field) != line_.config().value(field); };
  constexpr std::array kShown = {"sampling.truncation", "sampling.truncation_kind", "sampling.classes",
                                 "sampling.statistics", "sampling.statistics_batches"};
  const bool is_shown = command.kind == CommandKind::kSet && std::ranges::any_of(kShown, changed);
  if (is_shown || command.kind == CommandKind::kRollback) line_.sample();
}

std::optional<CommandAnswer> CommandHandler::apply(const CommandQueue::Item& item) {
  const Command& command = item.command;
  const std::int64_t step = line_.stepCount();
  switch (command.kind) {
    case CommandKind::kSet:
      return orRefusal(step, [&] { return applySet(command); });
    case CommandKind::kPause:
      return applyPause();
    case CommandKind::kContinue:
      return applyContinue();
    case CommandKind::kStep:
      return applyStep();
    case CommandKind::kSample:
      return orRefusal(step, [&] {
        line_.drawSample();
        return applied(step);
      });
    case CommandKind::kCheckpoint:
      return applyCheckpoint(item);
    case CommandKind::kKeep:
      return orRefusal(step, [&] {
        line_.pin(command.step, answerWhenDone(item));
        return std::nullopt;
      });
    case CommandKind::kRollback:
      return orRefusal(step, [&] {
        loop_.rollBack(command.step);
        return applied(line_.stepCount());
      });
    case CommandKind::kBranch:
      return orRefusal(step, [&] {
        line_.branch(command.step, command.path, answerWhenDone(item));
        return std::nullopt;
      });
    case CommandKind::kEvaluate:
      return orRefusal(step, [&] {
        line_.evaluations().judgeNow();
        return applied(step);
      });
    case CommandKind::kStop:
      loop_.stop();
      return applied(step);
  }
  return refusal(step, {"command_unknown", "This engine does not know the command.", {}});
}

CommandAnswer CommandHandler::applySet(const Command& command) {
  RunConfig config = line_.config();
  std::vector<std::string> asked;
  for (const Assignment& assignment : command.values) {
    config.set(assignment.path, checkLiveChange(config.schema(), assignment.path, assignment.value));
    asked.push_back(assignment.path);
  }
  checkChanges(config, asked);
  checkHaveEffect(config, asked);
  if (const auto risk = riskOf(line_.config(), config, line_.stepCount())) keepWayBack(*risk);
  line_.configure(config);
  return applied(line_.stepCount());
}

void CommandHandler::keepWayBack(const Message& risk) {
  loop_.drainMetrics();
  if (line_.stepCount() == 0 || loop_.diverged() || !line_.statisticsAreFinite()) return;
  line_.checkpointBefore(risk);
}

CommandAnswer CommandHandler::applyPause() {
  if (loop_.paused()) return refusal(line_.stepCount(), {"already_paused", "The run is paused already.", {}});
  loop_.pause();
  return applied(line_.stepCount());
}

CommandAnswer CommandHandler::applyContinue() {
  if (!loop_.paused()) return refusal(line_.stepCount(), {"not_paused", "The run is not paused.", {}});
  if (loop_.diverged() && line_.config().text("guard.on_nan") != "ignore") {
    return refusal(line_.stepCount(), {"continue_not_finite",
                                       "The losses are not finite: roll back first, or set {field} to ignore.",
                                       {{"field", "guard.on_nan"}}});
  }
  loop_.goOn();
  return applied(line_.stepCount());
}

CommandAnswer CommandHandler::applyStep() {
  if (!loop_.paused()) {
    return refusal(line_.stepCount(), {"step_not_paused", "Single steps need a paused run: pause it first.", {}});
  }
  loop_.iterate(loop_.arrivedPending());
  loop_.drainMetrics();
  return applied(line_.stepCount());
}

std::optional<CommandAnswer> CommandHandler::applyCheckpoint(const CommandQueue::Item& item) {
  loop_.drainMetrics();
  if (loop_.diverged()) {
    return refusal(line_.stepCount(), {"checkpoint_not_finite",
                                       "The losses are not finite: this state is not worth keeping. Roll back instead.",
                                       {}});
  }
  if (!line_.statisticsAreFinite()) {
    return refusal(line_.stepCount(), {"checkpoint_statistics_not_finite",
                                       "A running statistic is not finite: this state is not worth keeping. Roll back "
                                       "instead.",
                                       {}});
  }
  return orRefusal(line_.stepCount(), [&] {
    line_.checkpoint(TrainingLine::Pin::kYes, answerWhenDone(item));
    return std::nullopt;
  });
}

TrainingLine::Done CommandHandler::answerWhenDone(const CommandQueue::Item& item) const {
  return [command = item.command, answer = item.answer, step = line_.stepCount()](const std::exception_ptr& failure,
                                                                                  const Recorder::Journal& journal) {
    CommandAnswer result = applied(step);
    try {
      if (failure) std::rethrow_exception(failure);
    } catch (const std::exception& error) {
      result = refusal(step, error);
    }
    journal(step, CommandHandled{command, result, {}});  // first: an engine that ends in between is asked again
    if (answer) answer(result);
  };
}

}  // namespace gan
