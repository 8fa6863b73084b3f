#include <algorithm>
#include <array>
#include <csignal>
#include <exception>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "command.h"
#include "config/text.h"
#include "core/error.h"
#include "core/message.h"
#include "training/process_tuning.h"

namespace gan::app {
namespace {

/// What was given decides between kBadUsage and kFailed: files that are damaged, forbidden or of a kind that is not
/// read are wrong input as much as a wrong option is.
ExitCode exitCode(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument:
    case ErrorCode::kNotFound:
    case ErrorCode::kAlreadyExists:
    case ErrorCode::kDataLoss:
    case ErrorCode::kPermissionDenied:
    case ErrorCode::kUnsupported:
      return ExitCode::kBadUsage;
    case ErrorCode::kDiverged:
      return ExitCode::kDiverged;
    case ErrorCode::kPeerLost:
      return ExitCode::kPeerLost;
    case ErrorCode::kCancelled:
      return ExitCode::kStopped;
    default:
      return ExitCode::kFailed;
  }
}

int fail(const Invocation& invocation, ExitCode code, const Message& message) {
  std::cerr << "gan-engine: " << message.english() << "\n";
  if (invocation.json) {
    std::cout << nlohmann::json{{"error", messageFacts(message)}}.dump(-1, ' ', false,
                                                                       nlohmann::json::error_handler_t::replace)
              << std::endl;
  }
  return static_cast<int>(code);
}

/// What to say of a word that stands where a subcommand belongs and is none, on whichever level; nothing when no such
/// word made the parsing fail.
std::optional<std::string> unknownSubcommand(const CLI::App& parsed) {
  const CLI::App* level = &parsed;
  std::string command = "gan-engine";
  while (!level->get_subcommands().empty()) {
    level = level->get_subcommands().front();
    command += " " + level->get_name();
  }
  std::vector<std::string> names;
  for (const CLI::App* child : level->get_subcommands({})) names.push_back(child->get_name());
  const std::vector<std::string> rest = level->remaining();
  const auto word = std::ranges::find_if_not(rest, [](const std::string& text) { return text.starts_with('-'); });
  if (names.empty() || word == rest.end()) return std::nullopt;
  const auto nearest = nearestWord(*word, names);
  return "there is no command " + excerpt(*word) + (nearest ? "; did you mean " + *nearest + "?" : ".") + " `" +
         command + " --help` lists them.";
}

/// Whether the command that was asked for computes for long.
bool trains(const CLI::App& parsed) {
  return std::ranges::any_of(std::array{"train", "resume", "replay", "bench", "plan"},
                             [&parsed](const char* name) { return parsed.got_subcommand(name); });
}

int runMain(int argc, char** argv) {
  Invocation invocation;
  CLI::App app{"Trains generative adversarial networks without a display, and serves whoever attaches."};
  app.name("gan-engine");
  app.set_version_flag("--version", GAN_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 done, 1 failed, 2 wrong usage or input, 3 stopped on request with a checkpoint written or before "
      "anything was trained,\n"
      "4 diverged, 5 a peer process was lost or never came, 6 steer got no answer: the command may have been carried "
      "out.\n"
      "Ctrl-C, SIGTERM, SIGHUP, SIGUSR1 or SIGUSR2 stops on request. Ctrl-C or SIGTERM a second time, two seconds "
      "after the first or\n"
      "later, ends at once, without a checkpoint. RUN is a run folder; runs, status, log, watch, steer and export also "
      "take\n"
      "ssh://[USER@]HOST[:PORT]/PATH, for one on another machine, with your own ssh: /~/PATH begins in your home "
      "there, and where a\n"
      "login by ssh does not find gan-engine, GAN_REMOTE_ENGINE names it. All but runs take tls://HOST:PORT, too.");
  for (const auto add :
       {addTrain,   addResume,  addBranch, addReplay, addRuns,         addCompare, addStatus,     addWatch,
        addLog,     addSteer,   addTest,   addSample, addInterpolate,  addSheet,   addDirections, addProject,
        addNearest, addSampler, addServe,  addExport, addExportWorker, addConnect, addEvaluate,   addMoments,
        addData,    addBench,   addPlan,   addDoctor, addSlurm,        addToken}) {
    add(app, invocation);
  }
  // Parsing sets it as well, but not where it fails.
  invocation.json = std::find(argv, argv + argc, std::string_view("--json")) != argv + argc;
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help and --version
    if (const auto unknown = unknownSubcommand(app)) {
      return fail(invocation, ExitCode::kBadUsage, {"command_unknown", "{reason}", {{"reason", *unknown}}});
    }
    return fail(invocation, ExitCode::kBadUsage,
                {"bad_usage", "{reason}; --help lists what goes", {{"reason", error.what()}}});
  }
  if (trains(app)) tuneProcessForTraining();
  try {
    const Result result = invocation.run();
    if (!result.text.empty()) (invocation.json ? std::cerr : std::cout) << result.text << "\n";
    if (invocation.json) {
      std::cout << result.facts.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << std::endl;
    }
    std::cout.flush();
    return static_cast<int>(result.code);
  } catch (const Error& error) {
    return fail(invocation, exitCode(error.code()), messageOf(error));
  } catch (const std::exception& error) {
    return fail(invocation, ExitCode::kFailed, messageOf(error));
  }
}

}  // namespace
}  // namespace gan::app

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a write beyond `ulimit -f` fails with a reason instead
  return gan::app::runMain(argc, argv);
}
