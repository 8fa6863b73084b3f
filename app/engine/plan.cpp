#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <set>
#include <string_view>

#include "command.h"
#include "config/recipe_kind.h"
#include "console.h"
#include "core/message.h"
#include "core/units.h"
#include "cuda/cuda_module.h"
#include "launch/slurm_job.h"
#include "meet_ranks.h"
#include "planned_evaluation.h"
#include "progress_line.h"
#include "run/host_load.h"
#include "run/memory_room.h"
#include "run/training_forecast.h"
#include "run_training.h"
#include "session/measure_run.h"
#include "session/placed_run.h"
#include "train_options.h"

namespace gan::app {
namespace {

namespace fs = std::filesystem;
using json = nlohmann::json;

struct Options : TrainOptions {
  ProcessOptions processes;
  ServeOptions serve;  ///< Of no effect: so that the options of a training can be given as they are.
  int iterations = 20;
  double most_seconds = 60;
  std::int64_t global_batch = 0;
  double price = -1;  ///< Below 0: nobody asks for the cost.
};

/// Where a run is planned, as rank 0 knows it.
struct Place {
  std::string device;                      ///< "cuda:0 (NVIDIA H200, GPU-5a3c...) of n3".
  int processes = 1;                       ///< Of all machines.
  int devices = 1;                         ///< GPUs; of CPUs machines.
  std::uint64_t memory_limit_bytes = 0;    ///< Of this process; 0: nobody knows.
  std::optional<std::uint64_t> disk_free;  ///< Where the run is to lie.
};

/// The machine's or its control group's memory, or the GPU's, shared out among those processes that compute alike.
std::uint64_t memoryLimit(const RankDevice& device, std::uint64_t processes) {
  if (const CudaModule* cuda = cudaModule(device)) return cuda->device(device.index).memory_free_bytes / processes;
  return memoryRoom().left_bytes / processes + LoadMeter(".").measure().memory_bytes;
}

std::optional<std::uint64_t> freeAround(fs::path folder) {
  std::error_code failure;
  while (!fs::exists(folder, failure) && folder.has_relative_path()) folder = folder.parent_path();
  const fs::space_info space = fs::space(folder, failure);
  return failure ? std::nullopt : std::optional<std::uint64_t>(space.available);
}

Place placeOf(const Options& options, const RankDevice& device, const Ranks& ranks) {
  const std::vector<std::string>& all = ranks.devices();
  const std::string& own = all.at(static_cast<std::size_t>(ranks.world().rank));
  return {.device = own,
          .processes = ranks.size(),
          .devices = static_cast<int>(std::set(all.begin(), all.end()).size()),
          .memory_limit_bytes = memoryLimit(device, static_cast<std::uint64_t>(std::ranges::count(all, own))),
          .disk_free = freeAround(fs::absolute(runPath(options)))};
}

bool evaluates(const RunConfig& config) {
  return recipeKind(config) == RecipeKind::kGan && config.integer("evaluation.every_steps") > 0;
}

/// What evaluations of a run take.
struct Evaluations {
  std::optional<PlannedEvaluation> one;  ///< None: the run asks for none, or none can be made.
  std::optional<Message> problem;        ///< Why none can be made.
};

Evaluations tryEvaluation(const RunConfig& config, int trains) {
  if (!evaluates(config)) return {};
  try {
    return {.one = planEvaluation(config, trains), .problem = {}};
  } catch (const std::exception& error) {  // LibTorch's, too: a GPU may be full
    return {.one = {}, .problem = messageOf(error)};
  }
}

/// What is said of a run, for people line by line.
class PlanReport {
 public:
  PlanReport(const RunMeasurement& run, const Place& place, const Evaluations& evaluations)
      : run_(run), place_(place), evaluation_(evaluations) {
    if (evaluation_.one) {
      evaluations_ = evaluationsOf(run.config, run.length.steps, run.iteration.seconds, evaluation_.one->seconds);
    }
    facts_["device"] = place.device;
    facts_["processes"] = place.processes;
    facts_["devices"] = place.devices;
  }

