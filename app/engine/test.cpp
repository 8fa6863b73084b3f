#include <unistd.h>

#include <memory>
#include <numeric>
#include <optional>

#include "command.h"
#include "console.h"
#include "core/random_hex.h"
#include "core/units.h"
#include "data_options.h"
#include "device_plan.h"
#include "launch.h"
#include "meet_ranks.h"
#include "parse_step.h"
#include "run/kept_tests.h"
#include "run/run_folder.h"
#include "session/ranks.h"
#include "session/test_run.h"
#include "stop_signal.h"
#include "test_facts.h"

namespace gan::app {
namespace {

struct Options {
  std::string run;
  std::string split = "test";
  std::string data;
  std::string step = "latest";
  ProcessOptions processes;
};

constexpr std::size_t kMostClassesInTable = 20;

std::string percent(double share) { return fixed(100 * share, 2) + " %"; }

/// One row a class: its images, how many of them were named right, and as what; for many classes without the last.
std::string table(const KeptTest& tested) {
  const bool whole = tested.classes.size() <= kMostClassesInTable;
  std::vector<std::vector<std::string>> rows = {{"class", "images", "right"}};
  for (std::size_t d = 0; whole && d < tested.classes.size(); ++d) rows.front().push_back(printable(tested.classes[d]));
  for (std::size_t c = 0; c < tested.classes.size(); ++c) {
    const std::vector<std::int64_t>& counts = tested.confusion[c];
    const std::int64_t images = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
    const double share = static_cast<double>(counts[c]) / static_cast<double>(images);
    rows.push_back({printable(tested.classes[c]), formatCount(images), images == 0 ? "-" : percent(share)});
    for (std::size_t d = 0; whole && d < counts.size(); ++d) rows.back().push_back(formatCount(counts[d]));
  }
  return formatTable(rows);
}

/// In the run's folder, where the window finds it; empty: nobody may write there, or there are too many classes.
std::string placeToKeep(const RunFolder& run) {
  const bool readable = run.config().integer("model.classes") <= static_cast<std::int64_t>(kMostKeptClasses);
  if (!readable || ::access(run.path().c_str(), W_OK) != 0) return {};
  std::string id = formatUtc(unixSeconds());
  std::erase_if(id, [](char c) { return c == '-' || c == ':'; });
  return id + "-" + randomHex(4);
}

Message testLost() {
  return Message{"test_rank_lost",
                 "The test on {size} processes has ended because {what}. Test again when the cause is gone.",
                 {}};
}

Result resultOf(const Options& options, const std::string& checkpoint, const KeptTest& tested) {
  Result result;
  result.text = checkpoint + " on " + formatCount(tested.images) + " images of " + tested.data + ": loss " +
                fixed(tested.loss, 4) + ", top-1 " + percent(tested.top1) + ", top-5 " + percent(tested.top5) +
                "\n\nA row for each class, with what its images were called.\n" + table(tested);
  result.facts = testFacts(checkpoint, tested);
  result.facts["run"] = options.run;
  return result;
}

/// What one of the ranks does; rank 0 chooses the checkpoint, keeps what was found and tells it.
Result testHere(const Options& options, const DevicePlan& plan, Ranks& ranks, ProgressMonitor& monitor) {
  std::optional<RunFolder> run;
  ranks.onAll([&] { run = RunFolder::open(options.run); });
  TestRunOptions wished;
  wished.split = dataSplit(options.split);
  wished.data = options.data;
  wished.device = plan.device.name;
  std::string kept;
  ranks.leadThrough([&] {
    wished.step = chooseStep(*run, options.step);
    kept = placeToKeep(*run);
    if (!kept.empty()) wished.sheets = testFolder(run->path(), kept);
  });
  auto [checkpoint, tested] = testRun(*run, wished, ranks, monitor);
  if (!ranks.leads()) {
    return {.text = "Process " + ranks.describe() + " has tested its share of the images.",
            .facts = {{"run", options.run}, {"rank", ranks.world().rank}}};
  }
  if (!kept.empty()) {
    tested.id = kept;
    tested.unix_seconds = unixSeconds();
    keepTest(run->path(), tested);
  }
  return resultOf(options, checkpoint, tested);
}

Result test(const Options& options) {
  requireOneDevice(options.processes.devices);
  StopSignal signal;
  const DevicePlan plan = planDevices(options.processes);
  if (plan.starts()) return launchWorkers(options.processes, plan, {}, signal, testLost());
  const std::unique_ptr<Ranks> ranks =
      meetRanks(options.processes, plan.device, sameBits(options.run), [&signal] { return signal.asked(); });
  return withMonitor(signal, [&](ProgressMonitor& monitor) { return testHere(options, plan, *ranks, monitor); });
}

}  // namespace

void addTest(CLI::App& app, Invocation& invocation) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = addCommand(
      app, invocation, "test",
      "Tests a classifier's run: loss, top-1, top-5 and which classes are taken for which; kept in its folder, where "
      "the window shows it with images of each",
      [options] { return test(*options); });
  command->add_option("RUN", options->run, "Run folder")->required();
  addTestSplitOption(*command, options->split);
  command->add_option("--data", options->data, "Where the images are, when not where the run has them");
  command->add_option("--step", options->step, "latest, best (by score), or the step of a checkpoint")
      ->capture_default_str();
  addProcessOptions(*command, options->processes);
  CLI::Option* devices = command->get_option("--devices");
  devices->description(
      "Where to compute: auto, cpu, all, free, free:N, or the numbers of GPUs as in 0 or 0,1; with several a process "
      "starts for each");
  command->add_option("--device", options->processes.devices, "The same as --devices")->excludes(devices);
  command->get_option("--processes")
      ->description(
          "Share the images among so many processes on this machine; srun, torchrun and mpirun do likewise. On the CPU "
          "what is found has the same bits on any number of them");
}

}  // namespace gan::app
