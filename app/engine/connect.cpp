#include <filesystem>
#include <memory>

#include "command.h"
#include "protocol/pump.h"
#include "service/host_server.h"

namespace gan::app {
namespace {

struct ConnectOptions {
  std::string run;
  bool here = false;
};

Result connect(const ConnectOptions& options) {
  if (options.run.empty()) {
    serveHostOverStdio(std::filesystem::read_symlink("/proc/self/exe").string());
  } else {
    pumpStdio(options.run, options.here ? Reach::kThisMachine : Reach::kItsJob);
  }
  return Result{};
}

}  // namespace

void addConnect(CLI::App& app, Invocation& invocation) {
  const auto options = std::make_shared<ConnectOptions>();
  CLI::App* command = addCommand(
      app, invocation, "connect",
      "Carries the protocol over standard input and output, for ssh and srun: without RUN to all runs of this "
      "machine",
      [options] { return connect(*options); });
  command->add_option("RUN", options->run,
                      "Run folder: to its engine alone, if need be by a step of the Slurm job in which that works");
  command->add_flag("--here", options->here, "Only to an engine on this machine")->group("");
}

}  // namespace gan::app