  void speed() {
    const std::int64_t batch = run_.config.integer("data.batch_size");
    facts_["batch"] = batch;
    facts_["measured_batch"] = run_.timed_batch;
    facts_["measured_iterations"] = run_.iterations;
    facts_["images_per_iteration"] = run_.length.images_per_iteration;
    facts_["images_per_second"] = run_.images_per_second;
    facts_["iterations_per_second"] = 1 / run_.iteration.seconds;
    std::string text = fixed(1 / run_.iteration.seconds, 2) + " iterations/s, " + fixed(run_.images_per_second, 1) +
                       " images/s on " + place_.device;
    if (place_.processes > 1) text += " and others, " + std::to_string(place_.processes) + " processes in all";
    text += "; " + std::to_string(run_.iterations) + " iterations were measured";
    if (run_.timed_batch != batch) {
      text += ", with batches of " + formatCount(run_.timed_batch) + " instead of " + formatCount(batch);
    }
    say("speed", text);
  }

  void length() {
    facts_["images"] = run_.images;
    facts_["images_per_epoch"] = run_.length.images_per_epoch;
    facts_["steps"] = facts_["epochs"] = nullptr;
    if (endless()) return say("length", "without end: training.steps and training.epochs are 0");
    facts_["steps"] = run_.length.steps;
    facts_["epochs"] = run_.length.epochs();
    say("length", formatCount(run_.length.steps) + " steps, " + fixed(run_.length.epochs(), 1) + " epochs of " +
                      formatCount(run_.length.images_per_epoch) + " images");
  }

  /// A price below 0: none.
  void timeAndCost(double price) {
    facts_["seconds"] = facts_["seconds_low"] = facts_["seconds_high"] = nullptr;
    if (price >= 0) {
      facts_["price_per_device_hour"] = price;
      facts_["cost"] = nullptr;
    }
    if (endless()) return;
    DurationRange time = timeOf(run_.length.steps, run_.iteration, countsOf(run_.config, run_.length), run_.duties);
    for (double* seconds : {&time.seconds, &time.low, &time.high}) *seconds += evaluations_.waiting;
    facts_["seconds"] = time.seconds;
    facts_["seconds_low"] = time.low;
    facts_["seconds_high"] = time.high;
    say("time", duration(time.seconds) + ", " + duration(time.low) + " to " + duration(time.high) +
                    " by the quartiles of the iterations");
    if (price < 0) return;
    const double cost = costOf(time.seconds, place_.devices, price);
    facts_["cost"] = cost;
    say("cost", fixed(cost, 2) + ": " + duration(time.seconds) + " on " + std::to_string(place_.devices) +
                    " device(s) at " + fixed(price, 2) + " an hour");
  }

  void memory() {
    const std::int64_t batch = run_.config.integer("data.batch_size");
    const std::uint64_t bytes = run_.memoryOf(batch);
    const std::uint64_t limit = place_.memory_limit_bytes;
    facts_["memory_bytes"] = bytes;
    facts_["memory_margin"] = kMemoryMargin;
    for (const MeasuredMemory& measured : run_.memory) {
      facts_["memory_measured"].push_back({{"batch", measured.images}, {"bytes", measured.bytes}});
    }
    facts_["memory_limit_bytes"] = limit > 0 ? json(limit) : json();
    facts_["largest_batch"] = limit > 0 ? json(largest()) : json();
    std::string text = formatBytes(bytes) + " of a process with batches of " + formatCount(batch) + ", from " +
                       formatBytes(run_.memory.front().bytes) + " with " + formatCount(run_.memory.front().images) +
                       " and " + formatBytes(run_.memory.back().bytes) + " with " +
                       formatCount(run_.memory.back().images);
    if (limit > 0) text += "; it may take " + formatBytes(limit);
    say("memory", text);
    if (limit == 0) return;
    say("batch", (largest() == kLargestBatch ? "any batch that can be set fits"
                  : largest() == 0           ? "not even one image fits"
                                             : "batches of up to " + formatCount(largest()) + " fit") +
                     std::string(", with ") + fixed(100 * kMemoryMargin, 0) + " % of the memory left free");
  }

