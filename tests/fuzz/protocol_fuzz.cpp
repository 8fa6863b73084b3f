#include <grpcpp/support/status.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>

#include "core/error.h"
#include "protocol/convert.h"
#include "protocol/status.h"
#include "protocol/studio.pb.h"
#include "service/messages.h"

// The first byte chooses a type of message, the rest is one as it comes from the network. What can be parsed is checked
// and converted as a server or client does; it is refused with an Error or means something valid.
namespace {

namespace v1 = ganstudio::v1;

/// What both sides do with every message.
template <class Message>
bool parse(std::string_view bytes, Message& message) {
  if (!message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return false;
  gan::refuseUnknownFields(message);
  return true;
}

template <class Message>
void parseOnly(std::string_view bytes) {
  Message message;
  parse(bytes, message);
}

void command(std::string_view bytes) {
  v1::CommandRequest message;
  if (!parse(bytes, message)) return;
  const gan::Command command = gan::commandFromMessage(message, gan::Schema::builtin());
  for (const gan::Assignment& assignment : command.values) {
    const gan::Field& field = gan::Schema::builtin().at(assignment.path);
    if (gan::checkValue(field, assignment.value) != assignment.value) std::abort();
  }
}

void schema(std::string_view bytes) {
  v1::SchemaReply message;
  if (!parse(bytes, message)) return;
  const gan::Schema schema = gan::fromMessage(message);
  const gan::Schema again = gan::fromMessage(gan::toMessage(schema));
  if (again.fields().size() != schema.fields().size()) std::abort();
}

void value(std::string_view bytes) {
  v1::Value message;
  if (!parse(bytes, message)) return;
  const gan::Value value = gan::fromMessage(message);
  v1::Value again;
  gan::toMessage(value, again);
  if (again.kind_case() != message.kind_case()) std::abort();
}

void status(std::string_view bytes) {
  const grpc::Status sent(static_cast<grpc::StatusCode>(bytes.size() % 17), "reason", std::string(bytes));
  const gan::Error error = gan::toError(sent, "Call", "address");
  gan::toError(gan::toStatus(error), "Call", "address");
}

using Target = void (*)(std::string_view);
constexpr Target kTargets[] = {
    command,
    schema,
    value,
    status,
    parseOnly<v1::WatchRequest>,
    parseOnly<v1::WatchUpdate>,
    parseOnly<v1::SeriesRequest>,
    parseOnly<v1::SeriesReply>,
    parseOnly<v1::RunInfo>,
    parseOnly<v1::ListSamplesRequest>,
    parseOnly<v1::SampleList>,
    parseOnly<v1::GetSampleRequest>,
    parseOnly<v1::SampleData>,
    parseOnly<v1::CheckpointList>,
    parseOnly<v1::CommandReply>,
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    kTargets[data[0] % std::size(kTargets)](bytes.substr(1));
  } catch (const gan::Error&) {
    return 0;
  }
  return 0;
}
