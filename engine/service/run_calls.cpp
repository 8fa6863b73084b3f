#include "service/run_calls.h"

#include <atomic>
#include <exception>
#include <filesystem>
#include <utility>

#include "config/feature_input.h"
#include "config/recipe_kind.h"
#include "config/text.h"
#include "config/yaml.h"
#include "core/units.h"
#include "protocol/convert.h"
#include "protocol/status.h"
#include "protocol/utf8.h"
#include "protocol/version.h"
#include "service/command_call.h"
#include "service/file_stream.h"
#include "service/messages.h"
#include "service/picture_calls.h"
#include "service/run_files.h"
#include "service/search_calls.h"
#include "service/watcher.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;
namespace fs = std::filesystem;

using Standing = Claimant::Standing;

constexpr Shares::Limits kFirstLimits{.all = 512, .kept = 128, .of_strangers = 64, .of_one_client = 128};
constexpr Shares::Limits kQuickLimits{.all = 512, .kept = 128, .of_one_client = 128};
constexpr Shares::Limits kLongLimits{.all = 64, .kept = 16, .of_one_client = 16};
constexpr Shares::Limits kFileStreams{.all = 16, .kept = 4, .of_one_client = 4};
constexpr Shares::Limits kAnswerBytes{.all = 256U << 20U, .kept = 64U << 20U, .of_one_client = 128U << 20U};

Claimant claimantOf(const Caller& caller, Role role) {
  return {caller.client, role == Role::kSteer ? Standing::kSteers : Standing::kWatches};
}

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

/// A position counts in one run only.
void requireSameRun(const std::string& wanted, const RunFolder& folder) {
  if (wanted.empty() || wanted == folder.manifest().id) return;
  throw Error(
      ErrorCode::kFailedPrecondition, "run_is_another",
      "The run in {path} is another one ({found}) than the one that was watched there ({wanted}). Open it anew.",
      {{"path", folder.path().string()}, {"found", folder.manifest().id}, {"wanted", excerpt(wanted)}});
}

/// Not where tokens cannot be read: then nothing is known of this one.
bool saysTokenIsRefused(const Error& error) {
  return error.id() == "token_missing" || error.id() == "token_wrong" || error.id() == "token_expired";
}

void requireSteering(Role role) {
  if (role == Role::kSteer) return;
  throw Error(ErrorCode::kPermissionDenied, "role_watch_only",
              "Your token allows to watch this run, not to steer it. Ask its owner for the token of the role steer.");
}

/// The name of a folder beside the run, of which a path may be given: a token for a run is none for all that the
/// engine's owner may write to.
std::string nameBeside(const fs::path& run, const std::string& path) {
  const fs::path wanted(path);
  const std::string name = wanted.filename().string();
  const bool beside = wanted == fs::path(name) || wanted.parent_path() == fs::absolute(run).parent_path();
  if (beside && !name.empty() && name.size() <= 255 && name.front() != '.' && isPlainText(name)) return name;
  throw Error(ErrorCode::kPermissionDenied, "branch_not_beside",
              "Over the network a branch can be made beside its run only: name its folder without a path, not {path}.",
              {{"path", excerpt(path)}});
}

/// A token for a run is none for what lies in other files that the engine's owner can read, and run.
void refuseFiles(const std::vector<Assignment>& values, const RunConfig& config) {
  for (const Assignment& assignment : values) {
    const Field* field = config.schema().find(assignment.path);
    if (field == nullptr || field->type != FieldType::kPath) continue;
    if (assignment.value == field->default_value || assignment.value == config.value(assignment.path)) continue;
    throw Error(
        ErrorCode::kPermissionDenied, "setting_names_file",
        "Over the network {field} can be set to {default} or to what the run was made with ({now}) only, because "
        "it names a file of the engine's machine. Set it there: `gan-engine steer RUN set`.",
        {{"field", assignment.path},
         {"default", formatValue(field->default_value)},
         {"now", formatValue(config.value(assignment.path))}});
  }
}

}  // namespace

