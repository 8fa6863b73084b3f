#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "command.h"
#include "config/run_config.h"
#include "core/progress_monitor.h"

namespace gan::app {

class StopSignal;

/// Throws Error(kInvalidArgument, "empty_name") when an option that names a place is empty.
void requireName(const std::string& option, const std::string& value);

/// Sets data.source and data.path as what `--data` names needs it: a folder, a file or s3://bucket/folder.
void chooseData(RunConfig& config, const std::string& data);

/// --split of what tests a classifier.
void addTestSplitOption(CLI::App& command, std::string& split);

/// What the commands that look at images or prepare them have in common.
struct DataOptions {
  std::string source;
  std::int64_t resolution = 64;
  std::int64_t channels = 3;
  int threads = 0;  ///< 0 takes every core.
  std::vector<std::string> set;
};

/// Adds SOURCE and the other options of DataOptions to a command.
void addDataOptions(CLI::App* command, DataOptions& options);

/// The configuration that the options amount to. Throws as RunConfig::applyOverride() and checkImageConsistency().
RunConfig configure(const DataOptions& options);

/// Threads that are meant, at least 1.
int threadsOf(const DataOptions& options);

/// Runs `work` with a ProgressMonitor whose progress is shown on standard error and which a signal cancels.
Result withMonitor(const std::function<Result(ProgressMonitor&)>& work);
/// The same with a signal that is listened for already.
Result withMonitor(StopSignal& signal, const std::function<Result(ProgressMonitor&)>& work);

}  // namespace gan::app
