#include <chrono>
#include <memory>

#include "console.h"
#include "core/atomic_file.h"
#include "core/error.h"
#include "core/units.h"
#include "data_options.h"
#include "device_plan.h"
#include "launch.h"
#include "picture_options.h"

namespace gan::app {
namespace {

struct Options {
  PictureOptions pictures;
  SampleOptions samples;
  SampleSetOptions set;
  std::string out;
  int processes = 1;
  bool share = false;  ///< Of what another process of this command draws and reports.
};
constexpr const char* kShare = "--share";
constexpr const char* kDescription = "description";
constexpr const char* kDescriptionFile = "description_file";

Result resultOf(const Options& options, std::int64_t pictures, double seconds, std::uint64_t peak_memory_bytes) {
  const double speed = seconds > 0 ? static_cast<double>(pictures) / seconds : 0;
  Result result;
  result.text = counted(pictures, "picture") + " in " + options.out + ", " + fixed(speed, 1) + " a second";
  result.facts = {{"out", options.out},
                  {"pictures", pictures},
                  {"seconds", seconds},
                  {"images_per_second", speed},
                  {"peak_memory_bytes", peak_memory_bytes}};
  return result;
}

Message drawingLost() {
  return Message{"sample_rank_lost",
                 "Drawing on {size} processes has ended because {what}. Draw again when the cause is gone.",
                 {}};
}

Result start(const Options& options) {
  StopSignal signal;
  ProcessOptions processes;
  processes.processes = options.processes;
  processes.devices = options.pictures.device;
  const DevicePlan plan = planDevices(processes);
  if (!plan.starts()) {
    throw Error(ErrorCode::kInvalidArgument, "processes_conflict", "A launcher has started these processes already.",
                {});
  }
  requireName("--out", options.out);
  const auto begin = std::chrono::steady_clock::now();
  Result of_first = launchWorkers(processes, plan, {"--json", kShare}, signal, drawingLost());
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  if (of_first.code != ExitCode::kDone) return of_first;
  writeFileAtomically(of_first.facts.at(kDescriptionFile).get<std::string>(),
                      of_first.facts.at(kDescription).get<std::string>());
  Result result = resultOf(options, options.set.count, took.count(), of_first.facts.at("peak_memory_bytes"));
  for (const char* fact : {"processes", "restarts"}) result.facts[fact] = of_first.facts.at(fact);
  return result;
}

/// This process's share of the samples: consecutive ones.
SampleRequest request(const Options& options, const World& world) {
  SampleRequest request{.source = pictureSource(options.pictures, world),
                        .alike = drawnAlike(options.samples),
                        .first = options.set.first + options.set.count * world.rank / world.size,
                        .count = 0,
                        .points = {},
                        .format = sampleFormat(options.set.format, options.out),
                        .quality = options.set.quality,
                        .class_folders = options.set.class_folders,
                        .out = options.out,
                        .describe = world.rank == 0 && !options.share,
                        .all_first = options.set.first,
                        .all_count = options.set.count};
  request.count = options.set.first + options.set.count * (world.rank + 1) / world.size - request.first;
  for (const std::string& line : options.set.points) request.points.push_back(samplePointFromText(line));
  const bool one_file = request.format.starts_with("npz");
  if (world.size > 1 && (one_file || !request.points.empty())) {
    throw Error(ErrorCode::kInvalidArgument, "sample_not_shared",
                "{what} cannot be made by several processes. Leave --processes away; threads make it as fast.",
                {{"what", one_file ? "One .npz file" : "Pictures of lines of text"}});
  }
  return request;
}

Result sample(const Options& options, ProgressMonitor& monitor) {
  requireName("--out", options.out);
  const World world = findWorld(processEnvironment());
  const SampleOutcome outcome = drawSamples(request(options, world), monitor);
  Result result = resultOf(options, outcome.pictures, outcome.seconds, outcome.peak_memory_bytes);
  if (!options.share) return result;
  result.text.clear();
  if (world.rank != 0) {
    result.facts = {{"pictures", outcome.pictures}};
  } else {
    result.facts[kDescription] = outcome.description;
    result.facts[kDescriptionFile] = outcome.description_file.string();
  }
  return result;
}

}  // namespace

void addSample(CLI::App& app, Invocation& invocation) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = addCommand(app, invocation, "sample", "Draws pictures from a run or from weights", [options] {
    if (options->processes > 1 && findWorld(processEnvironment()).alone()) return start(*options);
    return withMonitor([&](ProgressMonitor& monitor) { return sample(*options, monitor); });
  });
  addPictureOptions(*command, options->pictures);
  addSampleOptions(*command, options->samples);
  addSampleSetOptions(*command, options->set);
  command
      ->add_option("--out", options->out,
                   "Folder for the pictures and samples.json; or FILE.png, FILE.jpg or FILE.webp for one picture, "
                   "FILE.npz for all")
      ->required();
  command
      ->add_option("--processes", options->processes,
                   "Share the pictures among so many processes on this machine; srun, torchrun and mpirun do likewise")
      ->capture_default_str()
      ->check(CLI::Range(1, 4096));
  command->add_flag(kShare, options->share)->group("");  // for the processes that --processes starts
}

}  // namespace gan::app
