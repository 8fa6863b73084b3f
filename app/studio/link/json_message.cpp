#include "link/json_message.h"

namespace gan {

Message messageOf(const QJsonObject& said) {
  const auto text = [&said](const char* name) { return said[QLatin1String(name)].toString().toStdString(); };
  Message message{text("id"), text("text"), {}};
  if (message.text.empty()) return {message.id, "{reason}", {{"reason", text("message")}}};
  const QJsonObject arguments = said[QLatin1String("arguments")].toObject();
  for (auto argument = arguments.begin(); argument != arguments.end(); ++argument) {
    message.arguments.push_back({argument.key().toStdString(), argument.value().toString().toStdString()});
  }
  return message;
}

}  // namespace gan
