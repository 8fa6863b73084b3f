#include "core/message.h"

#include "core/reason_of.h"

namespace gan {
namespace {

void keepInnerSentences(ErrorArgument& argument, int depth) {
  if (depth == 0) {
    argument.text.clear();
    argument.arguments.clear();
  }
  for (ErrorArgument& inner : argument.arguments) keepInnerSentences(inner, depth - 1);
}

}  // namespace

Message messageOf(const std::exception& error) {
  if (const auto* ours = dynamic_cast<const Error*>(&error)) return {ours->id(), ours->text(), ours->arguments()};
  return {"internal", "{reason}", {{"reason", reasonOf(error)}}};
}

ErrorArgument because(const Message& why) {
  ErrorArgument reason{"reason", why.english(), why.text, why.arguments};
  keepInnerSentences(reason, kMaxInnerSentences);
  return reason;
}

ErrorArgument because(const std::exception& error) {
  if (dynamic_cast<const Error*>(&error) == nullptr) return {"reason", reasonOf(error)};
  return because(messageOf(error));
}

}  // namespace gan