/// Does a part of a call that its client may end at any time: nothing of the call but what `part` holds is there any
/// more when the worker comes to it. An error ends the call.
template <class Call, class Part>
void RunCalls::postCall(Worker& worker, const Claimant& claimant, const Caller& caller, Call& call, Part part) {
  const auto attempt = [this, caller, &call](const auto& what) {
    try {
      what();
    } catch (...) {
      call.end(refusal(caller));
    }
  };
  attempt(
      [&] { worker.post(claimant, [attempt, caller, part = std::move(part)] { attempt([&] { part(caller); }); }); });
}

template <class Call, class Part>
void RunCalls::beginCall(const Caller& caller, Call& call, Part part) {
  try {
    parts_.count_call(caller.peer);
  } catch (const Error&) {
    return call.end(refusal(caller));
  }
  postCall(without_files_, newcomer(caller), caller, call, std::move(part));
}

/// A call that is answered when a worker comes to it. Ends by that only, so that request and reply stay.
class RunCalls::Answer final : public grpc::ServerUnaryReactor {
 public:
  bool cancelled() const { return cancelled_; }
  /// Gives the bytes back when the client has taken the answer, or has gone.
  void hold(Shares::Share share) { share_ = std::move(share); }

 private:
  void OnCancel() override { cancelled_ = true; }
  void OnDone() override { delete this; }

  std::atomic<bool> cancelled_{false};
  Shares::Share share_;
};

RunCalls::RunCalls(Parts parts)
    : parts_(std::move(parts)),
      answers_(kAnswerBytes),
      file_streams_(kFileStreams),
      without_files_(kFirstLimits),
      quick_(kQuickLimits),
      files_(kLongLimits),
      curves_(kLongLimits),
      trials_(kLongLimits),
      exports_(kLongLimits),
      removals_(kLongLimits) {}

void RunCalls::endAll(const Error& why) {
  const std::lock_guard lock(mutex_);
  if (!ended_) ended_ = why;
}

void RunCalls::removeExportLeftOvers() {
  if (removing_left_overs_.exchange(true)) return;
  const auto remove = [this] {
    if (!isEnding()) parts_.exports.removeLeftOvers();
    removing_left_overs_ = false;
  };
  try {
    removals_.post({.client = "the engine", .standing = Claimant::Standing::kSteers}, remove);
  } catch (const Error&) {  // others' removals wait
    removing_left_overs_ = false;
  }
}

bool RunCalls::isEnding() {
  const std::lock_guard lock(mutex_);
  return ended_.has_value();
}

Worker& RunCalls::workerFor(Work work) {
  switch (work) {
    case Work::kFiles:
      return files_;
    case Work::kCurves:
      return curves_;
    case Work::kTrials:
      return trials_;
    case Work::kExports:
      return exports_;
    case Work::kRemovals:
      return removals_;
    default:
      return quick_;
  }
}

Role RunCalls::admit(const Caller& caller) {
  {
    const std::lock_guard lock(mutex_);
    if (ended_) throw Error(*ended_);
  }
  try {
    const Role role = parts_.permit.check(caller);
    if (!caller.isLocal()) parts_.admit(caller.peer, claimantOf(caller, role).standing);
    return role;
  } catch (const Error& error) {
    if (saysTokenIsRefused(error)) parts_.dismiss(caller.peer);
    throw;
  }
}

Claimant RunCalls::newcomer(const Caller& caller) const {
  return {caller.client, caller.isLocal() ? Standing::kSteers : parts_.standing(caller.peer)};
}

Shares::Share RunCalls::takeBytes(const Claimant& claimant, std::uint64_t bytes) {
  if (std::optional<Shares::Share> share = answers_.take(claimant, bytes)) return std::move(*share);
  const Shares::Taken taken = answers_.taken(claimant);
  throw Error(ErrorCode::kResourceExhausted, "answers_not_taken",
              "An answer of {bytes} has to wait until others were taken: {own} are on their way to this client, {all} "
              "to all together. Take them, or end those calls, then ask again.",
              {{"bytes", formatBytes(bytes)}, {"own", formatBytes(taken.own)}, {"all", formatBytes(taken.all)}});
}