  /// Of each device, where the networks' stages have some of their own.
  void placement(const RunPlacement& placement) {
    facts_["placement"] = {{"stages", placement.stages}, {"pipeline", placement.pipeline}, {"devices", json::array()}};
    say("placement", placement.stages.empty() ? "both networks in one piece" : placement.stages);
    if (!placement.pipeline.empty()) say("pipeline", placement.pipeline);
    for (const PlacedDevice& device : placement.devices) {
      facts_["placement"]["devices"].push_back({{"name", device.name},
                                                {"weights_bytes", device.weights},
                                                {"optimizer_bytes", device.optimizer},
                                                {"activations_bytes", device.activations},
                                                {"free_bytes", device.free ? json(*device.free) : json()}});
      std::string text = formatBytes(device.weights) + " of weights, " + formatBytes(device.optimizer) +
                         " of gradients, moments and average, " + formatBytes(device.activations) + " of activations";
      if (device.free) {
        text += "; " + formatBytes(*device.free) + " are free" +
                (device.bytes() > *device.free ? ", too little for these " + formatBytes(device.bytes()) : "");
      }
      say(device.name, text);
    }
  }

  /// share: of the images of an update, which each copy of the networks takes.
  void accumulation(std::int64_t global_batch, std::int64_t share) {
    // An epoch must hold at least one batch.
    const std::int64_t replicas = place_.processes / run_.config.integer("distributed.stages");
    const std::int64_t of_data = run_.config.text("data.last_batch") == "drop" ? run_.images / replicas : kLargestBatch;
    const auto found = accumulationFor(share, std::min(largest(), of_data));
    json facts = {{"images", global_batch}, {"batch", nullptr}, {"accumulation", nullptr}, {"settings", json::array()}};
    std::string text = formatCount(global_batch) + " images an update do not fit, nor equal parts of them";
    if (found) {
      std::vector<std::string> settings = {"data.batch_size=" + std::to_string(found->batch)};
      const bool classifier = recipeKind(run_.config) == RecipeKind::kClassifier;
      for (const char* network : {"classifier", "discriminator", "generator"}) {
        if ((network == std::string_view("classifier")) != classifier) continue;
        settings.push_back("accumulation." + std::string(network) + "=" + std::to_string(found->batches));
      }
      facts["batch"] = found->batch;
      facts["accumulation"] = found->batches;
      facts["settings"] = settings;
      text = formatCount(global_batch) + " images an update:";
      for (const std::string& setting : settings) text += " --set " + setting;
    }
    facts_["global_batch"] = std::move(facts);
    say("global batch", text);
  }

  void disk() {
    facts_["disk_bytes"] = nullptr;
    facts_["disk_free_bytes"] = place_.disk_free ? json(*place_.disk_free) : json();
    facts_["disk"]["checkpoint_bytes"] = run_.sizes.checkpoint;
    const std::string free = place_.disk_free ? "; " + formatBytes(*place_.disk_free) + " are free there" : "";
    if (endless()) {
      return say("disk", formatBytes(run_.sizes.checkpoint) + " for each checkpoint, and without end more for series" +
                             (run_.sizes.picture > 0 ? " and pictures" : "") + free);
    }
    const DiskForecast disk = diskOf(run_.config, countsOf(run_.config, run_.length), run_.sizes);
    facts_["disk_bytes"] = disk.bytes();
    facts_["disk"] = {{"checkpoint_bytes", run_.sizes.checkpoint},  {"checkpoints", disk.checkpoints},
                      {"checkpoints_bytes", disk.checkpoint_bytes}, {"pictures", disk.pictures},
                      {"pictures_bytes", disk.picture_bytes},       {"series_bytes", disk.series_bytes}};
    std::string text = formatBytes(disk.bytes()) + " at most: " + formatCount(disk.checkpoints) +
                       " checkpoint(s) at once of " + formatBytes(run_.sizes.checkpoint);
    if (disk.pictures > 0) {
      text += ", " + formatCount(disk.pictures) + " pictures of " + formatBytes(run_.sizes.picture);
    }
    say("disk", text + ", series " + formatBytes(disk.series_bytes) + free);
  }

