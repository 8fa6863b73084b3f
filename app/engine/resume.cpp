#include <memory>
#include <optional>

#include "command.h"
#include "core/error.h"
#include "device.h"
#include "parse_step.h"
#include "run_training.h"

namespace gan::app {
namespace {

struct ResumeOptions {
  std::string run;
  std::string from = "latest";
  std::int64_t steps = 0;
  std::string devices = "auto";
  ServeOptions serve;
};

Result resume(const ResumeOptions& options) {
  StopSignal signal;
  SessionOptions session;
  session.cause = SegmentStarted::Cause::kResume;
  session.from_step = parseStep(options.from);
  session.stop_at_step = options.steps;
  session.device = chooseDevice(options.devices);
  return runTraining(RunFolder::open(options.run), std::move(session), options.serve, signal);
}

}  // namespace

void addResume(CLI::App& app, Invocation& invocation) {
  const auto options = std::make_shared<ResumeOptions>();
  CLI::App* command = addCommand(app, invocation, "resume", "Goes on with a run from a checkpoint",
                                 [options] { return resume(*options); });
  command->add_option("RUN", options->run, "Run folder")->required();
  command->add_option("--from", options->from, "latest, or the step of a checkpoint")->capture_default_str();
  command
      ->add_option("--steps", options->steps,
                   "Train up to this many iterations in all, also past the run's own limits; 0 keeps them")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command->add_option("--devices", options->devices, "auto, cpu, or the number of a GPU")->capture_default_str();
  command->add_option("--listen", options->serve.listen, "Also serve clients of other machines at HOST:PORT, over TLS");
}

}  // namespace gan::app
