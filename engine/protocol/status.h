#pragma once

#include <string_view>

#include "core/error.h"

namespace grpc {
class Status;
}

namespace ganstudio::v1 {
class ErrorInfo;
}

namespace gan {

/// An error inside a message. What is longer than a status may hold is cut.
void toMessage(const Error& error, ganstudio::v1::ErrorInfo& info);
/// The reverse; a code that this build does not know is kInternal.
Error errorFrom(const ganstudio::v1::ErrorInfo& info);

/// An error as it travels: a sentence for people, and an ErrorInfo in the details for translation.
/// What does not fit into gRPC's 8 KiB of metadata is cut.
grpc::Status toStatus(const Error& error);

/// The error that a failed call stands for: the engine's own one where there are details, else one worded from the
/// status. call and address name what failed.
Error toError(const grpc::Status& status, std::string_view call, std::string_view address);

}  // namespace gan
