#include "link/client_calls.h"

#include <utility>

#include "core/error.h"
#include "core/log.h"
#include "core/random_hex.h"
#include "protocol/convert.h"
#include "protocol/run_client.h"
#include "protocol/studio.pb.h"
#include "protocol/utf8.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;

v1::CommandRequest toRequest(const Command& command) {
  v1::CommandRequest request;
  request.set_id(toUtf8(command.id.empty() ? randomHex(16) : command.id));
  request.set_client(toUtf8(command.client));
  request.set_kind(std::string(commandKindName(command.kind)));
  for (const Assignment& value : command.values) {
    toMessage(value.value, (*request.mutable_values())[toUtf8(value.path)]);
  }
  if (command.step >= 0) request.set_step(command.step);
  request.set_path(toUtf8(command.path));
  return request;
}

}  // namespace

void sendCommand(RunClient& client, const Command& command, RunSource::Answered answered) {
  const auto refuse = [answered](const Error& error) { answered({CommandResult::kRefused, 0, messageOf(error)}); };
  client.command(
      toRequest(command), {},
      {.on_reply = [answered](const v1::CommandReply& reply) { answered(fromMessage(reply)); }, .on_failure = refuse});
}

std::optional<SamplerLoad> samplerLoadOf(RunClient& client) {
  const v1::RunInfo info = client.run();
  if (!info.has_sampler()) return std::nullopt;
  return SamplerLoad{info.sampler().cpu_percent(), info.sampler().memory_bytes()};
}

ToldEvaluations evaluationsOf(RunClient& client, const std::string& mark) {
  const v1::EvaluationList list = client.evaluations(mark);
  ToldEvaluations told{.kept = {}, .mark = list.mark(), .unchanged = list.unchanged()};
  for (const std::string& json : list.evaluations_json()) {
    try {
      told.kept.push_back(keptEvaluationFromJson(json, "An evaluation that the engine sent"));
    } catch (const Error& error) {  // a later version's, perhaps: the others count
      log::warning(error.what());
    }
  }
  return told;
}

}  // namespace gan
