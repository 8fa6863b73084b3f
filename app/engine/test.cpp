#include <unistd.h>

#include <memory>
#include <numeric>

#include "command.h"
#include "console.h"
#include "core/random_hex.h"
#include "core/units.h"
#include "device.h"
#include "device_plan.h"
#include "parse_step.h"
#include "run/kept_tests.h"
#include "run/run_folder.h"
#include "session/test_run.h"

namespace gan::app {
namespace {

struct Options {
  std::string run;
  std::string split = "test";
  std::string data;
  std::string step = "latest";
  std::string device = "auto";
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

Result test(const Options& options) {
  requireOneDevice(options.device);
  const RunFolder run = RunFolder::open(options.run);
  const std::string kept = placeToKeep(run);
  TestRunOptions wished;
  if (!kept.empty()) wished.sheets = testFolder(run.path(), kept);
  wished.split = dataSplit(options.split);
  wished.data = options.data;
  wished.step = chooseStep(run, options.step);
  wished.device = chooseDevice(parseDevices(options.device), World(), gpuAccess()).name;
  auto [checkpoint, tested] = testRun(run, wished);
  if (!kept.empty()) {
    tested.id = kept;
    tested.unix_seconds = unixSeconds();
    keepTest(run.path(), tested);
  }
  Result result;
  result.text = checkpoint + " on " + formatCount(tested.images) + " images of " + tested.data + ": loss " +
                fixed(tested.loss, 4) + ", top-1 " + percent(tested.top1) + ", top-5 " + percent(tested.top5) +
                "\n\nA row for each class, with what its images were called.\n" + table(tested);
  result.facts = {{"run", options.run},      {"checkpoint", checkpoint},  {"data", tested.data},
                  {"images", tested.images}, {"loss", tested.loss},       {"top1", tested.top1},
                  {"top5", tested.top5},     {"classes", tested.classes}, {"confusion", tested.confusion}};
  return result;
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
  command->add_option("--split", options->split, "Part of the data: test, val or train")
      ->capture_default_str()
      ->check(CLI::IsMember({"test", "val", "train"}));
  command->add_option("--data", options->data, "Where the images are, when not where the run has them");
  command->add_option("--step", options->step, "latest, best (by score), or the step of a checkpoint")
      ->capture_default_str();
  command->add_option("--device", options->device, "cpu, a GPU's number or auto")->capture_default_str();
}

}  // namespace gan::app
