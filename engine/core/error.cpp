#include "core/error.h"

#include <algorithm>
#include <utility>

namespace gan {

std::string_view errorCodeName(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument:
      return "invalid_argument";
    case ErrorCode::kNotFound:
      return "not_found";
    case ErrorCode::kAlreadyExists:
      return "already_exists";
    case ErrorCode::kFailedPrecondition:
      return "failed_precondition";
    case ErrorCode::kDataLoss:
      return "data_loss";
    case ErrorCode::kResourceExhausted:
      return "resource_exhausted";
    case ErrorCode::kPermissionDenied:
      return "permission_denied";
    case ErrorCode::kUnavailable:
      return "unavailable";
    case ErrorCode::kUnsupported:
      return "unsupported";
    case ErrorCode::kCancelled:
      return "cancelled";
    case ErrorCode::kDiverged:
      return "diverged";
    case ErrorCode::kPeerLost:
      return "peer_lost";
    case ErrorCode::kInternal:
      return "internal";
  }
  return "internal";
}

Error::Error(ErrorCode code, std::string_view id, std::string_view text, std::vector<ErrorArgument> arguments)
    : code_(code),
      id_(id),
      text_(text),
      arguments_(std::move(arguments)),
      message_(fillPlaceholders(text_, arguments_)),
      what_(id_ + ": " + message_) {}

std::string fillPlaceholders(std::string_view text, const std::vector<ErrorArgument>& arguments) {
  std::string filled;
  filled.reserve(text.size());
  while (!text.empty()) {
    const std::size_t open = text.find('{');
    filled.append(text.substr(0, open));
    if (open == std::string_view::npos) break;
    text.remove_prefix(open);
    const std::size_t close = text.find('}');
    const std::string_view name = close == std::string_view::npos ? std::string_view{} : text.substr(1, close - 1);
    const auto argument = std::ranges::find(arguments, name, &ErrorArgument::name);
    if (close == std::string_view::npos || argument == arguments.end()) {
      // Only the brace is kept here, so that a placeholder behind a lone brace is still found.
      filled.push_back('{');
      text.remove_prefix(1);
    } else {
      filled.append(argument->value);
      text.remove_prefix(close + 1);
    }
  }
  return filled;
}

}  // namespace gan
