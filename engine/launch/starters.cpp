#include "launch/starters.h"

#include <algorithm>

#include "launch/launcher_variables.h"

namespace gan {
namespace {

constexpr int kMostRestarts = 1'000'000;

int restartsIn(const EnvironmentLookup& environment, const char* name) {
  const LauncherVariables variables(environment);
  return variables.has(name) ? variables.number(name, 0, kMostRestarts) : 0;
}

/// A job keeps its number when it is put back into the queue, and a task of an array those two.
std::string slurmIdentity(const EnvironmentLookup& environment) {
  const auto job = environment("SLURM_JOB_ID");
  if (!job) return {};
  const auto array = environment("SLURM_ARRAY_JOB_ID");
  const auto task = environment("SLURM_ARRAY_TASK_ID");
  return "slurm " + environment("SLURM_CLUSTER_NAME").value_or("") + " " +
         (array && task ? *array + "_" + *task : *job);
}

/// torchrun gives every launch "none" that was not given an id.
std::string launcherIdentity(const EnvironmentLookup& environment) {
  const std::string id = environment("TORCHELASTIC_RUN_ID").value_or("");
  return id.empty() || id == "none" ? "" : "launch " + id;
}

}  // namespace

std::vector<Starter> startersOf(const EnvironmentLookup& environment) {
  return {
      {.identity = slurmIdentity(environment), .restarts = restartsIn(environment, "SLURM_RESTART_COUNT")},
      {.identity = launcherIdentity(environment), .restarts = restartsIn(environment, "TORCHELASTIC_RESTART_COUNT")}};
}

std::vector<std::string> launchesOf(const EnvironmentLookup& environment) {
  std::vector<std::string> launches;
  for (const Starter& starter : startersOf(environment)) {
    if (!starter.identity.empty()) launches.push_back(starter.identity);
  }
  return launches;
}

bool begunByEarlierStart(const std::vector<std::string>& launches, const EnvironmentLookup& environment) {
  const auto may_have_begun = [&](const Starter& starter) {
    if (starter.restarts == 0) return false;
    if (starter.identity.empty()) return launches == launchesOf(environment);
    return std::ranges::find(launches, starter.identity) != launches.end();
  };
  return std::ranges::any_of(startersOf(environment), may_have_begun);
}

}  // namespace gan
