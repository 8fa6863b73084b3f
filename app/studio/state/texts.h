#pragma once

#include <QString>

#include "config/preset.h"
#include "config/sample_point.h"
#include "config/schema.h"
#include "controls/setting.h"
#include "core/error.h"
#include "core/message.h"
#include "run/event.h"
#include "style/plain_text.h"

namespace gan {

/// What the engine says, in the language of the window. The engine's English texts are looked up in the contexts
/// "Engine" (messages, with {placeholders}) and "Schema" (titles, help, units); what has no translation stays English.
QString translated(const Message& message);
QString translated(const Error& error);
/// What a preset says it trains.
QString summaryOf(const Preset& preset);
/// The field as forms show it.
Setting settingOf(const Field& field);
QString fieldTitle(const Schema& schema, const std::string& path);
QVariant toVariant(const Value& value);
/// Empty when the variant has no such type.
std::optional<Value> toValue(const Field& field, const QVariant& variant);

/// Its line of text, for whichever checkpoint.
QString lineWithoutStep(SamplePoint point);

QString statusText(RunStatus status);
QString commandText(CommandKind kind);
/// A sentence for the log and the chart's marks.
QString eventText(const Event& event, const Schema& schema);

}  // namespace gan
