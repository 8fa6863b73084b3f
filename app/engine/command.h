#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "core/message.h"

namespace gan::app {

/// What a process returns to its shell.
enum class ExitCode {
  kDone = 0,
  kFailed = 1,    ///< Anything not listed below.
  kBadUsage = 2,  ///< Wrong options; input that is missing, damaged, forbidden or not understood.
  kStopped = 3,   ///< Stopped on request; a checkpoint was written, unless nothing was trained yet.
  kDiverged = 4,  ///< Losses or running statistics became NaN or infinite.
  kPeerLost = 5,  ///< A process of the same run was lost or never came.
  kUnknown = 6,   ///< The engine went away, or gave no answer in time: what was asked of it may have been done.
};

/// What a subcommand ends with: text for people, or with --json one object as the last line of standard output.
struct Result {
  ExitCode code = ExitCode::kDone;
  std::string text;
  nlohmann::json facts = nlohmann::json::object();
};

/// Filled by the subcommand that was chosen.
struct Invocation {
  bool json = false;
  std::function<Result()> run;
};

/// Adds a subcommand with its help and --json; `run` is called after the whole command line was read.
CLI::App* addCommand(CLI::App& app, Invocation& invocation, const std::string& name, const std::string& description,
                     std::function<Result()> run);

/// A message as scripts and the studio take it: "id", "message" (the finished sentence), "text", "arguments" and,
/// of arguments that are sentences themselves, "sentences", with which whoever started us can translate it.
nlohmann::json messageFacts(const Message& message);

// One per file.
void addBench(CLI::App& app, Invocation& invocation);
void addBranch(CLI::App& app, Invocation& invocation);
void addCompare(CLI::App& app, Invocation& invocation);
void addConnect(CLI::App& app, Invocation& invocation);
void addData(CLI::App& app, Invocation& invocation);
void addDataInspect(CLI::App& data, Invocation& invocation);
void addDataPrepare(CLI::App& data, Invocation& invocation);
void addDataStage(CLI::App& data, Invocation& invocation);
void addDataTune(CLI::App& data, Invocation& invocation);
void addDirections(CLI::App& app, Invocation& invocation);
void addDoctor(CLI::App& app, Invocation& invocation);
void addEvaluate(CLI::App& app, Invocation& invocation);
void addExport(CLI::App& app, Invocation& invocation);
void addExportWorker(CLI::App& app, Invocation& invocation);
void addInterpolate(CLI::App& app, Invocation& invocation);
void addLog(CLI::App& app, Invocation& invocation);
void addMoments(CLI::App& app, Invocation& invocation);
void addNearest(CLI::App& app, Invocation& invocation);
void addPlan(CLI::App& app, Invocation& invocation);
void addProject(CLI::App& app, Invocation& invocation);
void addReplay(CLI::App& app, Invocation& invocation);
void addResume(CLI::App& app, Invocation& invocation);
void addRuns(CLI::App& app, Invocation& invocation);
void addSample(CLI::App& app, Invocation& invocation);
void addServe(CLI::App& app, Invocation& invocation);
void addSampler(CLI::App& app, Invocation& invocation);
void addSheet(CLI::App& app, Invocation& invocation);
void addSlurm(CLI::App& app, Invocation& invocation);
void addSlurmJobs(CLI::App& slurm, Invocation& invocation);
void addStatus(CLI::App& app, Invocation& invocation);
void addSteer(CLI::App& app, Invocation& invocation);
void addTest(CLI::App& app, Invocation& invocation);
void addToken(CLI::App& app, Invocation& invocation);
void addTrain(CLI::App& app, Invocation& invocation);
void addWatch(CLI::App& app, Invocation& invocation);

}  // namespace gan::app
