#include "service/run_calls.h"

#include <exception>
#include <utility>

#include "config/yaml.h"
#include "core/error.h"
#include "protocol/convert.h"
#include "protocol/status.h"
#include "protocol/utf8.h"
#include "protocol/version.h"
#include "service/command_call.h"
#include "service/messages.h"
#include "service/run_files.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;

/// What an exception means to a client. Call inside a catch block.
grpc::Status statusOfException() {
  try {
    throw;
  } catch (const Error& error) {
    return toStatus(error);
  } catch (const std::exception& defect) {
    return toStatus(Error(ErrorCode::kInternal, "service_failed", "The engine failed to answer: {reason}",
                          {{"reason", defect.what()}}));
  }
}

/// Answers a call at once with what `fill` puts into the reply.
template <class Request, class Fill>
grpc::ServerUnaryReactor* answer(grpc::CallbackServerContext* context, const Permit& permit, const Request& request,
                                 const Fill& fill) {
  grpc::Status status;
  try {
    const Role role = permit.check(*context);
    refuseUnknownFields(request);
    fill(role);
  } catch (...) {
    status = statusOfException();
  }
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  reactor->Finish(status);
  return reactor;
}

/// Ends a Watch call that could not begin.
class RefusedWatch final : public grpc::ServerWriteReactor<grpc::ByteBuffer> {
 public:
  explicit RefusedWatch(const grpc::Status& status) { Finish(status); }
  void OnDone() override { delete this; }
};

v1::WatchRequest watchRequest(const grpc::ByteBuffer& bytes) {
  grpc::ByteBuffer copy(bytes);  // deserialising empties it
  v1::WatchRequest request;
  if (!grpc::SerializationTraits<v1::WatchRequest>::Deserialize(&copy, &request).ok()) {
    throw Error(ErrorCode::kInvalidArgument, "message_damaged", "The message of the call {call} cannot be read.",
                {{"call", "Watch"}});
  }
  refuseUnknownFields(request);
  return request;
}

void requireSteering(Role role) {
  if (role == Role::kSteer) return;
  throw Error(ErrorCode::kPermissionDenied, "role_watch_only",
              "Your token allows to watch this run, not to steer it. Ask its owner for the token of the role steer.");
}

}  // namespace

RunCalls::RunCalls(RunReader& reader, const Permit& permit, CommandDesk& desk, WatchHub& hub, Liveness liveness)
    : reader_(reader), permit_(permit), desk_(desk), hub_(hub), liveness_(liveness) {}

grpc::ServerUnaryReactor* RunCalls::GetRun(Context* context, const v1::GetRunRequest* request, v1::RunInfo* reply) {
  return answer(context, permit_, *request, [&](Role role) { fillRunInfo(role, *reply); });
}

void RunCalls::fillRunInfo(Role role, v1::RunInfo& reply) {
  reader_.refresh();
  const RunFolder& folder = reader_.folder();
  const RunReader::Summary summary = reader_.summary();
  reply.set_id(folder.manifest().id);
  reply.set_name(toUtf8(folder.name()));
  reply.set_path(toUtf8(folder.path().string()));
  reply.set_engine_version(GAN_VERSION);
  reply.set_protocol_version(kProtocolVersion);
  reply.set_status(std::string(runStatusName(summary.status)));
  if (!summary.status_reason.empty()) toMessage(summary.status_reason, *reply.mutable_status_reason());
  reply.set_step(summary.step);
  reply.set_epoch(summary.epoch);
  reply.set_segment(summary.segment);
  reply.set_total_steps(summary.total_steps);
  reply.set_iterations_per_second(summary.iterations_per_second);
  reply.set_images_per_second(summary.images_per_second);
  if (summary.load) toMessage(*summary.load, *reply.mutable_load());
  if (summary.ranks) toMessage(*summary.ranks, *reply.mutable_ranks());
  reply.set_role(role == Role::kSteer ? v1::ROLE_STEER : v1::ROLE_WATCH);
  reply.set_live(liveness_ == Liveness::kLive || summary.writer_alive);
  for (const auto& [path, value] : summary.live_values) toMessage(value, (*reply.mutable_live_values())[path]);
  for (const std::string& name : reader_.seriesNames()) reply.add_series(toUtf8(name));
  reply.set_config_yaml(toUtf8(toYaml(folder.config())));
  reply.set_manifest_json(toUtf8(toJson(folder.manifest())));
  const RunReader::Cursor end = reader_.end();
  reply.set_next_sequence(end.next_sequence);
  reply.set_next_row(end.next_row);
}

grpc::ServerUnaryReactor* RunCalls::GetSchema(Context* context, const v1::GetSchemaRequest* request,
                                              v1::SchemaReply* reply) {
  return answer(context, permit_, *request, [&](Role) { *reply = toMessage(reader_.folder().config().schema()); });
}

grpc::ServerWriteReactor<grpc::ByteBuffer>* RunCalls::Watch(Context* context, const grpc::ByteBuffer* request) {
  try {
    const Role role = permit_.check(*context);
    return hub_.open(*context, watchRequest(*request), role);
  } catch (...) {
    return new RefusedWatch(statusOfException());
  }
}

grpc::ServerUnaryReactor* RunCalls::QuerySeries(Context* context, const v1::SeriesRequest* request,
                                                v1::SeriesReply* reply) {
  return answer(context, permit_, *request, [&](Role) { querySeries(reader_, *request, *reply); });
}

grpc::ServerUnaryReactor* RunCalls::ListSamples(Context* context, const v1::ListSamplesRequest* request,
                                                v1::SampleList* reply) {
  return answer(context, permit_, *request, [&](Role) {
    reader_.refresh();
    listSamples(reader_, request->after_step(), *reply);
  });
}

grpc::ServerUnaryReactor* RunCalls::GetSample(Context* context, const v1::GetSampleRequest* request,
                                              v1::SampleData* reply) {
  return answer(context, permit_, *request, [&](Role) { readSample(reader_, request->name(), *reply); });
}

grpc::ServerUnaryReactor* RunCalls::ListCheckpoints(Context* context, const v1::ListCheckpointsRequest* request,
                                                    v1::CheckpointList* reply) {
  return answer(context, permit_, *request, [&](Role) { listCheckpoints(reader_, *reply); });
}

grpc::ServerUnaryReactor* RunCalls::Command(Context* context, const v1::CommandRequest* request,
                                            v1::CommandReply* reply) {
  try {
    requireSteering(permit_.check(*context));
    refuseUnknownFields(*request);
    const auto command = commandFromMessage(*request, reader_.folder().config().schema());
    return startCommandCall(desk_, command, context->peer(), reply);
  } catch (...) {
    grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
    reactor->Finish(statusOfException());
    return reactor;
  }
}

}  // namespace gan
