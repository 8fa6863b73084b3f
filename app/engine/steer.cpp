#include <chrono>
#include <memory>
#include <mutex>
#include <optional>

#include "command.h"
#include "config/schema.h"
#include "config/text.h"
#include "console.h"
#include "core/error.h"
#include "core/random_hex.h"
#include "core/units.h"
#include "core/user_at_host.h"
#include "number_range.h"
#include "parse_step.h"
#include "protocol/convert.h"
#include "protocol/run_client.h"
#include "protocol/studio.pb.h"
#include "remote.h"
#include "run/journal.h"
#include "run/run_folder.h"
#include "run/unattended_command.h"

namespace gan::app {
namespace {

struct SteerOptions {
  std::string run;
  std::vector<std::string> values;
  std::string step = "latest";
  std::string out;
  double timeout_seconds = 60;
};

/// KEY=VALUE words, read as the schema of the engine says: it may be of another version than this program.
void addValues(ganstudio::v1::CommandRequest& request, const std::vector<std::string>& assignments,
               const Schema& schema) {
  for (const std::string& assignment : assignments) {
    const auto equals = assignment.find('=');
    if (equals == std::string::npos) {
      throw Error(ErrorCode::kInvalidArgument, "config_bad_override",
                  "'{text}' has no '='; write KEY=VALUE, as in objective.real_label=0.9.", {{"text", assignment}});
    }
    const std::string path = assignment.substr(0, equals);
    toMessage(parseValue(schema.at(path), assignment.substr(equals + 1)), (*request.mutable_values())[path]);
  }
}

ganstudio::v1::CommandRequest makeRequest(const std::string& kind, const SteerOptions& options) {
  ganstudio::v1::CommandRequest request;
  request.set_id(randomHex(16));
  request.set_kind(kind);
  request.set_client(userAtHost() + ", gan-engine steer");
  if (const auto step = parseStep(options.step)) request.set_step(*step);
  request.set_path(options.out);
  return request;
}

/// The answer to a command, if this event is it.
const CommandAnswer* answerIn(const Event& event, const std::string& id) {
  const auto* handled = std::get_if<CommandHandled>(&event.what);
  return handled != nullptr && handled->command.id == id ? &handled->answer : nullptr;
}

/// What the journal of a run on this machine says of a command.
std::optional<CommandAnswer> journalledHere(const std::string& run, const std::string& id) {
  JournalReader journal(RunFolder::open(run).journal());
  for (std::vector<Event> events = journal.next(); !events.empty(); events = journal.next()) {
    for (const Event& event : events) {
      if (const CommandAnswer* answer = answerIn(event, id)) return *answer;
    }
  }
  return std::nullopt;
}

/// The same of a run elsewhere, as far as an engine tells its journal within the time.
std::optional<CommandAnswer> journalledThere(RunClient& client, const std::string& run, const std::string& id,
                                             std::chrono::milliseconds timeout) {
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  std::mutex mutex;
  std::optional<CommandAnswer> found;
  const auto take = [&](const Event& event) {
    const std::lock_guard lock(mutex);
    if (const CommandAnswer* answer = answerIn(event, id)) found = *answer;
  };
  const auto goes_on = [&](bool all_has_come) {
    const std::lock_guard lock(mutex);
    return !all_has_come && !found && std::chrono::steady_clock::now() < deadline;
  };
  try {
    readEvents(client, run, take, goes_on);
  } catch (const Error&) {  // nobody tells
  }
  return found;
}

CommandAnswer ask(RunClient& client, const std::string& run, const ganstudio::v1::CommandRequest& request,
                  std::chrono::milliseconds timeout) {
  const CommandAnswer answer = fromMessage(client.command(request));
  if (answer.result != CommandResult::kUnknown) return answer;
  const auto journalled =
      isRemote(run) ? journalledThere(client, run, request.id(), timeout) : journalledHere(run, request.id());
  return journalled.value_or(answer);
}

Result toResult(const CommandAnswer& answer) {
  const std::string why = answer.reason.english();
  Result result;
  result.facts = {{"result", commandResultName(answer.result)},
                  {"step", answer.step},
                  {"error_id", answer.reason.id},
                  {"reason", why}};
  switch (answer.result) {
    case CommandResult::kApplied:
      result.text = "Applied at step " + formatCount(answer.step) + ".";
      return result;
    case CommandResult::kNeedsRestart:
      result.code = ExitCode::kFailed;
      result.text = "Needs a restart: " + printable(why);
      return result;
    case CommandResult::kRefused:
      result.code = ExitCode::kFailed;
      result.text = "Refused: " + printable(why);
      return result;
    case CommandResult::kUnknown:
      break;
  }
  result.code = ExitCode::kUnknown;
  result.text = "Not known whether it was carried out. " + printable(why);
  return result;
}

Result steer(const std::string& kind, const SteerOptions& options) {
  if (!isRemote(options.run)) RunFolder::open(options.run);  // what is no run has no engine that could be missing
  const auto timeout = std::chrono::milliseconds(static_cast<std::int64_t>(options.timeout_seconds * 1000));
  RunClient client(answeringTarget(options.run), timeout);
  auto request = makeRequest(kind, options);
  if (!options.values.empty()) addValues(request, options.values, fromMessage(client.schema()));
  return toResult(ask(client, options.run, request, timeout));
}

/// Not the newest one: until the command is there, that may be another.
std::int64_t stepToKeep(const std::string& text) {
  try {
    if (const auto step = parseStep(text)) return *step;
  } catch (const Error&) {  // what it says offers the newest one
  }
  throw Error(ErrorCode::kInvalidArgument, "keep_no_step",
              "{step} does not say which checkpoint is to be kept: expected its step, such as 1500. `gan-engine "
              "status RUN` lists them.",
              {{"step", excerpt(text)}});
}

/// As steer(), also of a run on this machine for which no engine answers.
Result keep(const SteerOptions& options) {
  Command command;
  command.kind = CommandKind::kKeep;
  command.step = stepToKeep(options.step);
  try {
    return steer(std::string(commandKindName(command.kind)), options);
  } catch (const Error& error) {
    if (error.id() != "run_not_served" || isRemote(options.run)) throw;
  }
  const CommandAnswer answer = carryOutUnattended(options.run, command);
  Result result = toResult(answer);
  if (answer.result == CommandResult::kApplied) {
    result.text = "The checkpoint of step " + formatCount(answer.step) + " is kept.";
  }
  return result;
}

struct Verb {
  const char* name;
  const char* help;
};

}  // namespace

void addSteer(CLI::App& app, Invocation& invocation) {
  CLI::App* command = app.add_subcommand("steer", "Changes a running training, or keeps a checkpoint");
  command->require_subcommand(1);
  const auto options = std::make_shared<SteerOptions>();
  command->add_option("RUN", options->run, kRunOrRemote)->required();
  command->add_option("--timeout", options->timeout_seconds, "Seconds to wait for the answer")
      ->capture_default_str()
      ->check(numberRange(0.001, 86'400));

  constexpr Verb kVerbs[] = {
      {"set", "Sets live values: KEY=VALUE ..."},
      {"pause", "Pauses after the iteration"},
      {"continue", "Goes on after a pause"},
      {"step", "Does one iteration while paused"},
      {"sample", "Draws a grid of samples now"},
      {"checkpoint", "Writes a checkpoint now and keeps it"},
      {"rollback", "Goes back to a checkpoint"},
      {"branch", "Copies a checkpoint into a new run"},
      {"evaluate", "Computes scores now"},
      {"stop", "Ends the run with a checkpoint"},
      {"keep", "Keeps a checkpoint that there is, however many come later; also of a run that nobody trains"}};
  for (const Verb& verb : kVerbs) {
    const std::string name = verb.name;
    CLI::App* sub = addCommand(*command, invocation, name, verb.help,
                               [name, options] { return name == "keep" ? keep(*options) : steer(name, *options); });
    if (name == "set") sub->add_option("VALUES", options->values, "KEY=VALUE")->required();
    if (name == "rollback" || name == "branch") {
      sub->add_option("--from,--to", options->step, "latest, or the step of a checkpoint")->capture_default_str();
    }
    if (name == "keep") sub->add_option("STEP", options->step, "Of the checkpoint")->required();
    if (name == "branch")
      sub->add_option("--out", options->out, "Folder of the new run; relative ones lie beside the run")->required();
  }
}

}  // namespace gan::app
