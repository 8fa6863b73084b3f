#pragma once

#include <QJsonObject>

#include "core/message.h"

namespace gan {

/// What a gan-engine says: its "text" with "arguments" where they are there, so that it can be translated, otherwise
/// the finished "message".
Message messageOf(const QJsonObject& said);

}  // namespace gan
