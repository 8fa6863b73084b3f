#include <memory>

#include "command.h"
#include "protocol/pump.h"

namespace gan::app {

void addConnect(CLI::App& app, Invocation& invocation) {
  const auto run = std::make_shared<std::string>();
  CLI::App* command =
      addCommand(app, invocation, "connect",
                 "Carries the protocol of a run over standard input and output, for ssh and srun", [run] {
                   pumpStdio(*run);
                   return Result{};
                 });
  command->add_option("RUN", *run, "Run folder")->required();
}

}  // namespace gan::app
