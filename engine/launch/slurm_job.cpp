#include "launch/slurm_job.h"

#include <algorithm>
#include <charconv>

#include "core/error.h"
#include "core/units.h"
#include "launch/shared_folder.h"

namespace gan {
namespace {

constexpr std::int64_t kMaxNodes = 65536;
constexpr std::int64_t kMaxOnNode = kMostTasksPerNode;

constexpr std::string_view kNameLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+@,:/-";

/// A plain word: neither an option nor anything that sbatch, a shell or `module` reads as more than a name.
void checkName(std::string_view option, const std::string& value) {
  const bool plain = value.find_first_not_of(kNameLetters) == std::string::npos && !value.starts_with('-');
  if (plain && value.size() <= 256) return;
  throw Error(ErrorCode::kInvalidArgument, "slurm_bad_name",
              "{option} is {value}: expected a name of letters, digits and . _ + @ , : / - that does not begin with -.",
              {{"option", std::string(option)}, {"value", value}});
}

void checkCount(std::string_view option, std::int64_t value, std::int64_t lowest, std::int64_t highest) {
  if (value >= lowest && value <= highest) return;
  throw Error(ErrorCode::kInvalidArgument, "slurm_bad_count", "{option} is {value}: expected {lowest} to {highest}.",
              {{"option", std::string(option)},
               {"value", std::to_string(value)},
               {"lowest", std::to_string(lowest)},
               {"highest", std::to_string(highest)}});
}

void checkMemory(const std::string& memory) {
  const std::size_t digits = std::min(memory.find_first_not_of("0123456789"), memory.size());
  const std::string unit = memory.substr(digits);
  const bool known =
      unit.empty() || (unit.size() == 1 && std::string_view("KMGTkmgt").find(unit[0]) != std::string::npos);
  if (memory.empty() || (digits > 0 && digits <= 12 && known)) return;
  throw Error(ErrorCode::kInvalidArgument, "slurm_bad_memory",
              "--memory is {value}: expected a whole number with K, M, G or T behind it, such as 64G.",
              {{"value", memory}});
}

void checkTime(const SlurmJob& job) {
  if (job.time.empty()) return;
  const auto limit = parseSlurmTime(job.time);
  if (!limit || limit->count() == 0) {
    throw Error(ErrorCode::kInvalidArgument, "slurm_bad_time",
                "--time is {value}: expected minutes, H:MM:SS or D-HH, such as 90, 1:30:00 or 2-12.",
                {{"value", job.time}});
  }
  const auto lead = job.signal_lead.count() > 0 ? job.signal_lead : signalLead(std::nullopt);
  if (*limit > lead) return;
  throw Error(ErrorCode::kInvalidArgument, "slurm_time_short",
              "--time is {time}, but the signal to write a checkpoint comes {lead} before its end, so nothing would be "
              "trained. Ask for more time, or for less notice with --signal-lead.",
              {{"time", job.time}, {"lead", formatDuration(lead)}});
}

/// A process drives one GPU; more GPUs than processes would lie idle.
void checkDevices(const SlurmJob& job) {
  if (job.gpus_per_node == 0 || job.tasksOnNode() == job.gpus_per_node) return;
  throw Error(ErrorCode::kInvalidArgument, "slurm_devices",
              "{tasks} processes on a machine with {gpus} GPUs: a process trains on one GPU, so both numbers must be "
              "the same. Leave --tasks-per-node out, or ask for as many --gpus-per-node.",
              {{"tasks", std::to_string(job.tasksOnNode())}, {"gpus", std::to_string(job.gpus_per_node)}});
}

/// sbatch reads quotes, backslashes and ends of line in a file name itself, and no way to write them is the same in all
/// its versions.
void checkLog(const std::filesystem::path& stem) {
  const std::string text = stem.string();
  const bool readable = std::ranges::none_of(
      text, [](unsigned char letter) { return letter < ' ' || letter == '"' || letter == '\'' || letter == '\\'; });
  if (stem.is_absolute() && readable) return;
  throw Error(
      ErrorCode::kInvalidArgument, "slurm_bad_log",
      "The job's log would be at {path}: Slurm takes no quotes, backslashes or control characters in it. Choose "
      "another folder for the run.",
      {{"path", text}});
}

/// pyxis takes a text without a slash or dot in front for a name of Docker's registry, apptainer for a file.
bool isImageFile(const SlurmJob& job) {
  const bool registry = job.container.find("://") != std::string::npos;
  if (job.container.empty() || registry) return false;
  const bool path = job.container.starts_with('/') || job.container.starts_with('.');
  return path || job.container_runner == ContainerRunner::kApptainer;
}

std::optional<std::int64_t> number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  constexpr std::int64_t kMost = 1'000'000'000;
  if (error != std::errc() || end != text.data() + text.size() || value < 0 || value > kMost) return std::nullopt;
  return value;
}

}  // namespace

