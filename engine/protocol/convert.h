#pragma once

#include "config/evaluation_order.h"
#include "config/latent_walk.h"
#include "config/schema.h"
#include "core/message.h"
#include "run/command.h"

namespace google::protobuf {
class Message;
}
namespace ganstudio::v1 {
class Value;
class CommandReply;
class SchemaReply;
class ErrorInfo;
class InterpolateRequest;
class EvaluationExport;
}  // namespace ganstudio::v1

namespace gan {

/// Configuration, sentences and answers as messages. What comes from a message is checked like any text from outside.

void toMessage(const Value& value, ganstudio::v1::Value& message);
/// Throws Error(kInvalidArgument, "value_missing") when the message holds no value (or one of a kind unknown here).
Value fromMessage(const ganstudio::v1::Value& message);

ganstudio::v1::SchemaReply toMessage(const Schema& schema);
/// An engine's schema, so that a client offers what that engine knows.
/// Throws Error(kInvalidArgument, "schema_bad_field") that names the field.
Schema fromMessage(const ganstudio::v1::SchemaReply& message);

void toMessage(const Message& sentence, ganstudio::v1::ErrorInfo& message);
/// Arguments come sorted by name.
Message fromMessage(const ganstudio::v1::ErrorInfo& message);

/// Throws Error(kInvalidArgument) as samplePointFromText(), pathKind() and checkWalk() do.
LatentWalk walkOf(const ganstudio::v1::InterpolateRequest& request);

void toMessage(const EvaluationOrder& order, ganstudio::v1::EvaluationExport& message);
/// As it was sent: whoever makes the evaluation checks it.
EvaluationOrder fromMessage(const ganstudio::v1::EvaluationExport& message);

ganstudio::v1::CommandReply toMessage(const CommandAnswer& answer);
/// A result that this version has no name for is kUnknown: what became of the command, the journal tells.
CommandAnswer fromMessage(const ganstudio::v1::CommandReply& message);

/// Throws Error(kUnsupported, "unsupported_field") when the message, or one inside it, holds fields that this build
/// does not know: to ignore them would be to do something else than what was asked.
void refuseUnknownFields(const google::protobuf::Message& message);

}  // namespace gan
