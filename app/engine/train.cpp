#include <memory>

#include "command.h"
#include "device.h"
#include "run_training.h"
#include "service/run_service.h"
#include "session/create_run.h"
#include "train_options.h"

namespace gan::app {
namespace {

struct Options : TrainOptions {
  std::string devices = "auto";
  ServeOptions serve;
};

Result train(const Options& options) {
  StopSignal signal;
  const RunConfig config = configure(options);
  if (!options.serve.listen.empty()) checkListenAddress(options.serve.listen);
  const std::string device = chooseDevice(options.devices);
  const RunFolder folder = createRun(runPath(options), config, options.preset);
  SessionOptions session;
  session.device = device;
  return runTraining(folder, std::move(session), options.serve, signal);
}

}  // namespace

void addTrain(CLI::App& app, Invocation& invocation) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = addCommand(app, invocation, "train", "Trains a new run", [options] { return train(*options); });
  addTrainOptions(*command, *options);
  command->add_option("--devices", options->devices, "auto, cpu, or the number of a GPU")->capture_default_str();
  command->add_option("--listen", options->serve.listen, "Also serve clients of other machines at HOST:PORT, over TLS");
}

}  // namespace gan::app
