#pragma once

#include <string>

#include "command.h"
#include "config/evaluation_order.h"
#include "service/export_worker.h"
#include "session/judge_run.h"

namespace gan::app {

/// Options for an order; what is not said is as the run's own evaluations have it.
void addEvaluationOptions(CLI::App& command, EvaluationOrder& order);

/// Evaluates a checkpoint as `gan-engine evaluate` would, on evaluation.device, evaluation.threads and
/// evaluation.processes, which it starts and ends: a file evaluation-000.json for each truncation, as that prints it
/// with --json, comes into the task's folder, and each joins the run's kept evaluations. Files that are there already
/// are taken as done. From the thread that lives as long as the process. Throws as judgeRun(), and
/// Error(kInvalidArgument, "export_request_bad" | "evaluation_metric_unknown").
ExportMade makeEvaluation(const ExportTask& task, ProgressMonitor& monitor);

/// One of the processes that makeEvaluation() starts beside its own.
struct EvaluationHelper {
  std::string id;              ///< Of the export; empty: this process is none of them.
  std::size_t truncation = 0;  ///< The number of the one that is evaluated.
  int rank = 1;                ///< Among the processes that share it, of which makeEvaluation()'s is 0.
  int size = 2;                ///< Of these.
};
/// Options of export-worker that say so.
void addHelperOptions(CLI::App& command, EvaluationHelper& helper);
/// Computes features of that evaluation which no other process computes, until there are none. Throws as
/// shareJudging().
void helpEvaluation(const ExportTask& task, const EvaluationHelper& helper);

/// Keeps what was found in the run's folder, where it shows beside what its training found; see keepEvaluation().
void keepInRun(const std::filesystem::path& run, const std::string& id, const RunEvaluation& found,
               const RunJudging& request);

}  // namespace gan::app
