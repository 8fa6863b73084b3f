#include <chrono>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "command.h"
#include "console.h"
#include "core/units.h"
#include "launch/slurm_queue.h"
#include "slurm_there.h"

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

/// Of what factsOf() says.
std::vector<std::string> rowOf(const nlohmann::json& job) {
  const auto text = [&job](const char* name) { return printable(job.at(name).get<std::string>()); };
  const auto number = [&job](const char* name) { return std::to_string(job.at(name).get<std::int64_t>()); };
  const auto duration = [&job](const char* name) {
    const nlohmann::json& time = job.at(name);
    return time.is_null() ? std::string() : formatDuration(std::chrono::seconds(time.get<std::int64_t>()));
  };
  return {text("job"),
          text("state"),
          number("nodes"),
          duration("time_used_seconds"),
          duration("time_limit_seconds"),
          number("restarts"),
          text("run"),
          job.contains("why") ? printable(job.at("why").at("message").get<std::string>()) : ""};
}

/// Where a job is, and how it was asked for.
struct JobOptions {
  std::string job;
  std::string host;  ///< Whose Slurm; empty: this machine's.
};

Result listJobs(const JobOptions& options, const CLI::App& command) {
  Result result;
  result.facts["jobs"] = nlohmann::json::array();
  std::vector<std::vector<std::string>> rows = {{"JOB", "STATE", "NODES", "TIME", "OF", "REQUEUED", "RUN", "WHY"}};
  const auto take = [&](const nlohmann::json& job) {
    rows.push_back(rowOf(job));
    result.facts["jobs"].push_back(job);
  };
  if (options.host.empty()) {
    for (const QueuedJob& job : listSlurmJobs()) take(factsOf(job));
  } else {
    askSlurmThere(options.host, command, [&](const nlohmann::json& said) {
      for (const nlohmann::json& job : said.at("jobs")) take(job);
    });
  }
  result.text = rows.size() > 1
                    ? formatTable(rows)
                    : "None of your jobs that gan-engine submitted waits or runs. `gan-engine slurm submit` "
                      "submits one.";
  return result;
}

Result cancel(const JobOptions& options, const CLI::App& command) {
  const std::string& job = options.job;
  Result result;
  if (!options.host.empty()) {
    askSlurmThere(options.host, command, [&](const nlohmann::json& said) { result.facts["job"] = said.at("job"); });
    result.text = "Job " + job + " is taken out of the queue there, or told to write a checkpoint and end.";
    return result;
  }
  const QueuedJob before = cancelSlurmJob(job);
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
  const auto options = std::make_shared<JobOptions>();
  CLI::App* list = addCommand(
      slurm, invocation, "jobs",
      "Lists your jobs that `slurm submit` or a script of `slurm script` brought into the queue, with why they wait",
      [options, &slurm] { return listJobs(*options, *slurm.get_subcommand("jobs")); });
  addSlurmHost(*list, options->host);
  CLI::App* command = addCommand(slurm, invocation, "cancel", "Ends one of them; it writes a checkpoint first",
                                 [options, &slurm] { return cancel(*options, *slurm.get_subcommand("cancel")); });
  addSlurmHost(*command, options->host);
  command->add_option("JOB", options->job, "Its number, such as 17, or 17_3 for a task of an array")->required();
}

}  // namespace gan::app
