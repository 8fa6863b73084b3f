#include "launch/slurm_queue.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "core/error.h"
#include "launch/slurm_client.h"
#include "launch/slurm_job.h"
#include "launch/slurm_program.h"

namespace gan {
namespace {

constexpr std::string_view kComment = "gan-engine ";
/// For 28,000 jobs of a user, of whatever program; a line is as wide as all columns together.
constexpr ProcessLimits kLimits{.max_bytes = std::size_t{128} << 20U, .time = std::chrono::seconds(30)};

struct Column {
  std::string_view name;
  std::size_t width;
};
/// The comment last: it alone may hold more bytes than letters.
constexpr std::array kColumns{Column{"JobArrayID", 24}, Column{"UserID", 12},    Column{"State", 24},
                              Column{"Reason", 160},    Column{"NumNodes", 12},  Column{"TimeUsed", 24},
                              Column{"TimeLimit", 24},  Column{"RestartCnt", 8}, Column{"Name", 260},
                              Column{"Comment", 4128}};

std::string_view withoutPadding(std::string_view text) {
  const std::size_t last = text.find_last_not_of(' ');
  return last == std::string_view::npos ? std::string_view() : text.substr(0, last + 1);
}

template <typename Number>
Number numberOr(Number fallback, std::string_view text) {
  Number value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && value >= 0 ? value : fallback;
}

std::optional<QueuedJob> readLine(std::string_view line) {
  std::array<std::string_view, kColumns.size()> cells;
  for (std::size_t i = 0; i < kColumns.size(); ++i) {
    cells.at(i) = withoutPadding(line.substr(0, kColumns.at(i).width));
    line.remove_prefix(std::min(kColumns.at(i).width, line.size()));
  }
  const auto& [job, user, state, reason, nodes, used, limit, restarts, name, comment] = cells;
  if (!isSlurmJobId(job) || !comment.starts_with(kComment)) return std::nullopt;
  QueuedJob read;
  read.job = job;
  read.user = user;
  read.state = state;
  read.reason = reason == "None" ? std::string_view() : reason;
  read.nodes = numberOr(0, nodes);
  read.used = parseSlurmTime(used);
  read.limit = parseSlurmTime(limit);
  read.restarts = numberOr<std::int64_t>(0, restarts);
  read.name = name;
  read.run = comment.substr(kComment.size());
  return read;
}

/// Each task of an array on a line of its own. Nothing for jobs that Slurm does not know.
std::string squeue(const std::vector<std::string>& which) {
  std::vector<std::string> words{"squeue", "--noheader", "--array", "--Format=" + slurmQueueFormat()};
  words.insert(words.end(), which.begin(), which.end());
  ProcessOutput output = runSlurmProgram(words, kLimits);
  if (output.succeeded) return output.text;
  if (saysUnknownJob(output)) return {};
  throw Error(ErrorCode::kUnavailable, "slurm_unreachable", "Slurm does not say which jobs there are: {reason}",
              {{"reason", slurmComplaint(output)}});
}

std::string userNumber() { return std::to_string(::geteuid()); }

bool isOver(const QueuedJob& job) {
  constexpr std::array<std::string_view, 11> kOver{"COMPLETED", "FAILED",        "TIMEOUT",  "CANCELLED",
                                                   "NODE_FAIL", "BOOT_FAIL",     "DEADLINE", "PREEMPTED",
                                                   "REVOKED",   "OUT_OF_MEMORY", "ENDED"};
  return std::ranges::find(kOver, job.state) != kOver.end();
}

/// The job, or the first task of an array that is not over; throws when it may not or cannot be cancelled.
QueuedJob findToCancel(const std::string& job) {
  const std::string said = squeue({"--states=all", "--jobs=" + job});
  if (said.empty()) {
    throw Error(ErrorCode::kNotFound, "slurm_job_unknown",
                "Slurm knows no job {job}: it never was, or ended a while ago. `gan-engine slurm jobs` lists those "
                "that wait or run.",
                {{"job", job}});
  }
  std::vector<QueuedJob> found = readSlurmQueue(said);
  std::erase_if(found, [](const QueuedJob& one) { return one.user != userNumber(); });
  if (found.empty()) {
    throw Error(ErrorCode::kPermissionDenied, "slurm_job_foreign",
                "Job {job} is not one that you submitted with gan-engine. If it is to end, use `scancel {job}`.",
                {{"job", job}});
  }
  const auto active = std::ranges::find_if_not(found, isOver);
  if (active != found.end()) return *active;
  throw Error(ErrorCode::kFailedPrecondition, "slurm_job_over",
              "Job {job} is over already ({state}); there is nothing to cancel.",
              {{"job", job}, {"state", found.front().state}});
}

struct Reason {
  std::string_view slurm;  ///< The beginning of its word.
  struct {
    const char* id;
    const char* text;
  } message;
};

constexpr std::array kReasons{
    Reason{"Priority", {"slurm_waits_priority", "waits for its turn: jobs of a higher priority are before it"}},
    Reason{"Resources", {"slurm_waits_resources", "waits until enough machines are free"}},
    Reason{"BeginTime",
           {"slurm_waits_begin", "waits for the time at which it may begin; after a requeue some seconds"}},
    Reason{"JobHeldUser", {"slurm_waits_held", "is held; `scontrol release` lets it go on"}},
    Reason{"JobHeldAdmin", {"slurm_waits_held_site", "is held by the site's administrators"}},
    Reason{"DependencyNeverSatisfied",
           {"slurm_waits_forever", "waits for another job that did not end as it had to: cancel it"}},
    Reason{"Dependency", {"slurm_waits_dependency", "waits for another job to end"}},
    Reason{"ReqNodeNotAvail", {"slurm_waits_machine", "waits for a machine that is down, reserved or in use"}},
    Reason{"Nodes_required_for_job_are_DOWN",
           {"slurm_waits_machine_down", "waits for machines that are down or reserved for others"}},
    Reason{"NodeDown", {"slurm_waits_machine_down", "waits for machines that are down or reserved for others"}},
    Reason{"PartitionNodeLimit", {"slurm_waits_size", "asks for more machines than its partition has or allows"}},
    Reason{"PartitionConfig", {"slurm_waits_size", "asks for more machines than its partition has or allows"}},
    Reason{"PartitionTimeLimit", {"slurm_waits_time", "asks for more time than its partition allows"}},
    Reason{"PartitionDown", {"slurm_waits_partition", "waits for its partition, which is closed at present"}},
    Reason{"PartitionInactive", {"slurm_waits_partition", "waits for its partition, which is closed at present"}},
    Reason{"Reservation", {"slurm_waits_reservation", "waits for its reservation to begin"}},
    Reason{"Licenses", {"slurm_waits_licence", "waits for a licence"}},
    Reason{"JobArrayTaskLimit", {"slurm_waits_array", "waits for other tasks of its array"}},
    Reason{"QOS",
           {"slurm_waits_quota", "waits: you or your group use all that a quality of service allows ({reason})"}},
    Reason{"Assoc", {"slurm_waits_quota_account", "waits: you or your account use all that is allowed ({reason})"}},
    Reason{"launch_failed_requeued_held",
           {"slurm_waits_launch", "is held because it could not be started; see its log and the site's support"}},
};

}  // namespace

std::string slurmJobComment(const std::filesystem::path& run) { return std::string(kComment) + run.string(); }

std::string slurmQueueFormat() {
  std::string format;
  for (const Column& column : kColumns) {
    format += (format.empty() ? "" : ",") + std::string(column.name) + ":" + std::to_string(column.width);
  }
  return format;
}

std::vector<QueuedJob> readSlurmQueue(std::string_view printed) {
  std::vector<QueuedJob> jobs;
  while (!printed.empty()) {
    const std::size_t end = std::min(printed.find('\n'), printed.size());
    if (auto job = readLine(printed.substr(0, end))) jobs.push_back(std::move(*job));
    printed.remove_prefix(std::min(end + 1, printed.size()));
  }
  return jobs;
}

std::vector<QueuedJob> listSlurmJobs() { return readSlurmQueue(squeue({"--user=" + userNumber()})); }

QueuedJob cancelSlurmJob(const std::string& job) {
  if (!isSlurmJobId(job)) {
    throw Error(ErrorCode::kInvalidArgument, "slurm_bad_job",
                "{job} is no job's number: expected one such as 17, or 17_3 for a task of an array.", {{"job", job}});
  }
  QueuedJob found = findToCancel(job);
  const ProcessOutput output = runSlurmProgram({"scancel", job}, {.time = std::chrono::seconds(30)});
  if (output.succeeded) return found;
  throw Error(ErrorCode::kUnavailable, "slurm_cancel_refused", "Slurm did not cancel job {job}: {reason}",
              {{"job", job}, {"reason", slurmComplaint(output)}});
}

Message whySlurmJobWaits(const std::string& reason) {
  if (reason.empty()) return {};
  const auto known = std::ranges::find_if(kReasons, [&](const Reason& one) { return reason.starts_with(one.slurm); });
  if (known == kReasons.end()) return {"slurm_waits", "waits: Slurm says {reason}", {{"reason", reason}}};
  return {known->message.id, known->message.text, {{"reason", reason}}};
}

}  // namespace gan
