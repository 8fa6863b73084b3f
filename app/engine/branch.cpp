#include "session/branch.h"

#include <filesystem>
#include <memory>

#include "command.h"
#include "core/log.h"
#include "data_options.h"
#include "parse_step.h"
#include "run/current_line.h"
#include "run/journal.h"
#include "run/training_end.h"

namespace gan::app {
namespace {

struct BranchOptions {
  std::string run;
  std::string from = "latest";
  std::string out;
  std::vector<std::string> set;
};

Result branch(const BranchOptions& options, const ProgressMonitor& monitor) {
  const RunFolder parent = RunFolder::open(options.run);
  const auto entry = branchOrigin(
      CheckpointStore(parent.checkpoints()), parseStep(options.from), CurrentLine(journalSoFar(parent.journal())),
      [](const CheckpointStore::Entry& damaged, const Error& why) {
        log::warning("checkpoint " + damaged.name + " is damaged and was passed over: " + why.what());
      });
  const RunFolder made = branchRun(parent, entry, std::filesystem::absolute(options.out), options.set, monitor);
  const std::string step = std::to_string(entry.state.step);
  const std::string resume = "gan-engine resume " + options.out;
  Result result;
  result.text = "Branched from step " + step + " into " + made.path().string();
  result.text +=
      isAtTrainingEnd(made.config(), entry.state)
          ? ", which is at its end there. Train it further with: " + resume + " --steps N, with N above " + step
          : ". Train it with: " + resume;
  result.facts = {{"run", made.path().string()}, {"step", entry.state.step}};
  return result;
}

}  // namespace

void addBranch(CLI::App& app, Invocation& invocation) {
  const auto options = std::make_shared<BranchOptions>();
  CLI::App* command = addCommand(
      app, invocation, "branch", "Makes a new run that continues from a checkpoint of another",
      [options] { return withMonitor([&](const ProgressMonitor& monitor) { return branch(*options, monitor); }); });
  command->add_option("RUN", options->run, "Run folder to branch from")->required();
  command
      ->add_option("--from", options->from,
                   "latest, or the step of a checkpoint, also of one that a roll back or resume superseded")
      ->capture_default_str();
  command->add_option("--out", options->out, "Folder of the new run")->required();
  command
      ->add_option("--set", options->set,
                   "One setting that the new run has otherwise; repeatable. With data.path it goes on with the images "
                   "that are there now; training.steps and training.epochs are its length in all")
      ->type_name("KEY=VALUE");
}

}  // namespace gan::app
