#include "launch.h"

#include <csignal>
#include <filesystem>
#include <fstream>

#include "core/error.h"
#include "distributed/store_server.h"
#include "launch/launcher.h"

namespace gan::app {
namespace {

constexpr const char* kDevicesOfStarter = "--devices-of-starter";
constexpr int kMostProcesses = 4096;

/// Rank 0's answer is ours: its text, or with --json its last line.
Result answerOf(const LaunchOutcome& outcome, int processes) {
  Result result;
  result.code = static_cast<ExitCode>(outcome.code);
  std::string text = outcome.output;
  while (!text.empty() && text.back() == '\n') text.pop_back();
  const nlohmann::json facts =
      nlohmann::json::parse(text.substr(text.rfind('\n') + 1), nullptr, /*allow_exceptions=*/false);
  if (facts.is_object()) {
    result.facts = facts;
  } else {
    result.text = text;
  }
  result.facts["processes"] = processes;
  result.facts["restarts"] = outcome.restarts;
  return result;
}

/// This program's path, and its arguments as they were typed: the subcommand first.
std::vector<std::string> ownCommand() {
  std::vector<std::string> words;
  std::ifstream file("/proc/self/cmdline");
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  if (words.size() < 2) {
    throw Error(ErrorCode::kInternal, "command_line_unreadable",
                "The processes of the training cannot be started: /proc/self/cmdline does not tell this one's own "
                "arguments. Is /proc mounted?",
                {});
  }
  words.front() = std::filesystem::read_symlink("/proc/self/exe").string();
  return words;
}

ErrorCode errorCode(int code) {
  switch (static_cast<ExitCode>(code)) {
    case ExitCode::kBadUsage:
      return ErrorCode::kInvalidArgument;
    case ExitCode::kDiverged:
      return ErrorCode::kDiverged;
    case ExitCode::kPeerLost:
      return ErrorCode::kPeerLost;
    default:
      return ErrorCode::kInternal;
  }
}

[[noreturn]] void throwLost(const Message& lost, const LaunchOutcome& outcome, int processes) {
  throw Error(errorCode(outcome.code), lost.id, lost.text,
              {{"size", std::to_string(processes)},
               {"what", describeEnd(outcome.cause)},
               {"restarts", std::to_string(outcome.restarts)}});
}

/// Rank 0 has said itself how the training went.
bool rankZeroTells(const LaunchOutcome& outcome) {
  if (outcome.code == static_cast<int>(ExitCode::kDone) || outcome.code == static_cast<int>(ExitCode::kStopped)) {
    return true;
  }
  return outcome.cause.rank == 0 && outcome.cause.signal == 0 && !outcome.cause.silent;
}

/// --world-size and what means nothing without it.
void addWorldFlags(CLI::App& command, WorldFlags& flags) {
  CLI::Option* size = command
                          .add_option("--world-size", flags.size,
                                      "This is one of so many processes that somebody starts by hand; srun, torchrun "
                                      "and mpirun say so themselves")
                          ->check(CLI::Range(1, kMostProcesses));
  const CLI::Range numbers(0, kMostProcesses - 1);
  command.add_option("--rank", flags.rank, "With --world-size: this one's number, from 0")->check(numbers)->needs(size);
  command
      .add_option("--local-rank", flags.local_rank,
                  "With --world-size: its number on this machine, from 0, by which it takes its GPU")
      ->check(numbers)
      ->needs(size);
  command.add_option("--meet-at", flags.meet_at, "With --world-size: HOST:PORT of rank 0")->needs(size);
}

}  // namespace

void addProcessOptions(CLI::App& command, ProcessOptions& options) {
  constexpr int kLongest = 24 * 3600;
  command
      .add_option(
          "--devices", options.devices,
          "Where to compute: auto, cpu, all, free, free:N, or the numbers of GPUs as in 0 or 0,1, counted as "
          "CUDA_VISIBLE_DEVICES leaves them. With several GPUs a process starts for each, and with 0,0 two "
          "share one. free:N takes N GPUs where nothing computes; runs that start on this machine at the same "
          "time take different ones. auto is the GPU with a process's number on its machine, or for a process "
          "on its own the first that can be used; else the CPU. 0+1,2+3 trains two copies of the networks, a process "
          "each, in stages on two GPUs; in one process --set distributed.placement says where what computes")
      ->capture_default_str();
  command.add_option(kDevicesOfStarter, options.of_starter)->group("");
  command
      .add_option("--processes", options.processes,
                  "Train with so many processes on this machine, each on its share of every batch, or with --set "
                  "distributed.stages=N each with an Nth part of the networks; without it with one for each GPU or "
                  "group of --devices")
      ->check(CLI::Range(1, kMostProcesses));
  command
      .add_option("--arrival-timeout", options.arrival_timeout_seconds,
                  "With several processes: seconds until all of them must have met")
      ->check(CLI::Range(1, kLongest))
      ->capture_default_str();
  command
      .add_option("--peer-timeout", options.peer_timeout_seconds,
                  "With several processes: seconds without a sign of another one until it counts as lost")
      ->check(CLI::Range(1, kLongest))
      ->capture_default_str();
  command.add_option("--interface", options.interface,
                     "With several processes: the network interface between them, as in eth0; without it the one that "
                     "leads to rank 0's machine");
  addWorldFlags(command, options.flags);
}

void addRestartOption(CLI::App& command, ProcessOptions& options) {
  constexpr int kMostRestarts = 1'000'000;
  command
      .add_option(
          "--max-restarts", options.max_restarts,
          "With several processes that this one starts: how often to go on from the last checkpoint after one was lost")
      ->check(CLI::Range(0, kMostRestarts))
      ->capture_default_str();
}

Message trainingLost() {
  return Message{
      "rank_lost",
      "The training on {size} processes has ended because {what}, after {restarts} restarts. Go on from its last "
      "checkpoint with `gan-engine resume RUN`; with --max-restarts N that happens by itself.",
      {}};
}

Message measurementLost() {
  return Message{"measurement_rank_lost",
                 "The measurement on {size} processes has ended because {what}. Measure again when the cause is gone.",
                 {}};
}

DevicePlan planDevices(const ProcessOptions& options) {
  const World world = findWorld(processEnvironment(), options.flags);
  const std::string& devices = options.of_starter.empty() ? options.devices : options.of_starter;
  return planDevices(devices, options.processes, world, gpuAccess());
}

Result launchWorkers(const ProcessOptions& options, const DevicePlan& plan, std::vector<std::string> more,
                     StopSignal& signal, const Message& lost) {
  const StoreServer store;
  LaunchOptions launch;
  launch.command = ownCommand();
  if (!plan.for_processes.empty()) more.insert(more.end(), {kDevicesOfStarter, plan.for_processes});
  // Behind the subcommand, where no "--" can come before them.
  launch.command.insert(launch.command.begin() + 2, more.begin(), more.end());
  launch.processes = plan.processes;
  launch.max_restarts = options.max_restarts;
  launch.store_port = store.port();
  Launcher launcher(launch);
  signal.tell([&launcher] { launcher.requestStop(); });
  const StopSignal::Silence silence(signal);
  const LaunchOutcome outcome = launcher.run();
  if (signal.asked() && outcome.cause.signal == SIGUSR1) {  // it did not listen yet
    throw Error(ErrorCode::kCancelled, "stopped_at_start",
                "Stopped while the processes of the training were starting. What was trained before is in its "
                "checkpoints.",
                {});
  }
  if (!rankZeroTells(outcome)) throwLost(lost, outcome, plan.processes);
  return answerOf(outcome, plan.processes);
}

}  // namespace gan::app
