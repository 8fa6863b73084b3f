#include "command.h"

#include <utility>

#include "run/message_json.h"

namespace gan::app {

nlohmann::json messageFacts(const Message& message) {
  nlohmann::json facts = json::messageJson(message);
  facts["message"] = message.english();
  return facts;
}

CLI::App* addCommand(CLI::App& app, Invocation& invocation, const std::string& name, const std::string& description,
                     std::function<Result()> run) {
  CLI::App* command = app.add_subcommand(name, description);
  command->add_flag("--json", invocation.json, "End with one JSON object as the last line of standard output");
  command->callback([&invocation, run = std::move(run)] { invocation.run = run; });
  return command;
}

}  // namespace gan::app