grpc::Status RunCalls::refusal(const Caller& caller) {
  try {
    throw;
  } catch (const Error& error) {
    const bool denied = error.code() == ErrorCode::kPermissionDenied || error.code() == ErrorCode::kResourceExhausted ||
                        error.id() == "protocol_version";  // said before a token is looked at
    if (denied && !caller.isLocal()) parts_.refused(addressOfPeer(caller.peer), error.id());
    return toStatus(error);
  } catch (const std::exception& defect) {
    return toStatus(Error(ErrorCode::kInternal, "service_failed", "The engine failed to answer: {reason}",
                          {{"reason", defect.what()}}));
  }
}

grpc::ServerUnaryReactor* RunCalls::answer(Context* context, const google::protobuf::Message& request,
                                           google::protobuf::Message& reply, Work work,
                                           std::function<void(Role)> fill) {
  auto* call = new Answer();
  const auto attempt = [this, call, caller = Caller(*context)](const auto& part) {
    try {
      if (call->cancelled()) return call->Finish(grpc::Status::CANCELLED);
      part(caller);
    } catch (...) {
      call->Finish(refusal(caller));
    }
  };
  const auto complete = [this, call, &reply, fill = std::move(fill)](const Caller& caller, Role role) {
    fill(role);
    call->hold(takeBytes(claimantOf(caller, role), reply.ByteSizeLong()));
    call->Finish(grpc::Status::OK);
  };
  const auto begin = [this, attempt, complete, work, &request](const Caller& caller) {
    const Role role = admit(caller);
    refuseUnknownFields(request);
    if (work == Work::kWithoutFiles) return complete(caller, role);
    workerFor(work).post(claimantOf(caller, role), [this, attempt, complete] {
      attempt([&](const Caller& again) { complete(again, admit(again)); });
    });
  };
  attempt([&](const Caller& caller) {
    parts_.count_call(caller.peer);
    without_files_.post(newcomer(caller), [attempt, begin] { attempt(begin); });
  });
  return call;
}

grpc::ServerUnaryReactor* RunCalls::GetRun(Context* context, const v1::GetRunRequest* request, v1::RunInfo* reply) {
  return answer(context, *request, *reply, Work::kQuick, [this, reply](Role role) { fillRunInfo(role, *reply); });
}

void RunCalls::fillRunInfo(Role role, v1::RunInfo& reply) {
  RunReader& reader = parts_.reader;
  reader.refresh();
  const RunFolder& folder = reader.folder();
  const RunReader::Summary summary = reader.summary();
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
  if (summary.evaluation) reply.set_evaluation_json(toJson(*summary.evaluation));
  reply.set_role(role == Role::kSteer ? v1::ROLE_STEER : v1::ROLE_WATCH);
  reply.set_live(parts_.liveness == Liveness::kLive || summary.writer_alive);
  if (const auto load = parts_.sampler.load()) {
    reply.mutable_sampler()->set_cpu_percent(load->cpu_percent);
    reply.mutable_sampler()->set_memory_bytes(load->memory_bytes);
  }
  for (const auto& [path, value] : summary.live_values) toMessage(value, (*reply.mutable_live_values())[path]);
  for (const std::string& name : reader.seriesNames()) reply.add_series(toUtf8(name));
  reply.set_config_yaml(toUtf8(toYaml(folder.config())));
  reply.set_manifest_json(toUtf8(toJson(folder.manifest())));
  const RunReader::Cursor end = reader.end();
  reply.set_next_sequence(end.next_sequence);
  reply.set_next_row(end.next_row);
}

grpc::ServerUnaryReactor* RunCalls::GetSchema(Context* context, const v1::GetSchemaRequest* request,
                                              v1::SchemaReply* reply) {
  return answer(context, *request, *reply, Work::kWithoutFiles,
                [this, reply](Role) { *reply = toMessage(parts_.reader.folder().config().schema()); });
}