  void evaluations() {
    if (evaluation_.problem) {
      facts_["evaluations"] = {{"problem", messageFacts(*evaluation_.problem)}};
      return say("evaluations", "none can be made: " + evaluation_.problem->english());
    }
    if (!evaluation_.one) return;
    const EvaluationSeconds& seconds = evaluation_.one->seconds;
    const JudgingPlan& first = evaluation_.one->plan;
    facts_["evaluations"] = {{"pictures", first.generated},
                             {"processes", evaluation_.one->processes},
                             {"while", run_.config.text("evaluation.while")},
                             {"each_seconds", seconds.each},
                             {"once_seconds", seconds.once},
                             {"trains_classifier", first.trained > 0},
                             {"real_images", first.real},
                             {"count", endless() ? json() : json(evaluations_.due)},
                             {"left_out", endless() ? json() : json(evaluations_.left_out)},
                             {"seconds", endless() ? json() : json(evaluations_.seconds)},
                             {"waiting_seconds", endless() ? json() : json(evaluations_.waiting)}};
    if (!endless() && evaluations_.due == 0) {
      return say("evaluations", "none: the first is of step " +
                                    formatCount(run_.config.integer("evaluation.every_steps")) +
                                    ", and the training ends before it");
    }
    std::string text = "about " + duration(seconds.each) + " each, of " + formatCount(first.generated) + " pictures";
    if (evaluation_.one->processes > 1) {
      text += " shared by " + std::to_string(evaluation_.one->processes) + " processes";
    }
    if (!endless()) {
      text = formatCount(evaluations_.due - evaluations_.left_out) + ", " + text + "; " +
             duration(evaluations_.seconds) + " in all";
    }
    say("evaluations", text);
    if (seconds.once > 0) say("first of them", "about " + duration(seconds.once) + " more, " + whatIsKept(first));
    say("meanwhile", meanwhile());
  }

  void notCounted() {
    facts_["not_counted"] = json::array();
    std::string text;
    const auto note = [&](bool present, const std::string& what) {
      if (!present) return;
      facts_["not_counted"].push_back(what);
      text += (text.empty() ? "" : ", ") + what;
    };
    const bool classifier = recipeKind(run_.config) == RecipeKind::kClassifier;
    note(!classifier && !run_.config.text("sampling.with_checkpoint").empty(), "sheets");
    note(classifier && run_.config.text("data.validation") != "none", "validation");
    if (!text.empty()) say("not counted", text);
  }

  Result result(const std::string& preset) const {
    Result result{.text = formatTable(rows_), .facts = facts_};
    result.facts["preset"] = preset;
    return result;
  }

 private:
  static std::string duration(double seconds) { return formatDuration(std::chrono::duration<double>(seconds)); }
  bool endless() const { return run_.length.steps == 0; }
  std::int64_t largest() const {
    return largestBatch(place_.memory_limit_bytes, run_.memory.front(), run_.memory.back());
  }
  /// What the first evaluation does for the others.
  static std::string whatIsKept(const JudgingPlan& first) {
    std::string text = "once for these images: it ";
    if (first.trained > 0) text += "trains the in-domain classifier";
    if (first.trained > 0 && first.real > 0) text += " and ";
    if (first.real > 0) text += "takes the features of " + formatCount(first.real) + " real ones";
    return text;
  }
  std::string meanwhile() const {
    if (run_.config.text("evaluation.while") == "paused") {
      return std::string("training waits for evaluations") + (endless() ? "" : ", which the time has in it");
    }
    std::string text = "training goes on and comes first, so that an evaluation may take longer";
    if (evaluations_.left_out > 0) {
      text += "; " + formatCount(evaluations_.left_out) + " of " + formatCount(evaluations_.due) +
              " are left out, because they fall due while another one runs";
    }
    if (!endless() && evaluations_.waiting > 0) {
      text += "; the end waits about " + duration(evaluations_.waiting) + " for the last one, which the time has in it";
    }
    return text;
  }
  void say(const std::string& about, const std::string& text) { rows_.push_back({about, printable(text)}); }