std::optional<std::chrono::seconds> parseSlurmTime(std::string_view text) {
  std::int64_t days = 0;
  const std::size_t dash = text.find('-');
  const bool with_days = dash != std::string_view::npos;
  if (with_days) {
    const auto value = number(text.substr(0, dash));
    if (!value) return std::nullopt;
    days = *value;
    text.remove_prefix(dash + 1);
  }
  std::vector<std::int64_t> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(':', begin), text.size());
    const auto value = number(text.substr(begin, end - begin));
    if (!value || parts.size() == 3) return std::nullopt;
    parts.push_back(*value);
    begin = end + 1;
  }
  // Behind days come hours; without them, one or two numbers begin with minutes.
  if (!with_days && parts.size() < 3) parts.insert(parts.begin(), 0);
  parts.resize(3);
  return std::chrono::hours(24 * days + parts[0]) + std::chrono::minutes(parts[1]) + std::chrono::seconds(parts[2]);
}

void checkSlurmJob(const SlurmJob& job) {
  checkName("--job-name", job.name);
  checkName("--partition", job.partition);
  checkName("--account", job.account);
  for (const std::string& module : job.modules) checkName("--module", module);
  checkName("--container", job.container);
  checkCount("--nodes", job.nodes, 1, kMaxNodes);
  checkCount("--gpus-per-node", job.gpus_per_node, 0, kMaxOnNode);
  checkCount("--tasks-per-node", job.tasks_per_node, 0, kMaxOnNode);
  checkCount("--cpus-per-task", job.cpus_per_task, 1, kMaxOnNode);
  checkCount("--signal-lead", job.signal_lead.count(), 0, kMaxSignalLead.count());
  checkMemory(job.memory);
  checkTime(job);
  checkDevices(job);
  checkLog(job.log_stem);
}

std::int64_t batchOfCopy(std::int64_t global_batch, std::int64_t copies) {
  if (global_batch >= copies && global_batch % copies == 0) return global_batch / copies;
  const std::int64_t below = global_batch / copies * copies;
  const std::int64_t above = below + copies;
  throw Error(
      ErrorCode::kInvalidArgument, "slurm_batch_indivisible",
      "A global batch of {batch} images cannot be shared out evenly between {copies} copies of the networks, one for "
      "each process or for as many as distributed.stages says. Take {near}, or another number of processes.",
      {{"batch", std::to_string(global_batch)},
       {"copies", std::to_string(copies)},
       {"near", (below > 0 ? std::to_string(below) + " or " : "") + std::to_string(above)}});
}

std::string containerPlace(const SlurmJob& job) {
  if (!isImageFile(job)) return job.container;
  return std::filesystem::absolute(job.container).lexically_normal().string();
}

void checkContainer(const SlurmJob& job) {
  if (!isImageFile(job)) return;
  std::error_code unreadable;
  if (!std::filesystem::exists(job.container, unreadable)) {
    throw Error(ErrorCode::kNotFound, "slurm_no_container",
                "--container names the image {path}, which is not there. Name one that is on a shared file system, or "
                "one of a registry as in docker://NAME; if only the job's machines have it, say --assume-shared.",
                {{"path", job.container}});
  }
  checkShared(job.container);
}

void checkShared(const std::filesystem::path& path) {
  const FileSystemKind kind = fileSystemKind(path);
  if (kind.shared) return;
  throw Error(ErrorCode::kInvalidArgument, "slurm_not_shared",
              "{path} is on a file system of this machine alone ({kind}), which the job's machines would not see. Put "
              "it on a shared one; if they do see it at the same path, say --assume-shared.",
              {{"path", path.string()}, {"kind", kind.name}});
}

}  // namespace gan
