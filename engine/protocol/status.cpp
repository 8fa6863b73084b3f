#include "protocol/status.h"

#include <grpcpp/support/status.h>

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "protocol/convert.h"
#include "protocol/studio.pb.h"
#include "protocol/utf8.h"

namespace gan {
namespace {

struct CodePair {
  ErrorCode error;
  grpc::StatusCode status;
};

/// Both directions; where several rows hold the same status, the first decides what it means.
constexpr std::array<CodePair, 15> kCodes{{
    {ErrorCode::kInvalidArgument, grpc::StatusCode::INVALID_ARGUMENT},
    {ErrorCode::kNotFound, grpc::StatusCode::NOT_FOUND},
    {ErrorCode::kAlreadyExists, grpc::StatusCode::ALREADY_EXISTS},
    {ErrorCode::kFailedPrecondition, grpc::StatusCode::FAILED_PRECONDITION},
    {ErrorCode::kDataLoss, grpc::StatusCode::DATA_LOSS},
    {ErrorCode::kResourceExhausted, grpc::StatusCode::RESOURCE_EXHAUSTED},
    {ErrorCode::kPermissionDenied, grpc::StatusCode::PERMISSION_DENIED},
    {ErrorCode::kPermissionDenied, grpc::StatusCode::UNAUTHENTICATED},
    {ErrorCode::kUnavailable, grpc::StatusCode::UNAVAILABLE},
    {ErrorCode::kUnavailable, grpc::StatusCode::DEADLINE_EXCEEDED},
    {ErrorCode::kUnsupported, grpc::StatusCode::UNIMPLEMENTED},
    {ErrorCode::kCancelled, grpc::StatusCode::CANCELLED},
    {ErrorCode::kPeerLost, grpc::StatusCode::ABORTED},
    {ErrorCode::kDiverged, grpc::StatusCode::ABORTED},
    {ErrorCode::kInternal, grpc::StatusCode::INTERNAL},
}};

constexpr std::size_t kMaxMessageBytes = 1024;  // percent-encoding can triple it
constexpr std::size_t kMaxDetailBytes = 3072;

/// At most size bytes, cut between characters.
std::string cut(std::string_view text, std::size_t size) {
  std::string result = toUtf8(text);
  if (result.size() <= size) return result;
  while (size > 0 && (static_cast<unsigned char>(result[size]) & 0xc0U) == 0x80) --size;
  return result.substr(0, size) + "...";
}

std::optional<ErrorCode> codeFromName(std::string_view name) {
  for (const CodePair& pair : kCodes) {
    if (errorCodeName(pair.error) == name) return pair.error;
  }
  return std::nullopt;
}

ErrorCode codeFromStatus(grpc::StatusCode code) {
  for (const CodePair& pair : kCodes) {
    if (pair.status == code) return pair.error;
  }
  return ErrorCode::kInternal;
}

void putSentence(const std::string& text, const std::vector<ErrorArgument>& arguments, ganstudio::v1::ErrorInfo& info) {
  info.set_text(cut(text, kMaxMessageBytes));
  for (const ErrorArgument& argument : arguments) {
    const std::string name = cut(argument.name, 64);
    (*info.mutable_arguments())[name] = cut(argument.value, kMaxMessageBytes);
    if (!argument.text.empty()) putSentence(argument.text, argument.arguments, (*info.mutable_sentences())[name]);
  }
}

/// Of a code that this build does not know it is one of `otherwise`.
Error errorFrom(const ganstudio::v1::ErrorInfo& info, ErrorCode otherwise) {
  Message message = fromMessage(info);
  return {codeFromName(info.code()).value_or(otherwise), message.id, message.text, std::move(message.arguments)};
}

}  // namespace

void toMessage(const Error& error, ganstudio::v1::ErrorInfo& info) {
  info.set_code(std::string(errorCodeName(error.code())));
  info.set_id(cut(error.id(), 128));
  putSentence(error.text(), error.arguments(), info);
  if (info.ByteSizeLong() > kMaxDetailBytes) info.clear_sentences();
  if (info.ByteSizeLong() > kMaxDetailBytes) {
    info.set_text(cut(error.message(), kMaxMessageBytes));
    info.clear_arguments();
  }
}

Error errorFrom(const ganstudio::v1::ErrorInfo& info) { return errorFrom(info, ErrorCode::kInternal); }

grpc::Status toStatus(const Error& error) {
  ganstudio::v1::ErrorInfo info;
  toMessage(error, info);
  grpc::StatusCode code = grpc::StatusCode::INTERNAL;
  for (const CodePair& pair : kCodes) {
    if (pair.error != error.code()) continue;
    code = pair.status;
    break;
  }
  return {code, cut(error.message(), kMaxMessageBytes), info.SerializeAsString()};
}

Error toError(const grpc::Status& status, std::string_view call, std::string_view address) {
  ganstudio::v1::ErrorInfo info;
  if (!status.error_details().empty() && info.ParseFromString(status.error_details()) && !info.id().empty()) {
    return errorFrom(info, codeFromStatus(status.error_code()));
  }
  const std::vector<ErrorArgument> arguments{
      {"call", std::string(call)}, {"address", std::string(address)}, {"reason", status.error_message()}};
  switch (status.error_code()) {
    case grpc::StatusCode::UNIMPLEMENTED:
      return {ErrorCode::kUnsupported, "unsupported_call",
              "The engine at {address} does not know the call {call}; it is older than this program. Update the "
              "engine, or do without.",
              arguments};
    case grpc::StatusCode::UNAVAILABLE:
      return {ErrorCode::kUnavailable, "engine_unreachable",
              "The engine at {address} cannot be reached ({reason}). It may have ended or be restarting; try again in "
              "a moment.",
              arguments};
    case grpc::StatusCode::DEADLINE_EXCEEDED:
      return {ErrorCode::kUnavailable, "engine_timeout",
              "The engine at {address} did not answer {call} in time. It may be busy, stopped or cut off; try again, "
              "or with a longer time-out.",
              arguments};
    default:
      return {codeFromStatus(status.error_code()), "call_failed", "The engine at {address} failed in {call}: {reason}",
              arguments};
  }
}

}  // namespace gan
