#include <memory>
#include <optional>

#include "command.h"
#include "console.h"
#include "core/units.h"
#include "launch/slurm_queue.h"

namespace gan::app {
namespace {

using Seconds = std::optional<std::chrono::seconds>;

nlohmann::json secondsOf(const Seconds& time) { return time ? nlohmann::json(time->count()) : nlohmann::json(); }

bool isPending(const QueuedJob& job) { return job.state == "PENDING"; }

nlohmann::json factsOf(const QueuedJob& job) {
  nlohmann::json facts{{"job", job.job},
                       {"name", job.name},
                       {"run", job.run.string()},
                       {"state", job.state},
                       {"nodes", job.nodes},
                       {"time_used_seconds", secondsOf(job.used)},
                       {"time_limit_seconds", secondsOf(job.limit)},
                       {"restarts", job.restarts}};
  if (isPending(job) && !job.reason.empty()) {
    facts["reason"] = job.reason;
    facts["why"] = messageFacts(whySlurmJobWaits(job.reason));
  }
  return facts;
}

Result listJobs() {
  Result result;
  result.facts["jobs"] = nlohmann::json::array();
  std::vector<std::vector<std::string>> rows = {{"JOB", "STATE", "NODES", "TIME", "OF", "REQUEUED", "RUN", "WHY"}};
  const auto duration = [](const Seconds& time) { return time ? formatDuration(*time) : std::string(); };
  for (const QueuedJob& job : listSlurmJobs()) {
    result.facts["jobs"].push_back(factsOf(job));
    rows.push_back({job.job, printable(job.state), std::to_string(job.nodes), duration(job.used), duration(job.limit),
                    std::to_string(job.restarts), printable(job.run.string()),
                    isPending(job) ? printable(whySlurmJobWaits(job.reason).english()) : ""});
  }
  result.text = rows.size() > 1
                    ? formatTable(rows)
                    : "None of your jobs that gan-engine submitted waits or runs. `gan-engine slurm submit` "
                      "submits one.";
  return result;
}

Result cancel(const std::string& job) {
  const QueuedJob before = cancelSlurmJob(job);
  Result result;
  result.facts = factsOf(before);
  result.facts["job"] = job;  // of an array, before is one task of it
  result.text = isPending(before) ? "Job " + job + " is taken out of the queue."
                                  : "Job " + job +
                                        " is told to end: it writes a checkpoint, stops, and does not come "
                                        "back. Go on with `gan-engine resume` or `gan-engine slurm submit --run " +
                                        printable(before.run.string()) + "`.";
  return result;
}

}  // namespace

void addSlurmJobs(CLI::App& slurm, Invocation& invocation) {
  addCommand(slurm, invocation, "jobs",
             "Lists your jobs that `slurm submit` or a script of `slurm script` brought into the queue, with why they "
             "wait",
             listJobs);
  const auto job = std::make_shared<std::string>();
  CLI::App* command = addCommand(slurm, invocation, "cancel", "Ends one of them; it writes a checkpoint first",
                                 [job] { return cancel(*job); });
  command->add_option("JOB", *job, "Its number, such as 17, or 17_3 for a task of an array")->required();
}

}  // namespace gan::app
