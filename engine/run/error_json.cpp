#include "run/error_json.h"

#include "run/json.h"
#include "run/message_json.h"

namespace gan {

std::string toJson(const Error& error) {
  return json::line({{"code", errorCodeName(error.code())}, {"message", json::messageJson(messageOf(error))}});
}

Error errorFromJson(std::string_view text, std::string_view source) {
  const json::Origin origin{"error_unreadable", source,
                            "The processes are not of one build; start the same one on all."};
  const json::Json object = json::parseObject(text, origin);
  const json::Members in(object, origin);
  const auto code = in.choice("code", errorCodeName, ErrorCode::kInternal);
  const Message message = json::readMessage(in, "message");
  return {code, message.id, message.text, message.arguments};
}

std::optional<CommandEnd> commandEndFromJson(std::string_view line) {
  const json::Origin origin{"error_unreadable", line, "The processes are not of one build; start the same one on all."};
  try {
    const json::Json object = json::parseObject(line, origin);
    const json::Members in(object, origin);
    if (!in.has("error")) return CommandEnd{};
    return CommandEnd{json::readMessage(in, "error")};
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace gan
