#include "command.h"

namespace gan::app {

void addData(CLI::App& app, Invocation& invocation) {
  CLI::App* data = app.add_subcommand("data", "Looks at images, and prepares them for training");
  data->require_subcommand(1);
  addDataInspect(*data, invocation);
  addDataPrepare(*data, invocation);
  addDataStage(*data, invocation);
  addDataTune(*data, invocation);
}

}  // namespace gan::app
