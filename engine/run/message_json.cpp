#include "run/message_json.h"

namespace gan::json {

Json messageJson(const Message& message) {
  Json json = {{"id", message.id}, {"text", message.text}, {"arguments", Json::object()}};
  for (const ErrorArgument& argument : message.arguments) json["arguments"][argument.name] = argument.value;
  return json;
}

/// What is not there is empty, so that journals of other versions can be read. Earlier ones held a plain text.
Message readMessage(const Members& parent, std::string_view name) {
  Message message;
  if (!parent.has(name)) return message;
  if (parent.json().at(std::string(name)).is_string()) return {{}, parent.text(name), {}};
  const Members in = parent.object(name);
  if (in.has("id")) message.id = in.text("id");
  if (in.has("text")) message.text = in.text("text");
  if (!in.has("arguments")) return message;
  const Members arguments = in.object("arguments");
  for (const auto& item : arguments.json().items()) {
    message.arguments.push_back({item.key(), arguments.text(item.key())});
  }
  return message;
}

}  // namespace gan::json
