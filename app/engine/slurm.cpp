#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "command.h"
#include "config/batch_size_consistency.h"
#include "config/preset.h"
#include "console.h"
#include "core/atomic_file.h"
#include "core/error.h"
#include "core/units.h"
#include "launch/slurm_client.h"
#include "launch/slurm_queue.h"
#include "launch/slurm_script.h"
#include "run/journal.h"
#include "run/run_folder.h"
#include "slurm_there.h"
#include "train_options.h"

namespace gan::app {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kMostImages = 1'000'000'000;

struct SlurmOptions {
  TrainOptions train;
  SlurmJob job;
  std::string run;       ///< An existing run to go on with, instead of a new one.
  std::string measured;  ///< A run that tells how long checkpoints take.
  std::int64_t signal_lead = 0;
  std::int64_t global_batch = 0;
  bool no_requeue = false;
  bool assume_shared = false;
  bool test_only = false;
  std::string output;
  std::string host;                   ///< Whose Slurm; empty: this machine's.
  const CLI::App* command = nullptr;  ///< That was given.
};

/// A job's script and where it belongs.
struct Planned {
  std::string script;
  fs::path run;
  SlurmJob job;
};

fs::path thisProgram() { return fs::read_symlink("/proc/self/exe"); }

std::optional<MeasuredRun> measure(const std::string& run) {
  if (run.empty()) return std::nullopt;
  const fs::path journal = RunFolder::open(run).journal();
  return fs::exists(journal) ? measureRun(readJournal(journal)) : std::nullopt;
}

/// The settings in which a run differs from its preset or the defaults, as arguments: the script then says all of it,
/// whatever becomes of the files it was made from.
void appendSettings(std::vector<std::string>& command, const TrainOptions& train, const RunConfig& config) {
  if (!train.preset.empty()) command.insert(command.end(), {"--preset", train.preset});
  const RunConfig base = train.preset.empty() ? RunConfig() : configFromPreset(train.preset);
  bool changed = false;
  for (const Field& field : config.schema().fields()) {
    // What means nothing here goes back to its default by itself, and would be refused.
    if (config.value(field.path) == base.value(field.path) || !applies(field, config)) continue;
    command.insert(command.end(), {"--set", field.path + "=" + formatValue(config.value(field.path))});
    changed = true;
  }
  if (train.preset.empty() && !changed) command.insert(command.end(), {"--set", "run.seed=0"});
}

std::vector<std::string> trainCommand(const SlurmOptions& options, const RunConfig& config, const fs::path& run) {
  std::vector<std::string> command{"train"};
  appendSettings(command, options.train, config);
  command.insert(command.end(), {"--out", run.string()});
  return command;
}

/// Only a name is left of what the run is called: Slurm shows it, and scripts sort by it.
std::string jobName(const fs::path& run) {
  std::string name = run.filename().string();
  for (char& letter : name) {
    const bool plain = (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') ||
                       (letter >= 'A' && letter <= 'Z') || letter == '-' || letter == '_' || letter == '.';
    if (!plain) letter = '_';
  }
  if (name.empty() || name.front() == '-') name = "run" + name;
  return name.substr(0, 64);
}

void checkPaths(const SlurmOptions& options, const RunConfig& config, const fs::path& run) {
  if (options.assume_shared) return;
  checkContainer(options.job);
  checkShared(run);
  if (options.job.container.empty()) checkShared(thisProgram());
  const std::string& data = config.text("data.path");
  if (!data.empty() && config.text("data.source") != "s3") checkShared(data);
}

/// Copies of the networks that the job's processes hold, each with batches of its own.
int replicasOf(const RunConfig& config, const SlurmJob& job) {
  const std::int64_t stages = config.integer("distributed.stages");
  const std::int64_t tasks = job.tasks();
  if (tasks < 1) return 1;  // checkSlurmJob() says what is wrong
  if (tasks % stages == 0) return static_cast<int>(tasks / stages);
  throw Error(ErrorCode::kInvalidArgument, "slurm_stages",
              "distributed.stages = {stages}: each copy of the networks is held by {stages} processes, and the job's "
              "{tasks} cannot be divided so. Ask with --nodes, --tasks-per-node or --gpus-per-node for a multiple of "
              "{stages}, or set distributed.stages to 1.",
              {{"stages", std::to_string(stages)}, {"tasks", std::to_string(tasks)}});
}

/// The configuration of the run to be submitted, with the share of the global batch in it.
RunConfig plannedConfig(SlurmOptions& options) {
  RunConfig config = configure(options.train);
  if (options.global_batch == 0) return config;
  const std::int64_t share = batchOfCopy(options.global_batch, replicasOf(config, options.job));
  options.train.set.push_back("data.batch_size=" + std::to_string(share));
  return configure(options.train);
}

/// A run that exists has its settings and its folder: what would choose them anew is refused rather than passed over.
void refuseOptionsOfANewRun(const SlurmOptions& options) {
  const TrainOptions& train = options.train;
  std::string given;
  const auto note = [&given](const char* option, bool is_given) {
    if (is_given) given += (given.empty() ? "" : ", ") + std::string(option);
  };
  note("--preset", !train.preset.empty());
  note("--config", !train.config.empty());
  note("--data", !train.data.empty());
  note("--out", !train.out.empty());
  note("--epochs", train.epochs >= 0);
  note("--set", !train.set.empty());
  note("--global-batch", options.global_batch > 0);
  if (given.empty()) return;
  throw Error(ErrorCode::kInvalidArgument, "slurm_run_settled",
              "--run goes on with {run}, whose settings and folder stand; for a new run only: {options}. Leave that "
              "out, or make a run with other settings first: `gan-engine branch {run} --out FOLDER --set KEY=VALUE`.",
              {{"run", options.run}, {"options", given}});
}

Planned plan(SlurmOptions options) {
  Planned planned;
  const bool goes_on = !options.run.empty();
  if (goes_on) refuseOptionsOfANewRun(options);
  if (!options.job.container.empty()) options.job.container = containerPlace(options.job);
  planned.run = fs::absolute(goes_on ? fs::path(options.run) : runPath(options.train)).lexically_normal();
  if (!planned.run.has_filename()) planned.run = planned.run.parent_path();
  const RunConfig config = goes_on ? RunFolder::open(planned.run).config() : plannedConfig(options);
  checkBatchSize(config, replicasOf(config, options.job));
  checkPaths(options, config, planned.run);

  SlurmJob& job = options.job;
  if (job.name.empty()) job.name = jobName(planned.run);
  if (options.no_requeue) job.requeue = Requeue::kNo;
  const std::string measured = options.measured.empty() ? options.run : options.measured;
  job.signal_lead = options.signal_lead > 0 ? std::chrono::seconds(options.signal_lead) : signalLead(measure(measured));
  job.log_stem = planned.run;

  std::vector<std::string> command{job.container.empty() ? thisProgram().string() : "gan-engine"};
  const std::vector<std::string> rest =
      goes_on ? std::vector<std::string>{"resume", planned.run.string()} : trainCommand(options, config, planned.run);
  command.insert(command.end(), rest.begin(), rest.end());
  if (goes_on && options.train.steps >= 0)
    command.insert(command.end(), {"--steps", std::to_string(options.train.steps)});
  if (job.requeue == Requeue::kYes) command.emplace_back("--requeue");
  // Each process takes the GPU with its number on its node; a job that asked for GPUs is not to go on without.
  command.insert(command.end(), {"--devices", job.gpus_per_node == 0 ? "cpu" : "all"});
  planned.script = slurmScript(job, command);
  planned.job = job;
  return planned;
}

nlohmann::json factsOf(const Planned& planned) {
  return {{"run", planned.run.string()},
          {"processes", planned.job.tasks()},
          {"signal_lead_seconds", planned.job.signal_lead.count()}};
}

/// A job's script as the command `script` gives it.
Result showScript(const SlurmOptions& options, nlohmann::json facts, const std::string& text) {
  Result result;
  result.facts = std::move(facts);
  if (options.output.empty()) {
    result.facts["script"] = text;
    result.text = text.substr(0, text.find_last_not_of('\n') + 1);
    return result;
  }
  result.facts.erase("script");
  writeFileAtomically(options.output, text, 0755);
  result.facts["path"] = options.output;
  result.text = "Wrote " + options.output + ". Submit it with: sbatch " + options.output;
  return result;
}

Result script(const SlurmOptions& options) {
  if (options.host.empty()) {
    const Planned planned = plan(options);
    return showScript(options, factsOf(planned), planned.script);
  }
  Result result;
  askSlurmThere(options.host, *options.command, [&](const nlohmann::json& said) {
    result = showScript(options, said, said.at("script").get<std::string>());
  });
  return result;
}

/// This user's jobs; none where Slurm does not tell: what is wrong with it then is for sbatch to say.
std::vector<QueuedJob> knownJobs() {
  try {
    return listSlurmJobs();
  } catch (const Error&) {
    return {};
  }
}

/// A job makes or locks its run's folder when it begins: until then only the queue knows that the folder is taken.
void checkNotQueued(const fs::path& run, bool goes_on) {
  const std::vector<QueuedJob> jobs = knownJobs();
  const auto same = std::ranges::find(jobs, run, &QueuedJob::run);
  if (same == jobs.end()) return;
  if (goes_on) {
    throw Error(ErrorCode::kAlreadyExists, "slurm_run_goes_on",
                "Your job {job} is in the queue for {run} already, and two jobs cannot train one run. Wait until it is "
                "over, or end it first: `gan-engine slurm cancel {job}`.",
                {{"job", same->job}, {"run", run.string()}});
  }
  throw Error(ErrorCode::kAlreadyExists, "slurm_run_queued",
              "Your job {job} is in the queue for {run} already. Choose another folder with --out, or end that job "
              "first: `gan-engine slurm cancel {job}`.",
              {{"job", same->job}, {"run", run.string()}});
}

Result submitThere(const SlurmOptions& options) {
  Result result;
  askSlurmThere(options.host, *options.command, [&](const nlohmann::json& said) {
    result.facts = said;
    if (options.test_only) {
      result.text = "Slurm would take " + printable(said.at("path").get<std::string>()) + ".";
      return;
    }
    const std::string job = printable(said.at("job").get<std::string>());
    const std::string host = printable(options.host);
    result.text = "Job " + job + " trains " + printable(said.at("run").get<std::string>()) +
                  " there; look at it with `gan-engine slurm jobs --host " + host +
                  "`, end it with `gan-engine slurm " + "cancel " + job + " --host " + host + "`.";
  });
  return result;
}

Result submit(const SlurmOptions& options) {
  if (!options.host.empty()) return submitThere(options);
  const Planned planned = plan(options);
  checkNotQueued(planned.run, /*goes_on=*/!options.run.empty());
  const fs::path path = planned.run.string() + ".sbatch";
  fs::create_directories(path.parent_path());
  writeFileAtomically(path, planned.script, 0755);
  Result result;
  result.facts = factsOf(planned);
  result.facts["path"] = path.string();
  if (options.test_only) {
    testSlurmJob(path);
    result.text = "Slurm would take " + path.string() + ".";
    return result;
  }
  const std::string job = submitSlurmJob(path);
  result.facts["job"] = job;
  result.text = "Job " + job + ": " + std::to_string(planned.job.tasks()) + " processes on " +
                std::to_string(planned.job.nodes) + " nodes. Its log is " + planned.run.string() + ".slurm-" + job +
                ".log; look at it with `gan-engine slurm jobs`, end it with `gan-engine slurm cancel " + job + "`.";
  return result;
}

void addJobOptions(CLI::App& command, SlurmOptions& options) {
  SlurmJob& job = options.job;
  command.add_option("--nodes", job.nodes, "Machines")->capture_default_str();
  command.add_option("--gpus-per-node", job.gpus_per_node, "GPUs of each machine, a process each; 0 trains on the CPU")
      ->capture_default_str();
  command.add_option("--tasks-per-node", job.tasks_per_node, "Processes on each machine, where there are no GPUs")
      ->check(CLI::Range(1, kMostTasksPerNode));
  command.add_option("--cpus-per-task", job.cpus_per_task, "Cores of each process")->capture_default_str();
  command.add_option("--memory", job.memory, "Memory of each machine, as in 64G");
  command.add_option("--time", job.time, "Time limit: minutes, H:MM:SS or D-HH; the site's default without it");
  command.add_option("--partition", job.partition, "Slurm's partition");
  command.add_option("--account", job.account, "Slurm's account");
  command.add_option("--job-name", job.name, "Name in the queue; the run's without it");
  command.add_option("--module", job.modules, "Environment module to load first; repeatable");
  command.add_option("--container", job.container, "Container image that holds gan-engine");
  command.add_option("--container-with", job.container_runner, "What runs it: apptainer, or Slurm's plugin pyxis")
      ->transform(CLI::CheckedTransformer(std::map<std::string, ContainerRunner>{
          {"apptainer", ContainerRunner::kApptainer}, {"pyxis", ContainerRunner::kPyxis}}));
}

void addPlanOptions(CLI::App& command, SlurmOptions& options) {
  addTrainOptions(command, options.train);
  command.add_option(
      "--run", options.run,
      "Go on with this run, whose settings stand, instead of making a new one; --steps trains it further");
  addJobOptions(command, options);
  command
      .add_option(
          "--global-batch", options.global_batch,
          "Real images of all processes together at a time; sets data.batch_size to the share of each copy of the "
          "networks")
      ->check(CLI::Range(std::int64_t{1}, kMostImages));
  command
      .add_option("--signal-lead", options.signal_lead,
                  "Seconds before the time limit at which the job is told to write a checkpoint. Without it 60 s, "
                  "one iteration and twice the slowest checkpoint of the run --run or --measured; 120 s without one")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{kMaxSignalLead.count()}));
  command.add_option("--measured", options.measured, "A run whose checkpoints are as large as this one's will be");
  command.add_flag("--no-requeue", options.no_requeue,
                   "End at the time limit, instead of going back into the queue to go on from the checkpoint");
  addSlurmHost(command, options.host);
  command.add_flag("--assume-shared", options.assume_shared,
                   "Run, data, program and container image are on every machine, although their file system does not "
                   "say so, or the image is not here");
}

}  // namespace

void addSlurm(CLI::App& app, Invocation& invocation) {
  CLI::App* slurm =
      app.add_subcommand("slurm", "Writes and submits the Slurm job that trains a run; lists and cancels such jobs");
  slurm->require_subcommand(1);
  const auto options = std::make_shared<SlurmOptions>();
  CLI::App* write = addCommand(*slurm, invocation, "script", "Prints the job's script", [options, slurm] {
    options->command = slurm->get_subcommand("script");
    return script(*options);
  });
  addPlanOptions(*write, *options);
  write->add_option("--output", options->output, "Write it into this file");
  CLI::App* send = addCommand(*slurm, invocation, "submit", "Writes the script beside the run and hands it to sbatch",
                              [options, slurm] {
                                options->command = slurm->get_subcommand("submit");
                                return submit(*options);
                              });
  addPlanOptions(*send, *options);
  send->add_flag("--test-only", options->test_only, "Only ask Slurm whether it would take the job");
  addSlurmJobs(*slurm, invocation);
}

}  // namespace gan::app