grpc::ServerWriteReactor<grpc::ByteBuffer>* RunCalls::Watch(Context* context, const grpc::ByteBuffer* request) {
  const std::shared_ptr<Watcher> watcher = parts_.hub.open(*context);
  const auto begin = [this, watcher, bytes = grpc::ByteBuffer(*request)](const Caller& caller) {
    const v1::WatchRequest position = watchRequest(bytes);
    requireSameRun(position.run_id(), parts_.reader.folder());
    // Called by the hub, which outlives these calls.
    const auto recheck = [&permit = parts_.permit, refused = parts_.refused, dismiss = parts_.dismiss,
                          caller]() -> std::optional<grpc::Status> {
      try {
        permit.recheck(caller);
        return std::nullopt;
      } catch (const Error& error) {
        if (saysTokenIsRefused(error)) dismiss(caller.peer);
        refused(addressOfPeer(caller.peer), error.id());
        return toStatus(error);
      }
    };
    parts_.hub.begin(watcher, position, claimantOf(caller, admit(caller)), recheck);
  };
  beginCall(Caller(*context), *watcher, [this, watcher, begin](const Caller& caller) {
    postCall(quick_, claimantOf(caller, admit(caller)), caller, *watcher, begin);
  });
  return watcher.get();
}

grpc::ServerUnaryReactor* RunCalls::QuerySeries(Context* context, const v1::SeriesRequest* request,
                                                v1::SeriesReply* reply) {
  return answer(context, *request, *reply, Work::kCurves,
                [this, request, reply, is_local = Caller(*context).isLocal()](Role) {
                  v1::SeriesRequest permitted = *request;
                  if (!is_local) permitted.set_ancestors(false);
                  parts_.query_series(permitted, *reply);
                });
}

grpc::ServerUnaryReactor* RunCalls::ListSamples(Context* context, const v1::ListSamplesRequest* request,
                                                v1::SampleList* reply) {
  return answer(context, *request, *reply, Work::kFiles, [this, request, reply](Role) {
    parts_.reader.refresh();
    listSamples(parts_.reader, request->after_step(), *reply);
  });
}

grpc::ServerUnaryReactor* RunCalls::GetSample(Context* context, const v1::GetSampleRequest* request,
                                              v1::SampleData* reply) {
  return answer(context, *request, *reply, Work::kFiles,
                [this, request, reply](Role) { readSample(parts_.reader, *request, *reply); });
}

grpc::ServerUnaryReactor* RunCalls::ListCheckpoints(Context* context, const v1::ListCheckpointsRequest* request,
                                                    v1::CheckpointList* reply) {
  return answer(context, *request, *reply, Work::kFiles,
                [this, reply](Role) { listCheckpoints(parts_.reader, *reply); });
}

grpc::ServerUnaryReactor* RunCalls::ListEvaluations(Context* context, const v1::ListEvaluationsRequest* request,
                                                    v1::EvaluationList* reply) {
  return answer(context, *request, *reply, Work::kFiles,
                [this, request, reply](Role) { listEvaluations(parts_.reader, request->mark(), *reply); });
}

gan::Command RunCalls::permittedCommand(const Caller& caller, const v1::CommandRequest& request) {
  requireSteering(admit(caller));
  refuseUnknownFields(request);
  const RunFolder& folder = parts_.reader.folder();
  gan::Command command = commandFromMessage(request, folder.config().schema());
  if (caller.isLocal()) return command;
  if (command.kind == CommandKind::kBranch) command.path = nameBeside(folder.path(), command.path);
  refuseFiles(command.values, folder.config());
  return command;
}

grpc::ServerUnaryReactor* RunCalls::Command(Context* context, const v1::CommandRequest* request,
                                            v1::CommandReply* reply) {
  const std::shared_ptr<CommandCall> call = CommandCall::open(parts_.desk, reply);
  beginCall(Caller(*context), *call, [this, call, asked = *request](const Caller& caller) {
    call->submit(permittedCommand(caller, asked), caller.client);
  });
  return call.get();
}

std::int64_t RunCalls::resolution() const { return parts_.reader.folder().config().integer("data.resolution"); }

