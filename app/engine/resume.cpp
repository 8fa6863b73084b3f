#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "command.h"
#include "core/error.h"
#include "core/units.h"
#include "device.h"
#include "launch/world.h"
#include "meet_ranks.h"
#include "parse_step.h"
#include "run/journal.h"
#include "run/step_after.h"
#include "run_training.h"
#include "session/resume_changes.h"
#include "train_options.h"

namespace gan::app {
namespace {

struct ResumeOptions {
  std::string run;
  std::string from = "latest";
  std::int64_t steps = 0;
  std::vector<std::string> set;
  ProcessOptions processes;
  ServeOptions serve;
};

/// A replay that was interrupted holds no list of the changes that were still to come: it would go on as another run.
void refuseInterruptedReplay(const RunFolder& folder) {
  std::optional<SegmentStarted> replay;
  std::int64_t step = 0;
  for (const Event& event : journalSoFar(folder.journal())) {
    const auto* started = std::get_if<SegmentStarted>(&event.what);
    const auto* changed = std::get_if<StatusChanged>(&event.what);
    if (started != nullptr && started->cause == SegmentStarted::Cause::kReplay) replay = *started;
    if (changed != nullptr && changed->status == RunStatus::kFinished) replay.reset();
    step = stepAfter(step, event);
  }
  if (!replay) return;
  throw Error(
      ErrorCode::kFailedPrecondition, "replay_interrupted",
      "{run} repeats {original} and was interrupted at about step {step} of {total}: it would go on without the "
      "changes that were made to the original after that. Repeat it anew with `gan-engine replay {original} "
      "--out FOLDER`, or take one of its checkpoints as it is with `gan-engine branch {run} --out FOLDER`.",
      {{"run", folder.path().string()},
       {"original", (folder.path() / folder.manifest().parent_path).lexically_normal().string()},
       {"step", formatCount(step)},
       {"total", formatCount(replay->total_steps)}});
}

/// Whether a start of this command before this one, by Slurm or a launcher, has gone on from that step already: then
/// what it has trained since counts.
bool hasGoneOnFrom(const RunFolder& folder, std::int64_t step) {
  if (restartsBefore(processEnvironment()) == 0) return false;
  const std::vector<Event> events = journalSoFar(folder.journal());
  return std::ranges::any_of(events, [step](const Event& event) {
    const auto* started = std::get_if<SegmentStarted>(&event.what);
    return started != nullptr && started->cause == SegmentStarted::Cause::kResume && started->first_step == step;
  });
}

Result resume(const ResumeOptions& options) {
  StopSignal signal;
  const DevicePlan plan = planDevices(options.processes);
  if (plan.starts()) {
    const RunConfig config = RunFolder::open(options.run).config();
    checkStages(static_cast<int>(config.integer("distributed.stages")), plan.processes);
  }
  if (plan.starts()) return launchWorkers(options.processes, plan, {}, signal, trainingLost());
  const std::unique_ptr<Ranks> ranks =
      meetRanks(options.processes, plan.device, sameBits(options.run), givenUp(signal, options.serve));
  SessionOptions session;
  session.cause = SegmentStarted::Cause::kResume;
  session.restarted = restartsBefore(processEnvironment()) > 0;
  session.stop_at_step = options.steps;
  session.device = plan.device.name;
  session.placement = plan.placement;
  session.cuda = cudaModule(plan.device);
  session.device_load = deviceLoad(plan.device);
  const RunFolder folder = ranks->openFolder([&] {
    RunFolder opened = RunFolder::open(options.run);
    refuseInterruptedReplay(opened);
    RunConfig placed = opened.config();
    placeOn(placed, plan);
    checkChanges(placed, {});
    session.from_step = chooseStep(opened, options.from);
    if (session.from_step && hasGoneOnFrom(opened, *session.from_step)) session.from_step.reset();
    session.changes = resumeChanges(opened, options.set);
    if (session.restarted && hasChanged(journalSoFar(opened.journal()), session.changes)) session.changes.clear();
    return opened;
  });
  return runTraining(folder, std::move(session), options.serve, signal, *ranks);
}

}  // namespace

void addResume(CLI::App& app, Invocation& invocation) {
  const auto options = std::make_shared<ResumeOptions>();
  CLI::App* command = addCommand(app, invocation, "resume", "Goes on with a run from a checkpoint",
                                 [options] { return resume(*options); });
  command->add_option("RUN", options->run, "Run folder")->required();
  command->add_option("--from", options->from, "latest, best (by score), or the step of a checkpoint")
      ->capture_default_str();
  command
      ->add_option("--steps", options->steps,
                   "Train up to this many iterations in all, also past the run's own limits; 0 keeps them")
      ->check(CLI::Range(std::int64_t{0}, kMostSteps))
      ->capture_default_str();
  command
      ->add_option("--set", options->set,
                   "One live setting that it goes on with; repeatable. Recorded at the checkpoint's step, as a change "
                   "of a running training is")
      ->type_name("KEY=VALUE");
  addProcessOptions(*command, options->processes);
  addRestartOption(*command, options->processes);
  addServeOptions(*command, options->serve);
}

}  // namespace gan::app
