#include "session/replay.h"

#include <filesystem>
#include <memory>

#include "command.h"
#include "config/batch_size_consistency.h"
#include "config/run_config.h"
#include "device.h"
#include "meet_ranks.h"
#include "run/journal.h"
#include "run/run_reader.h"
#include "run_training.h"
#include "session/branch.h"
#include "session/create_run.h"
#include "session/unbegun_run.h"

namespace gan::app {
namespace {

struct ReplayOptions {
  std::string run;
  std::string out;
  std::vector<std::uint64_t> without;
  ProcessOptions processes;
  ServeOptions serve;
};

/// A branch is repeated from the checkpoint that it began with, any other run from its seed. placed: the original's
/// configuration, as this process computes it.
RunFolder makeFolder(const RunFolder& original, const RunConfig& placed, const ReplayScript& script,
                     const std::filesystem::path& out, const Ranks& ranks) {
  if (script.first_step == 0) {
    RunManifest manifest = describeRun(placed, original.manifest().preset, original.manifest().data_fingerprint, ranks);
    manifest.threads = original.manifest().threads;
    manifest.parent_path = std::filesystem::relative(std::filesystem::absolute(original.path()), out).string();
    manifest.parent_step = 0;
    return RunFolder::create(out, original.config(), manifest);
  }
  const CurrentLine beginning;
  const auto entry = CheckpointStore(original.checkpoints()).select(script.first_step, beginning, {});
  return branchRun(original, entry, out);
}

Message replayLost() {
  return Message{"replay_rank_lost",
                 "The replay on {size} processes has ended because {what}. It cannot go on from a checkpoint: repeat "
                 "the run anew with `gan-engine replay RUN --out FOLDER`, into another folder.",
                 {}};
}

Result replay(const ReplayOptions& options) {
  StopSignal signal;
  const DevicePlan plan = planDevices(options.processes);
  if (plan.starts()) {
    const RunConfig config = RunFolder::open(options.run).config();
    checkStages(static_cast<int>(config.integer("distributed.stages")), plan.processes);
  }
  if (plan.starts()) return launchWorkers(options.processes, plan, {}, signal, replayLost());
  const std::unique_ptr<Ranks> ranks =
      meetRanks(options.processes, plan.device, sameBits(options.run), givenUp(signal, options.serve));
  const RunFolder original = RunFolder::open(options.run);
  ReplayScript script = replayScript(readJournal(original.journal()), options.without);
  RunReader reader(original);
  reader.refresh();

  SessionOptions session;
  session.cause = SegmentStarted::Cause::kReplay;
  session.device = plan.device.name;
  session.placement = plan.placement;
  session.cuda = cudaModule(plan.device);
  session.device_load = deviceLoad(plan.device);
  session.stop_at_step = std::max(script.last_step, reader.summary().step);
  session.script = std::move(script.commands);
  const std::filesystem::path out = std::filesystem::absolute(options.out);
  UnbegunRun unbegun;
  const RunFolder folder = ranks->openFolder([&] {
    RunConfig placed = original.config();
    placeOn(placed, plan);
    checkChanges(placed, {});
    return unbegun.make(out, [&] { return makeFolder(original, placed, script, out, *ranks); });
  });
  return runTraining(folder, std::move(session), options.serve, signal, *ranks);
}

}  // namespace

void addReplay(CLI::App& app, Invocation& invocation) {
  const auto options = std::make_shared<ReplayOptions>();
  CLI::App* command =
      addCommand(app, invocation, "replay", "Trains a run again, with every change that was made to it at its step",
                 [options] { return replay(*options); });
  command->add_option("RUN", options->run, "Run folder to repeat")->required();
  command->add_option("--out", options->out, "Folder of the new run")->required();
  command->add_option(
      "--without", options->without,
      "Leave out the command with this number in `gan-engine log`, to see what would have been; repeatable");
  addProcessOptions(*command, options->processes);
  command->add_option("--listen", options->serve.listen, "Also serve clients of other machines at HOST:PORT, over TLS");
}

}  // namespace gan::app
