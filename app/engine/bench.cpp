#include "training/bench.h"

#include <memory>

#include "command.h"
#include "config/batch_size_consistency.h"
#include "config/preset.h"
#include "core/units.h"
#include "meet_ranks.h"
#include "session/environment.h"
#include "stop_signal.h"

namespace gan::app {
namespace {

struct Options {
  std::string preset = "dcgan-64";
  std::int64_t batch = 64;
  int steps = 20;
  int warmup = 3;
  int threads = 0;
  std::vector<std::string> set;
  ProcessOptions processes;
};

Message benchLost() {
  return Message{"bench_rank_lost",
                 "The measurement on {size} processes has ended because {what}. Measure again when the cause is gone.",
                 {}};
}

Result bench(const Options& options) {
  RunConfig config = configFromPreset(options.preset);
  config.set("data.batch_size", Value(options.batch));
  for (const std::string& assignment : options.set) config.applyOverride(assignment);
  // No data are opened that could say how many there are.
  constexpr std::int64_t kClassesOfImageNet = 1000;
  if (config.integer("model.classes") < 0) config.set("model.classes", kClassesOfImageNet);
  checkConsistency(config);
  StopSignal signal;
  const DevicePlan plan = planDevices(options.processes);
  if (plan.starts()) return launchWorkers(options.processes, plan, {}, signal, benchLost());
  const std::unique_ptr<Ranks> ranks =
      meetRanks(options.processes, plan.device, sameBits(config), [&signal] { return signal.asked(); });
  checkBatchSize(config, ranks->size());
  // As in a training, processes of one machine share its cores.
  setThreads(threadCount(options.threads, ranks->world().local_size));
  const BenchResult measured = benchmarkTraining(config, {.warmup = options.warmup,
                                                          .steps = options.steps,
                                                          .device = plan.device.name,
                                                          .collective = ranks->collective()});
  Result result;
  char text[200];
  std::snprintf(text, sizeof(text), "%s, batch %lld: %.1f images/s, median step %.1f ms over %d steps",
                options.preset.c_str(), static_cast<long long>(options.batch), measured.images_per_second,
                measured.step_ms_median, options.steps);
  result.text = text;
  result.facts = {{"images_per_second", measured.images_per_second},
                  {"step_ms_median", measured.step_ms_median},
                  {"steps", options.steps},
                  {"batch", options.batch},
                  {"preset", options.preset},
                  {"processes", ranks->size()}};
  for (const Phase phase : kPhases) {
    result.facts["phases_ms"][std::string(phaseName(phase))] = timeIn(measured.phases, phase);
  }
  if (ranks->size() > 1) {
    std::snprintf(text, sizeof(text),
                  "; %d processes, each sends %s an iteration; this one waits %.1f ms for the others", ranks->size(),
                  formatBytes(measured.bytes_per_step).c_str(), timeIn(measured.phases, Phase::kCommunication));
    result.text += text;
    result.facts["rank"] = ranks->world().rank;
    result.facts["bytes_per_step"] = measured.bytes_per_step;
  }
  return result;
}

}  // namespace

void addBench(CLI::App& app, Invocation& invocation) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = addCommand(app, invocation, "bench", "Measures how fast a preset trains here",
                                 [options] { return bench(*options); });
  command->add_option("--preset", options->preset, "Preset to measure")->capture_default_str();
  command->add_option("--batch", options->batch, "Images of one batch")->capture_default_str();
  command->add_option("--steps", options->steps, "Iterations to measure")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000));
  command->add_option("--warmup", options->warmup, "Iterations before that")
      ->capture_default_str()
      ->check(CLI::Range(0, 1'000'000));
  command
      ->add_option("--threads", options->threads, "Threads of one operation; 0 takes this process's share of the cores")
      ->capture_default_str();
  command->add_option("--set", options->set, "One setting; repeatable")->type_name("KEY=VALUE");
  addProcessOptions(*command, options->processes);
}

}  // namespace gan::app