Role RunCalls::admitToPictures(const Caller& caller) {
  const Role role = admit(caller);
  // Of a run that another engine has taken over that one has the newest weights.
  if (const std::optional<Error> why = parts_.hub.ended()) throw Error(*why);
  const RunConfig& config = parts_.reader.folder().config();
  PictureDesk::requireEnabled(config);
  if (role != Role::kSteer && !config.flag("sampler.for_watchers")) {
    throw Error(ErrorCode::kPermissionDenied, "pictures_steer_only",
                "Your token allows to watch this run, and only those who may steer it have pictures made "
                "(sampler.for_watchers is off). Ask its owner for the token of the role steer.");
  }
  requireGenerator(config, parts_.reader.folder().path().string());
  return role;
}

PictureDesk::Place RunCalls::placeForPictures(const Caller& caller, PictureDesk::Call call) {
  const Role role = admitToPictures(caller);
  return pictures_.take(claimantOf(caller, role), call);
}

template <class Call>
LookAgain RunCalls::lookAgainAt(const Caller& caller, Call& call, Role (RunCalls::*admission)(const Caller&)) {
  return [this, caller, &call, admission](std::function<void()> then) {
    const auto part = [this, admission, then = std::move(then)](const Caller& again) {
      (this->*admission)(again);
      then();
    };
    postCall(without_files_, newcomer(caller), caller, call, part);
  };
}

template <class Request>
grpc::ServerWriteReactor<v1::Picture>* RunCalls::streamPictures(Context* context, const Request& request) {
  const std::shared_ptr<PictureStream> call = PictureStream::open(parts_.sampler);
  beginCall(Caller(*context), *call, [this, call, asked = request](const Caller& caller) {
    PictureDesk::Place place = placeForPictures(caller, PictureDesk::Call::kOther);
    refuseUnknownFields(asked);
    call->begin(pictureTasks(asked, resolution()), std::move(place));
  });
  return call.get();
}

grpc::ServerWriteReactor<v1::Picture>* RunCalls::Generate(Context* context, const v1::GenerateRequest* request) {
  return streamPictures(context, *request);
}

grpc::ServerWriteReactor<v1::Picture>* RunCalls::Interpolate(Context* context, const v1::InterpolateRequest* request) {
  return streamPictures(context, *request);
}

grpc::ServerBidiReactor<v1::ExploreRequest, v1::ExploreReply>* RunCalls::Explore(Context* context) {
  const std::shared_ptr<Exploration> call = Exploration::open(parts_.sampler, resolution());
  beginCall(Caller(*context), *call, [this, call](const Caller& caller) {
    call->begin(placeForPictures(caller, PictureDesk::Call::kExplore),
                lookAgainAt(caller, *call, &RunCalls::admitToPictures));
  });
  return call.get();
}

grpc::ServerUnaryReactor* RunCalls::DescribeLatents(Context* context, const v1::DescribeLatentsRequest* request,
                                                    v1::LatentDescription* reply) {
  const std::shared_ptr<LatentsCall> call = LatentsCall::open(parts_.sampler, reply);
  beginCall(Caller(*context), *call, [this, call, asked = *request](const Caller& caller) {
    PictureDesk::Place place = latents_.take(claimantOf(caller, admitToPictures(caller)), PictureDesk::Call::kOther);
    refuseUnknownFields(asked);
    call->begin(searchTask(asked), std::move(place));
  });
  return call.get();
}

template <class Progress, class Request>
grpc::ServerWriteReactor<Progress>* RunCalls::streamSearch(Context* context, const Request& request) {
  const std::shared_ptr<SearchStream<Progress>> call = SearchStream<Progress>::open(parts_.sampler);
  beginCall(Caller(*context), *call, [this, call, asked = request](const Caller& caller) {
    PictureDesk::Place place = placeForPictures(caller, PictureDesk::Call::kOther);
    refuseUnknownFields(asked);
    call->begin(searchTask(asked, resolution()), std::move(place),
                lookAgainAt(caller, *call, &RunCalls::admitToPictures));
  });
  return call.get();
}

