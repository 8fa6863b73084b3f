#include <memory>

#include "console.h"
#include "core/units.h"
#include "data_options.h"
#include "device_plan.h"
#include "judging_options.h"
#include "judging_processes.h"
#include "launch/world.h"
#include "session/environment.h"
#include "session/judge_run.h"

namespace gan::app {
namespace {

using nlohmann::json;

struct Options {
  std::string source;
  std::string out;
  JudgingOptions judging;
  JudgingProcesses processes;
};

Result saveMoments(const Options& options, const World& world, ProgressMonitor& monitor) {
  requireName("--features", options.judging.features);
  requireName("--out", options.out);
  MomentsRequest request{.pictures = judgedSet("SOURCE", options.source),
                         .network = judgingNetwork(options.judging, world),
                         .out = options.out,
                         .store = featuresCache(),
                         .leaves_shares = !world.alone()};  // other ranks still look for them
  if (options.judging.features == kInDomainFeatures) {
    request.network = inDomainNetwork({.set = request.pictures}, request.network, request.store, monitor);
  }
  setThreads(kJudgeThreads);
  if (options.processes.share || world.rank != 0) {
    shareMoments(request, monitor);
    return {};
  }
  const MomentsOutcome saved = gan::saveMoments(request, monitor);
  Result result;
  result.text = options.out + ": moments of " + formatCount(saved.pictures) + " pictures, " + describe(saved.features);
  result.facts = {{"out", options.out},
                  {"pictures", saved.pictures},
                  {"features", kindFacts(saved.features)},
                  {"warnings", json::array()}};
  for (const Message& warning : saved.warnings) {
    result.text += "\nwarning: " + printable(warning.english());
    result.facts["warnings"].push_back(messageFacts(warning));
  }
  return result;
}

Message momentsLost() {
  return Message{"moments_rank_lost",
                 "Computing moments on {size} processes has ended because {what}. Give the same command again when the "
                 "cause is gone: what they have computed is kept.",
                 {}};
}

/// The features come from processes that this one starts, the moments from this one.
Result start(Options options) {
  chooseDeviceOfAll(options.processes, options.judging);
  if (auto failed = shareAmongProcesses(options.processes, options.judging, {}, momentsLost())) return *failed;
  return withMonitor([&](ProgressMonitor& monitor) { return saveMoments(options, World(), monitor); });
}

}  // namespace

void addMoments(CLI::App& app, Invocation& invocation) {
  const auto options = std::make_shared<Options>();
  CLI::App* command =
      addCommand(app, invocation, "moments",
                 "Writes mean and covariance of pictures' features for evaluate, as pytorch-fid does. What was killed "
                 "goes on where "
                 "it was when the same command is given again",
                 [options] {
                   const JudgingProcesses& processes = options->processes;
                   if (!processes.share_device.empty()) options->judging.device = processes.share_device;
                   requireOneDevice(options->judging.device);
                   const World world = findWorld(processEnvironment());
                   if (processes.processes > 1 && world.alone()) return start(*options);
                   return withMonitor([&](ProgressMonitor& monitor) { return saveMoments(*options, world, monitor); });
                 });
  command->add_option("SOURCE", options->source, "Pictures, as --data of train takes them")->required();
  command->add_option("--out", options->out, "The .npz file to write")->required();
  addJudgingOptions(*command, options->judging);
  addJudgingProcesses(
      *command, options->processes,
      "Share the pictures among so many processes on this machine, as evaluate does; srun, torchrun and "
      "mpirun do likewise. On the CPU any number of them writes the same bytes");
  command->get_option("--features")->required();
}

}  // namespace gan::app
