#include "launch/slurm_client.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "core/error.h"
#include "launch/slurm_program.h"

namespace gan {
namespace {

std::string trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

ProcessOutput sbatch(const std::vector<std::string>& options, const std::filesystem::path& script) {
  std::vector<std::string> arguments{"sbatch"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  arguments.push_back("--chdir=" + script.parent_path().string());
  arguments.push_back(script.string());
  ProcessOutput output = runForOutput(arguments, {}, ErrorStream::kCollect);
  if (!output.started) {
    throw Error(ErrorCode::kFailedPrecondition, "slurm_missing",
                "The program sbatch does not start ({reason}): is Slurm installed on this machine? The script is in "
                "{script}; submit it with `sbatch` on a machine of the cluster.",
                {{"reason", output.reason}, {"script", script.string()}});
  }
  if (!output.succeeded) {
    throw Error(ErrorCode::kFailedPrecondition, "slurm_refused", "Slurm did not take {script}: {reason}",
                {{"script", script.string()}, {"reason", slurmComplaint(output)}});
  }
  return output;
}

/// Of the cluster that Slurm's programs talk to here; empty when there is none.
std::string clusterName() {
  if (const char* name = std::getenv("SLURM_CLUSTER_NAME"); name != nullptr) return name;
  const ProcessOutput output =
      runForOutput({"scontrol", "show", "config"}, {.time = std::chrono::seconds(15)}, ErrorStream::kCollect);
  constexpr std::string_view kKey = "\nClusterName";
  const std::size_t key = output.succeeded ? output.text.find(kKey) : std::string::npos;
  if (key == std::string::npos) return {};
  const std::string line = output.text.substr(key + 1, output.text.find('\n', key + 1) - key - 1);
  return trimmed(line.substr(std::min(line.find("= ") + 2, line.size())));
}

}  // namespace

std::string submitSlurmJob(const std::filesystem::path& script) {
  // --parsable prints "17" or "17;cluster".
  const std::string answer = trimmed(sbatch({"--parsable"}, script).text);
  const std::string job = answer.substr(0, answer.find(';'));
  if (isSlurmJobId(job)) return job;
  throw Error(
      ErrorCode::kFailedPrecondition, "slurm_refused", "Slurm did not take {script}: {reason}",
      {{"script", script.string()}, {"reason", "sbatch answered \"" + answer + "\", which is no job's number"}});
}

void testSlurmJob(const std::filesystem::path& script) { sbatch({"--test-only"}, script); }

RequeueAnswer requeueSlurmJob(const std::string& job) {
  if (!isSlurmJobId(job)) return {false, "\"" + job + "\" is no job's number"};
  const ProcessOutput output = runForOutput({"scontrol", "requeue", job}, {}, ErrorStream::kCollect);
  return {output.succeeded, output.succeeded ? std::string() : slurmComplaint(output)};
}

std::string slurmJobState(const std::string& job) {
  if (!isSlurmJobId(job)) return {};
  const ProcessOutput output =
      tryRunSlurmProgram({"squeue", "--noheader", "--jobs=" + job, "--format=%T"}, {.time = std::chrono::seconds(15)});
  if (output.succeeded) {
    const std::string state = trimmed(output.text);
    return state.empty() ? "ENDED" : state.substr(0, state.find('\n'));
  }
  return saysUnknownJob(output) ? "ENDED" : std::string();
}

bool slurmJobHasEnded(const std::string& job, const std::string& cluster) {
  constexpr std::array<std::string_view, 11> kOver{"ENDED",     "PENDING",       "COMPLETED", "FAILED",
                                                   "TIMEOUT",   "CANCELLED",     "NODE_FAIL", "BOOT_FAIL",
                                                   "PREEMPTED", "OUT_OF_MEMORY", "DEADLINE"};
  if (cluster.empty() || cluster != clusterName()) return false;
  return std::ranges::find(kOver, slurmJobState(job)) != kOver.end();
}

std::string thisSlurmJob(const EnvironmentLookup& environment) {
  const auto array = environment("SLURM_ARRAY_JOB_ID");
  const auto task = environment("SLURM_ARRAY_TASK_ID");
  const std::string job = array && task ? *array + "_" + *task : environment("SLURM_JOB_ID").value_or(std::string());
  return isSlurmJobId(job) ? job : std::string();
}

bool isSlurmJobId(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789";
  const auto isNumber = [&](std::string_view part) {
    return !part.empty() && part.size() <= 10 && part.find_first_not_of(kDigits) == std::string_view::npos;
  };
  const std::size_t underscore = text.find('_');
  if (underscore == std::string_view::npos) return isNumber(text);
  return isNumber(text.substr(0, underscore)) && isNumber(text.substr(underscore + 1));
}

}  // namespace gan
