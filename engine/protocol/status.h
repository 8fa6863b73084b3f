#pragma once

#include <string_view>

#include "core/error.h"

namespace grpc {
class Status;
}

namespace gan {

/// An error as it travels: a sentence for people, and an ErrorInfo in the details for translation.
/// What does not fit into gRPC's 8 KiB of metadata is cut.
grpc::Status toStatus(const Error& error);

/// The error that a failed call stands for: the engine's own one where there are details, else one worded from the
/// status. call and address name what failed.
Error toError(const grpc::Status& status, std::string_view call, std::string_view address);

}  // namespace gan
