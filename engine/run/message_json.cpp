#include "run/message_json.h"

namespace gan::json {
namespace {

/// A value that is a sentence stands among "sentences" as well: readers that do not know these show its English.
void putArguments(Json& json, const std::vector<ErrorArgument>& arguments) {
  json["arguments"] = Json::object();
  for (const ErrorArgument& argument : arguments) {
    json["arguments"][argument.name] = argument.value;
    if (argument.text.empty()) continue;
    Json& sentence = json["sentences"][argument.name];
    sentence["text"] = argument.text;
    putArguments(sentence, argument.arguments);
  }
}

std::vector<ErrorArgument> readArguments(const Members& in, int depth) {
  std::vector<ErrorArgument> read;
  if (!in.has("arguments")) return read;
  const Members arguments = in.object("arguments");
  for (const auto& item : arguments.json().items()) read.push_back({item.key(), arguments.text(item.key())});
  if (depth == 0 || !in.has("sentences")) return read;
  const Members sentences = in.object("sentences");
  for (ErrorArgument& argument : read) {
    if (!sentences.has(argument.name)) continue;
    const Members sentence = sentences.object(argument.name);
    argument.text = sentence.text("text");
    argument.arguments = readArguments(sentence, depth - 1);
  }
  return read;
}

}  // namespace

Json messageJson(const Message& message) {
  Json json = {{"id", message.id}, {"text", message.text}};
  putArguments(json, message.arguments);
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
  message.arguments = readArguments(in, kMaxInnerSentences);
  return message;
}

}  // namespace gan::json
