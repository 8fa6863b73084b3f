#include <filesystem>
#include <memory>

#include "core/units.h"
#include "data/stage.h"
#include "data_options.h"
#include "interop/data_source.h"

namespace gan::app {
namespace {

struct StageWishes {
  std::string source;
  std::string to;
  int threads = 4;
};

Result stage(const StageWishes& options, ProgressMonitor& monitor) {
  requireName("SOURCE", options.source);
  requireName("--to", options.to);
  if (!options.source.starts_with("s3:")) dataSourceAt(options.source);  // says what is no data set before a long copy
  const Staged staged = stageData(options.source, {.to = options.to, .threads = options.threads}, monitor);
  Result result;
  const std::string path = staged.path.string();
  result.text = formatCount(staged.files) + " files, " + formatBytes(staged.bytes) + ", in " + path + "; " +
                (staged.copied == 0 ? "they were there already" : formatCount(staged.copied) + " were copied now") +
                ". Train from them with --data " + path +
                ", or let train stage by itself with --set data.stage_to=" + options.to + ".";
  result.facts = {{"path", path}, {"files", staged.files}, {"bytes", staged.bytes}, {"copied", staged.copied}};
  return result;
}

}  // namespace

void addDataStage(CLI::App& data, Invocation& invocation) {
  const auto options = std::make_shared<StageWishes>();
  CLI::App* command = addCommand(
      data, invocation, "stage",
      "Copies images to a disk of this machine, once however many processes ask; goes on where it was interrupted",
      [options] { return withMonitor([&](ProgressMonitor& monitor) { return stage(*options, monitor); }); });
  command->add_option("SOURCE", options->source, "A folder or file of images")->required();
  command->add_option("--to", options->to, "Folder on the machine's own disk")->required();
  command->add_option("--threads", options->threads, "Files that are copied at a time")
      ->capture_default_str()
      ->check(CLI::Range(1, 64));
}

}  // namespace gan::app
