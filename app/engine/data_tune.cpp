#include <memory>

#include "config/data_consistency.h"
#include "console.h"
#include "data/tune.h"
#include "data_options.h"

namespace gan::app {
namespace {

struct TuneWishes : DataOptions {
  std::int64_t batches = 20;
  int workers = 0;
};

std::string adviceFrom(const Tuning& tuning) {
  const std::string best = std::to_string(tuning.best);
  const std::string conditions = tuning.images == TunedOn::kUnreadImages
                                     ? "Each number of threads had images of its own.\n"
                                     : "There are few images: all were read once before, and again by each number of "
                                       "threads.\n";
  if (tuning.speeds.size() == 1) return conditions;
  if (tuning.stillRising()) {
    return conditions + "It is still rising at " + best + ": try more with --workers " +
           std::to_string(2 * tuning.best) + ", or train with --set data.workers=" + best + ".";
  }
  return conditions + "More than " + best + " gain little: train with --set data.workers=" + best + ".";
}

Result tune(const TuneWishes& options, ProgressMonitor& monitor) {
  const RunConfig config = configure(options);
  checkDataConsistency(config);
  const auto dataset = openDataset(config);
  const int cores = threadsOf(options);
  const bool given = options.workers > 0;
  const int most = given ? options.workers : options.threads > 0 ? cores : mostWorkers(config, cores);
  const Tuning tuning = tuneLoading(
      *dataset, config, {.batches = options.batches, .workers = everyWorkerCount(most), .surely = given ? most : cores},
      monitor);
  std::vector<std::vector<std::string>> rows{{"WORKERS", "IMAGES/S"}};
  Result result;
  result.facts["speeds"] = nlohmann::json::array();
  for (const LoadingSpeed& speed : tuning.speeds) {
    rows.push_back({std::to_string(speed.workers), fixed(speed.images_per_second, 0)});
    result.facts["speeds"].push_back({{"workers", speed.workers}, {"images_per_second", speed.images_per_second}});
  }
  result.facts["best"] = tuning.best;
  result.facts["batches"] = options.batches;
  result.facts["batch_size"] = config.integer("data.batch_size");
  result.facts["still_rising"] = tuning.stillRising();
  result.facts["images"] = tuning.images == TunedOn::kUnreadImages ? "unread" : "read_before";
  result.text = formatTable(rows) + "\n" + adviceFrom(tuning);
  return result;
}

}  // namespace

void addDataTune(CLI::App& data, Invocation& invocation) {
  const auto options = std::make_shared<TuneWishes>();
  CLI::App* command = addCommand(
      data, invocation, "tune", "Loads batches with 0, 1, 2 ... threads and says from where on more gain little",
      [options] { return withMonitor([&](ProgressMonitor& monitor) { return tune(*options, monitor); }); });
  addDataOptions(command, *options);
  command->add_option("--batches", options->batches, "Batches to load each time")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000));
  command
      ->add_option("--workers", options->workers,
                   "Most threads to try; 0 tries up to every core, from S3 up to 32 while it still gets faster")
      ->capture_default_str()
      ->check(CLI::Range(0, 256));
}

}  // namespace gan::app
