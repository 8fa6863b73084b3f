#include <filesystem>
#include <memory>

#include "command.h"
#include "core/log.h"
#include "device.h"
#include "launch/starters.h"
#include "launch/world.h"
#include "meet_ranks.h"
#include "run_training.h"
#include "service/run_service.h"
#include "session/create_run.h"
#include "session/unbegun_run.h"
#include "train_options.h"

namespace gan::app {
namespace {

struct Options : TrainOptions {
  ProcessOptions processes;
  ServeOptions serve;
};

/// Whether the run at path is this command's own, begun before Slurm or a launcher started it again; not one that
/// an earlier command left, though it has the same configuration.
bool isOwnRun(const std::filesystem::path& path, const RunConfig& config) {
  if (!std::filesystem::exists(path / "run.yaml")) return false;
  const RunFolder folder = RunFolder::open(path);
  return begunByEarlierStart(folder.manifest().launches, processEnvironment()) && folder.config() == config;
}

/// A path for the workers, who must not choose one each: they begin at different moments, and again after a restart.
std::vector<std::string> fixedPath(const Options& options) {
  if (!options.out.empty()) return {};
  return {"--out", runPath(options).string()};
}

Result train(const Options& options) {
  StopSignal signal;
  const RunConfig config = configure(options);
  if (!options.serve.listen.empty()) checkListenAddress(options.serve.listen);
  const DevicePlan plan = planDevices(options.processes);
  if (plan.starts()) checkStages(static_cast<int>(config.integer("distributed.stages")), plan.processes);
  if (plan.starts()) return launchWorkers(options.processes, plan, fixedPath(options), signal, trainingLost());
  RunConfig placed = config;
  placeOn(placed, plan);
  const std::unique_ptr<Ranks> ranks =
      meetRanks(options.processes, plan.device, sameBits(config), givenUp(signal, options.serve));
  SessionOptions session;
  session.device = plan.device.name;
  session.placement = plan.placement;
  session.cuda = cudaModule(plan.device);
  session.device_load = deviceLoad(plan.device);
  UnbegunRun unbegun;
  const RunFolder folder = ranks->openFolder([&] {
    const std::filesystem::path path = runPath(options);
    if (!isOwnRun(path, config)) {
      return unbegun.make(path, [&] { return createRun(path, config, options.preset, *ranks, plan.placement); });
    }
    session.cause = SegmentStarted::Cause::kResume;
    session.restarted = true;
    log::info(path.string() + " was begun before this process was started again: going on with it");
    return RunFolder::open(path);
  });
  return runTraining(folder, std::move(session), options.serve, signal, *ranks);
}

}  // namespace

void addTrain(CLI::App& app, Invocation& invocation) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = addCommand(app, invocation, "train", "Trains a new run", [options] { return train(*options); });
  addTrainOptions(*command, *options);
  addProcessOptions(*command, options->processes);
  addRestartOption(*command, options->processes);
  addServeOptions(*command, options->serve);
}

}  // namespace gan::app
