#include "training/bench.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>

#include "command.h"
#include "config/batch_size_consistency.h"
#include "config/network_placement.h"
#include "config/preset.h"
#include "console.h"
#include "core/atomic_file.h"
#include "core/error.h"
#include "core/units.h"
#include "device_wish.h"
#include "launch/world.h"
#include "meet_ranks.h"
#include "pipeline_sweep.h"
#include "run/training_forecast.h"
#include "session/environment.h"
#include "session/placed_run.h"
#include "stop_signal.h"

namespace gan::app {
namespace {

struct Options {
  std::string preset = "dcgan-64";
  std::int64_t batch = 64;
  int steps = 20;
  int warmup = 3;
  int threads = 0;
  std::int64_t memory_of = 0;
  std::string pipeline_sweep;      ///< Where it is drawn; empty: none is asked for.
  bool parallel_of_sweep = false;  ///< Nothing but what measureParallel() says.
  std::vector<std::string> set;
  ProcessOptions processes;
};

constexpr const char* kParallelOfSweep = "--parallel-of-sweep";
constexpr const char* kSpeeds = "speeds";

using Measure = std::function<BenchResult(const RunConfig&, const TrainingProcesses&)>;

/// With so many micro-batches, each network in one piece.
RunConfig inOnePiece(RunConfig config, std::int64_t batch) {
  config.set("distributed.placement", Value(std::string()));
  config.set("distributed.stages", Value(std::int64_t{1}));
  config.set("data.batch_size", Value(batch));
  return config;
}

RunConfig inMicroBatches(RunConfig config, std::int64_t images, std::int64_t count) {
  config.set("data.batch_size", Value(images / count));
  config.set("accumulation.discriminator", Value(count));
  config.set("accumulation.generator", Value(count));
  return config;
}

/// What a sweep is measured with.
struct SweepPlace {
  std::string home;  ///< The device of rank 0.
  Ranks& ranks;
  Measure measure;
};

/// Whether such processes can hold networks in one piece each, by the memory that is free on rank 0's device.
bool canHold(const RunConfig& whole, const std::vector<std::string>& homes, const SweepPlace& place) {
  bool fits = false;
  place.ranks.leadThrough([&] { fits = fitTogether(placeRun(whole, place.home), homes, /*stages=*/1); });
  return place.ranks.decide(fits);
}

/// Where networks in one piece can be trained beside those in stages.
struct SweepRoom {
  bool on_one = false;   ///< On rank 0's device alone.
  bool on_each = false;  ///< By all processes, with the images shared out among them.
};

/// To be asked before anything is measured, which leaves memory that only its process can use again.
SweepRoom roomBeside(const RunConfig& placed, const SweepPlace& place) {
  const std::int64_t images = placed.integer("data.batch_size");
  const std::int64_t share = shareOfMicroBatch(images, place.ranks.stages());
  SweepRoom room;
  room.on_one = canHold(inOnePiece(placed, images), {place.ranks.devices().front()}, place);
  room.on_each =
      place.ranks.size() > 1 && share > 0 && canHold(inOnePiece(placed, share), place.ranks.devices(), place);
  return room;
}

std::string shown(const std::optional<double>& speed) { return speed ? fixed(*speed, 1) : "-"; }
nlohmann::json fact(const std::optional<double>& speed) { return speed ? nlohmann::json(*speed) : nlohmann::json(); }

SweepPoint measurePoint(const RunConfig& placed, const SweepRoom& room, const SweepPlace& place) {
  SweepPoint point{.micro_batch = placed.integer("data.batch_size"),
                   .micro_batches = placed.integer("accumulation.discriminator")};
  point.placed = place.measure(placed, place.ranks.processes()).images_per_second;
  if (room.on_each) {
    const RunConfig shared = inOnePiece(placed, shareOfMicroBatch(point.micro_batch, place.ranks.stages()));
    point.parallel = place.measure(shared, {place.ranks.collective()}).images_per_second;
  }
  if (room.on_one) {
    const RunConfig whole = inOnePiece(placed, point.micro_batch);
    // The others wait meanwhile.
    place.ranks.leadThrough([&] { point.whole = place.measure(whole, {}).images_per_second; });
  }
  return point;
}

/// A process for each device of one that has several; on the CPU for each stage.
DevicePlan dataParallel(const NetworkPlacement& placement) {
  DevicePlan plan;
  const std::vector<std::string> devices = placement.devices();
  const bool on_cpu = std::ranges::find(devices, "cpu") != devices.end();
  if (on_cpu && devices.size() > 1) return plan;  // processes of one kind only meet
  if (on_cpu) {
    plan.processes = static_cast<int>(std::max(placement.generator.size(), placement.discriminator.size()));
    plan.for_processes = "cpu";
  } else if (devices.size() > 1) {
    plan.processes = static_cast<int>(devices.size());
    for (const std::string& device : devices) plan.for_processes += (plan.for_processes.empty() ? "" : ",") + device;
  }
  return plan;
}

/// By such processes, whose command has kParallelOfSweep: their images/s for each number of micro-batches, null where
/// their images cannot be shared out among them or their devices do not hold whole networks.
Result measureParallel(const Options& options, const RunConfig& config, const SweepPlace& place) {
  std::vector<std::optional<RunConfig>> shared;
  for (const std::int64_t count : microBatches(options.batch)) {
    const std::int64_t share = shareOfMicroBatch(options.batch / count, place.ranks.size());
    shared.emplace_back();
    if (share == 0) continue;
    const RunConfig whole = inOnePiece(inMicroBatches(config, options.batch, count), share);
    if (canHold(whole, place.ranks.devices(), place)) shared.back() = whole;
  }
  Result result;
  result.facts[kSpeeds] = nlohmann::json::array();
  for (const std::optional<RunConfig>& one : shared) {
    std::optional<double> speed;
    if (one) speed = place.measure(*one, place.ranks.processes()).images_per_second;
    result.facts[kSpeeds].push_back(fact(speed));
  }
  return result;
}

/// "distributed.stages = 2, 4 processes".
std::string howPlaced(const RunConfig& config, const Ranks& ranks) {
  const std::string where = ranks.stages() > 1 ? "distributed.stages = " + std::to_string(ranks.stages())
                                               : "distributed.placement = " + config.text("distributed.placement");
  return where + (ranks.size() > 1 ? ", " + std::to_string(ranks.size()) + " processes" : "");
}

/// With as many images an update, in micro-batches of several sizes. parallel: what measureParallel() has found.
Result sweep(const Options& options, const RunConfig& config, const nlohmann::json& parallel, const SweepPlace& place) {
  Ranks& ranks = place.ranks;
  std::vector<RunConfig> placed;
  std::vector<SweepRoom> rooms;
  for (const std::int64_t count : microBatches(options.batch)) {
    placed.push_back(inMicroBatches(config, options.batch, count));
    checkConsistency(placed.back());
    checkBatchSize(placed.back(), ranks.replicas());
    settlePipeline(placed.back(), place.home, ranks);
    rooms.push_back(roomBeside(placed.back(), place));
  }
  std::vector<SweepPoint> points;
  for (std::size_t i = 0; i < placed.size(); ++i) {
    points.push_back(measurePoint(placed[i], rooms[i], place));
    if (i < parallel.size() && !parallel[i].is_null()) points.back().parallel = parallel[i].get<double>();
  }
  if (!ranks.leads()) {
    return {.text = "Process " + ranks.describe() + " has measured along.", .facts = {{"rank", ranks.world().rank}}};
  }
  Result result;
  std::vector<std::vector<std::string>> rows = {{"micro-batches", "images of each", "images/s", "on one device"}};
  const bool compares = std::ranges::any_of(points, [](const SweepPoint& point) { return point.parallel.has_value(); });
  if (compares) rows.front().emplace_back("data parallel");
  result.facts = {{"preset", options.preset},
                  {"batch", options.batch},
                  {"processes", ranks.size()},
                  {"stages", ranks.stages()},
                  {"points", nlohmann::json::array()}};
  for (const SweepPoint& point : points) {
    rows.push_back({std::to_string(point.micro_batches), std::to_string(point.micro_batch), fixed(point.placed, 1),
                    shown(point.whole)});
    if (compares) rows.back().push_back(shown(point.parallel));
    result.facts["points"].push_back({{"micro_batches", point.micro_batches},
                                      {"micro_batch", point.micro_batch},
                                      {"images_per_second", point.placed},
                                      {"one_device_images_per_second", fact(point.whole)},
                                      {"data_parallel_images_per_second", fact(point.parallel)}});
  }
  const SweepPoint& best = fastest(points);
  result.facts["best_micro_batch"] = best.micro_batch;
  result.text = formatTable(rows) + "\nThe fastest: --set data.batch_size=" + std::to_string(best.micro_batch) +
                " --set accumulation.discriminator=" + std::to_string(best.micro_batches) +
                " --set accumulation.generator=" + std::to_string(best.micro_batches);
  writeFileAtomically(options.pipeline_sweep, sweepSvg(points, options.preset + ", " + std::to_string(options.batch) +
                                                                   " images an update, " + howPlaced(config, ranks)));
  result.facts["svg"] = options.pipeline_sweep;
  return result;
}

/// For a sweep, there must be something that micro-batches can go through.
void requireStages(const Options& options, const RunConfig& config) {
  if (!config.text("distributed.placement").empty() || config.integer("distributed.stages") > 1) return;
  const std::string& devices =
      options.processes.of_starter.empty() ? options.processes.devices : options.processes.of_starter;
  if (!parseDevices(devices).groups.empty()) return;
  throw Error(ErrorCode::kInvalidArgument, "bench_without_placement",
              "--pipeline-sweep measures networks in stages, but nothing says that there are any. Say where they "
              "compute: with --devices 0+1 or --set distributed.placement=0+1 in one process, or with --processes 2 "
              "--set distributed.stages=2 in a process each.",
              {});
}

Result bench(const Options& options) {
  if (!options.pipeline_sweep.empty()) requireFilePlace(options.pipeline_sweep);
  if (options.memory_of > 0 && options.batch < 2) {
    throw Error(ErrorCode::kInvalidArgument, "bench_batch_small",
                "--memory-of measures a batch and half of it, so --batch must be at least 2.", {});
  }
  RunConfig config = configFromPreset(options.preset);
  config.set("data.batch_size", Value(options.batch));
  config.applyOverrides(options.set);
  // No data are opened that could say how many there are.
  constexpr std::int64_t kClassesOfImageNet = 1000;
  if (config.integer("model.classes") < 0) config.set("model.classes", kClassesOfImageNet);
  if (config.text("data.source") != "shapes" && config.text("data.path").empty()) config.setText("data.path", "noise");
  checkHaveEffect(config, options.set);
  checkConsistency(config);
  if (options.parallel_of_sweep) config = inOnePiece(config, options.batch);
  const bool sweeps = !options.pipeline_sweep.empty() && !options.parallel_of_sweep;
  if (sweeps) requireStages(options, config);
  const auto stages = static_cast<int>(config.integer("distributed.stages"));
  StopSignal signal;
  const DevicePlan plan = planDevices(options.processes);
  if (plan.starts()) {
    checkStages(stages, plan.processes);
    checkBatchSize(config, plan.processes / stages);
    return launchWorkers(options.processes, plan, {}, signal, measurementLost());
  }
  placeOn(config, plan);
  checkConsistency(config);
  nlohmann::json parallel = nlohmann::json::array();
  const DevicePlan apart = dataParallel(networkPlacement(config));
  if (sweeps && apart.starts() && findWorld(processEnvironment(), options.processes.flags).alone()) {
    // Before this process has threads and memory of its own.
    const Result measured =
        launchWorkers(options.processes, apart, {"--json", kParallelOfSweep}, signal, measurementLost());
    if (measured.code != ExitCode::kDone) return measured;
    parallel = measured.facts.at(kSpeeds);
  }
  const std::unique_ptr<Ranks> ranks =
      meetRanks(options.processes, plan.device, sameBits(config), [&signal] { return signal.asked(); });
  checkStages(stages, ranks->size());
  checkBatchSize(config, ranks->size() / stages);
  ranks->divide(stages);
  // As in a training, processes of one machine share its cores.
  setThreads(threadCount(options.threads, ranks->world().local_size));
  const SweepPlace place{.home = plan.device.name,
                         .ranks = *ranks,
                         .measure = [&](const RunConfig& one, const TrainingProcesses& processes) {
                           return benchmarkTraining(one, {.warmup = options.warmup,
                                                          .steps = options.steps,
                                                          .device = plan.device.name,
                                                          .cuda = cudaModule(plan.device),
                                                          .processes = processes});
                         }};
  if (options.parallel_of_sweep) return measureParallel(options, config, place);
  if (sweeps) return sweep(options, config, parallel, place);
  settlePipeline(config, plan.device.name, *ranks);
  const auto measure = [&](int warmup, int steps) {
    return benchmarkTraining(config, {.warmup = warmup,
                                      .steps = steps,
                                      .device = plan.device.name,
                                      .cuda = cudaModule(plan.device),
                                      .processes = ranks->processes()});
  };
  // If memory is asked for, batches of half the size come first. Once for nothing: libraries set themselves up at the
  // first iteration of all, and what it leaves behind in the heap counts from then on. Then two iterations, because
  // from the second one on there are gradients and the optimisers' averages all the while.
  const std::int64_t batch = config.integer("data.batch_size");
  std::optional<MeasuredMemory> half;
  if (options.memory_of > 0) {
    config.set("data.batch_size", Value(batch / 2));
    measure(0, 1);
    half = MeasuredMemory{.images = batch / 2,
                          .bytes = measure(std::min(options.warmup + options.steps, 2) - 1, 1).peak_memory_bytes};
    config.set("data.batch_size", Value(batch));
  }
  const BenchResult measured = measure(options.warmup, options.steps);
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
  result.facts["memory_bytes"] = measured.peak_memory_bytes;
  if (half) {
    const std::uint64_t all =
        memoryOfBatch(options.memory_of, *half, {.images = batch, .bytes = measured.peak_memory_bytes});
    std::snprintf(text, sizeof(text), "; a process takes %s with batches of %lld, %s with %lld, so about %s with %lld",
                  formatBytes(half->bytes).c_str(), static_cast<long long>(half->images),
                  formatBytes(measured.peak_memory_bytes).c_str(), static_cast<long long>(batch),
                  formatBytes(all).c_str(), static_cast<long long>(options.memory_of));
    result.text += text;
    result.facts["half_batch_memory_bytes"] = half->bytes;
    result.facts["memory_of"] = options.memory_of;
    result.facts["memory_of_bytes"] = all;
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
  command
      ->add_option(
          "--memory-of", options->memory_of,
          "Says what memory batches of so many images would take in a process, computed from --batch and half of "
          "it")
      ->type_name("BATCH")
      ->check(CLI::Range(1, 65536));
  command
      ->add_option(
          "--pipeline-sweep", options->pipeline_sweep,
          "Divides --batch, the images of an update of one copy of the networks, into micro-batches of several "
          "sizes, measures each with the stages of --devices, distributed.placement or distributed.stages, "
          "on one device and with whole networks in a process for each device (data parallel) where these can "
          "hold them, says which is fastest, and draws them into this file")
      ->type_name("FILE.svg");
  command->add_flag(kParallelOfSweep, options->parallel_of_sweep)->group("");
  command->add_option("--set", options->set, "One setting; repeatable")->type_name("KEY=VALUE");
  addProcessOptions(*command, options->processes);
}

}  // namespace gan::app
