#include "service/export_worker.h"

#include <unistd.h>

#include <memory>
#include <optional>

#include "command.h"
#include "core/log.h"
#include "device.h"
#include "make_evaluation.h"
#include "make_export.h"
#include "picture_process.h"
#include "run/run_folder.h"
#include "service/export_memory.h"
#include "service/picture_desk.h"

namespace gan::app {
namespace {

struct Options {
  std::string run;
  std::string try_out;
  EvaluationHelper helper;
};

constexpr int kNiceness = 10;  // nobody waits for an export as they wait for a training, or for a picture

Result work(const Options& options) {
  const ExportStore store(options.run);
  log::setFile(store.workerLog());
  beFirstToGo();
  if (options.helper.id.empty()) {  // a helper is as nice as who started it, who waits for its shares
    [[maybe_unused]] const int niceness = ::nice(kNiceness);
  }
  std::optional<std::string> device;
  // What cannot be had is an error of the export.
  const MakeExport make = [&](const ExportTask& task, ProgressMonitor& monitor) {
    const RunConfig config = RunFolder::open(task.run).config();
    PictureDesk::requireEnabled(config);
    requireExportMemory(task, config);
    if (!device) device = chooseDevice(parseDevices(config.text("sampler.device")), World(), gpuAccess()).name;
    return makeExport(task, *device, static_cast<int>(config.integer("sampler.threads")), monitor);
  };
  try {
    if (!options.helper.id.empty()) {
      helpEvaluation(exportTask(store, options.helper.id), options.helper);
      return {};
    }
    options.try_out.empty() ? workOnExports(store, make) : tryExport(store.run(), options.try_out, make);
  } catch (const std::exception& error) {
    log::error(error.what());  // nobody reads what this process prints
    throw;
  }
  return {};
}

}  // namespace

void addExportWorker(CLI::App& app, Invocation& invocation) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = addCommand(app, invocation, "export-worker", "Makes the exports of a run that wait or stopped",
                                 [options] { return work(*options); });
  command->group("");  // for engines, not for people
  command->add_option("RUN", options->run, "Run folder")->required();
  addHelperOptions(*command, options->helper);
  command->add_option("--try", options->try_out, "Only try the request in this folder out");
}

}  // namespace gan::app
