#pragma once

#include "core/message.h"
#include "run/json.h"

/// How messages stand in JSON. For .cpp files that see nlohmann's header anyway, as run/json.h.
namespace gan::json {

Json messageJson(const Message& message);
/// The member of that name; an empty message where there is none.
Message readMessage(const Members& parent, std::string_view name);

}  // namespace gan::json