grpc::ServerWriteReactor<v1::ProjectProgress>* RunCalls::Project(Context* context, const v1::ProjectRequest* request) {
  return streamSearch<v1::ProjectProgress>(context, *request);
}

grpc::ServerWriteReactor<v1::NearestProgress>* RunCalls::FindNearest(Context* context,
                                                                     const v1::NearestRequest* request) {
  return streamSearch<v1::NearestProgress>(context, *request);
}

namespace {

/// As with settings: a token for a run is none for other files of the engine's machine, which a network may be.
void refuseFeatures(const v1::ExportRequest& request, const RunConfig& config) {
  const std::string& features = request.evaluation().features();
  const std::string& own = config.text("evaluation.features");
  if (features.empty() || features == kInDomainFeatures || features == own) return;
  throw Error(
      ErrorCode::kPermissionDenied, "evaluation_names_file",
      "Over the network an evaluation takes {default} or what the run was made with ({own}), because {features} "
      "names a file of the engine's machine. Start it there: `gan-engine export start evaluation RUN`.",
      {{"default", kInDomainFeatures}, {"own", own}, {"features", excerpt(features)}});
}

}  // namespace

grpc::ServerUnaryReactor* RunCalls::StartExport(Context* context, const v1::StartExportRequest* request,
                                                v1::ExportInfo* reply) {
  return answer(context, *request, *reply, Work::kTrials, [this, context, request, reply](Role role) {
    requireSteering(role);
    if (!Caller(*context).isLocal()) refuseFeatures(request->request(), parts_.reader.folder().config());
    PictureDesk::requireEnabled(parts_.reader.folder().config());
    *reply = parts_.exports.start(*request, [this, context] { return !isEnding() && !context->IsCancelled(); });
  });
}

grpc::ServerUnaryReactor* RunCalls::ListExports(Context* context, const v1::ListExportsRequest* request,
                                                v1::ExportList* reply) {
  return answer(context, *request, *reply, Work::kExports,
                [this, request, reply](Role) { *reply = parts_.exports.list(*request); });
}

grpc::ServerUnaryReactor* RunCalls::CancelExport(Context* context, const v1::CancelExportRequest* request,
                                                 v1::ExportInfo* reply) {
  return answer(context, *request, *reply, Work::kFiles, [this, request, reply](Role role) {
    requireSteering(role);
    *reply = parts_.exports.cancel(request->id());
  });
}

grpc::ServerUnaryReactor* RunCalls::RemoveExport(Context* context, const v1::RemoveExportRequest* request,
                                                 v1::ExportInfo* reply) {
  return answer(context, *request, *reply, Work::kRemovals, [this, request, reply](Role role) {
    requireSteering(role);
    *reply = parts_.exports.remove(request->id());
  });
}

grpc::ServerWriteReactor<v1::FilePiece>* RunCalls::GetFile(Context* context, const v1::GetFileRequest* request) {
  const std::shared_ptr<FileStream> call = FileStream::open();
  beginCall(Caller(*context), *call, [this, call, asked = *request](const Caller& caller) {
    const Claimant claimant = claimantOf(caller, admit(caller));
    refuseUnknownFields(asked);
    std::optional<Shares::Share> place = file_streams_.take(claimant);
    if (!place) {
      throw Error(ErrorCode::kResourceExhausted, "files_too_many",
                  "{all} files of this run are on their way already, {own} of them to this client. Take them first.",
                  {{"all", std::to_string(file_streams_.taken(claimant).all)},
                   {"own", std::to_string(file_streams_.taken(claimant).own)}});
    }
    call->hold(std::move(*place));
    // Each piece is read when a worker comes to it, so that a slow disk holds up no other call for longer than one.
    const auto later = [this, claimant, caller](const std::shared_ptr<FileStream>& open, auto part) {
      postCall(files_, claimant, caller, *open, [part](const Caller&) { part(); });
    };
    later(call, [this, call, asked, later, caller] {
      call->begin(parts_.exports.store().openFile(asked.id(), asked.file()), asked, later,
                  lookAgainAt(caller, *call, &RunCalls::admit));
    });
  });
  return call.get();
}

}  // namespace gan
