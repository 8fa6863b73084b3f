#include "core/message.h"

#include "core/reason_of.h"

namespace gan {

Message messageOf(const std::exception& error) {
  if (const auto* ours = dynamic_cast<const Error*>(&error)) return {ours->id(), ours->text(), ours->arguments()};
  return {"internal", "{reason}", {{"reason", reasonOf(error)}}};
}

}  // namespace gan