  const RunMeasurement& run_;
  const Place& place_;
  const Evaluations& evaluation_;
  EvaluationsForecast evaluations_;  ///< Of a run without end: of none.
  std::vector<std::vector<std::string>> rows_;
  json facts_ = json::object();
};

Result plan(const Options& options) {
  StopSignal signal;
  RunConfig config = configure(options);
  const DevicePlan devices = planDevices(options.processes);
  const auto shareOf = [&options, &config](int processes) {
    const auto stages = static_cast<int>(config.integer("distributed.stages"));
    checkStages(stages, processes);
    return options.global_batch > 0 ? batchOfCopy(options.global_batch, processes / stages) : 0;
  };
  if (devices.starts()) {
    shareOf(devices.processes);  // or none need start
    ProcessOptions once = options.processes;
    once.max_restarts = 0;  // what was lost is not trained any further
    return launchWorkers(once, devices, {}, signal, measurementLost());
  }
  placeOn(config, devices);
  checkConsistency(config);
  const std::unique_ptr<Ranks> ranks =
      meetRanks(options.processes, devices.device, sameBits(config), [&signal] { return signal.asked(); });
  const std::int64_t share = shareOf(ranks->size());
  const Place place = placeOf(options, devices.device, *ranks);
  ProgressLine line;
  ProgressMonitor monitor([&](const Progress& now) {
    if (ranks->leads()) line.show(now);
  });
  signal.tell([&monitor] { monitor.cancel(); });
  const StopSignal::Silence silence(signal);
  const RunMeasurement run = measureRun(config,
                                        {.device = devices.device.name,
                                         .cuda = cudaModule(devices.device),
                                         .memory_limit_bytes = place.memory_limit_bytes,
                                         .iterations = options.iterations,
                                         .most_time = std::chrono::duration<double>(options.most_seconds)},
                                        *ranks, monitor);
  if (!ranks->leads())
    return {.text = "Process " + ranks->describe() + " has measured along.", .facts = {{"rank", ranks->world().rank}}};
  const Evaluations evaluations = tryEvaluation(run.config, ranks->world().local_size);
  monitor.throwIfCancelled();
  PlanReport report(run, place, evaluations);
  report.speed();
  report.length();
  report.timeAndCost(options.price);
  report.memory();
  const bool placed = !run.config.text("distributed.placement").empty() || run.config.integer("distributed.stages") > 1;
  if (placed) report.placement(placeRun(run.config, devices.device.name));
  if (options.global_batch > 0) report.accumulation(options.global_batch, share);
  report.disk();
  report.evaluations();
  report.notCounted();
  return report.result(options.preset);
}

}  // namespace

void addPlan(CLI::App& app, Invocation& invocation) {
  constexpr std::int64_t kMostImages = 1'000'000'000;
  const auto options = std::make_shared<Options>();
  CLI::App* command =
      addCommand(app, invocation, "plan",
                 "Says before a training, with its options, what steps, epochs, time, memory and disk "
                 "it takes here, and what its evaluations take; trains some iterations for that and leaves "
                 "nothing behind",
                 [options] { return plan(*options); });
  addTrainOptions(*command, *options);
  addProcessOptions(*command, options->processes);
  addRestartOption(*command, options->processes);
  addServeOptions(*command, options->serve);
  command->add_option("--iterations", options->iterations, "Iterations to measure, as far as there is time")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000));
  command
      ->add_option(
          "--within", options->most_seconds,
          "Seconds after which no larger batch is tried: what the wanted one takes is then computed from those "
          "before it. Two batches are tried in any case")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 86400.0));
  command
      ->add_option("--global-batch", options->global_batch,
                   "Also says how so many images of one update, of all processes together, are to be accumulated from "
                   "batches that fit")
      ->check(CLI::Range(std::int64_t{1}, kMostImages));
  command
      ->add_option("--price", options->price,
                   "Also says what the time costs, where a device (a GPU, or a machine without one) costs so much an "
                   "hour")
      ->type_name("PER_DEVICE_HOUR")
      ->check(CLI::Range(0.0, 1e9));
}

}  // namespace gan::app
