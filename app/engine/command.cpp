#include "command.h"

#include <utility>

namespace gan::app {

nlohmann::json messageFacts(const Message& message) {
  nlohmann::json arguments = nlohmann::json::object();
  for (const ErrorArgument& argument : message.arguments) arguments[argument.name] = argument.value;
  return {{"id", message.id}, {"message", message.english()}, {"text", message.text}, {"arguments", arguments}};
}

CLI::App* addCommand(CLI::App& app, Invocation& invocation, const std::string& name, const std::string& description,
                     std::function<Result()> run) {
  CLI::App* command = app.add_subcommand(name, description);
  command->add_flag("--json", invocation.json, "End with one JSON object as the last line of standard output");
  command->callback([&invocation, run = std::move(run)] { invocation.run = run; });
  return command;
}

}  // namespace gan::app
