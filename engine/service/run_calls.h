#pragma once

#include <grpcpp/support/server_callback.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.h"
#include "protocol/studio.grpc.pb.h"
#include "run/run_reader.h"
#include "service/caller.h"
#include "service/command_desk.h"
#include "service/export_desk.h"
#include "service/permit.h"
#include "service/picture_calls.h"
#include "service/picture_desk.h"
#include "service/sampler_host.h"
#include "service/shares.h"
#include "service/watch_hub.h"
#include "service/worker.h"

namespace gan {

using RunServiceBase = ganstudio::v1::RunService;
using RunCallsBase = RunServiceBase::WithRawCallbackMethod_Watch<
    RunServiceBase::WithCallbackMethod_GetRun<RunServiceBase::WithCallbackMethod_GetSchema<
        RunServiceBase::WithCallbackMethod_QuerySeries<RunServiceBase::WithCallbackMethod_ListSamples<
            RunServiceBase::WithCallbackMethod_GetSample<RunServiceBase::WithCallbackMethod_ListCheckpoints<
                RunServiceBase::WithCallbackMethod_ListEvaluations<RunServiceBase::WithCallbackMethod_Command<
                    RunServiceBase::WithCallbackMethod_Generate<RunServiceBase::WithCallbackMethod_Interpolate<
                        RunServiceBase::WithCallbackMethod_Explore<RunServiceBase::WithCallbackMethod_DescribeLatents<
                            RunServiceBase::WithCallbackMethod_Project<RunServiceBase::WithCallbackMethod_FindNearest<
                                RunServiceBase::WithCallbackMethod_StartExport<
                                    RunServiceBase::WithCallbackMethod_ListExports<
                                        RunServiceBase::WithCallbackMethod_CancelExport<
                                            RunServiceBase::WithCallbackMethod_RemoveExport<
                                                RunServiceBase::WithCallbackMethod_GetFile<
                                                    RunServiceBase::Service>>>>>>>>>>>>>>>>>>>>;

/// The calls of studio.proto. Each checks the caller and the message, then answers from the run's files; commands and
/// watches go to the desk and the hub. An Error becomes the call's status. gRPC has few threads, which all calls share:
/// what a call asks for is done by workers. The first, who lets callers in and takes commands, touches no file, so that
/// a disk that does not answer holds up no command; what takes long has workers of its own.
class RunCalls final : public RunCallsBase {
 public:
  enum class Liveness { kLive, kFinished };
  /// What the calls are answered with. All of it must outlive the server that the calls are registered with.
  struct Parts {
    RunReader& reader;
    Permit& permit;
    CommandDesk& desk;
    WatchHub& hub;
    SamplerHost& sampler;
    ExportDesk& exports;
    /// Answers QuerySeries; called by one thread, which may take its time.
    std::function<void(const ganstudio::v1::SeriesRequest&, ganstudio::v1::SeriesReply&)> query_series;
    /// A caller over the network has shown a token that gives it this standing. May throw an Error, which the call then
    /// ends with.
    std::function<void(const std::string& peer, Claimant::Standing standing)> admit;
    /// A caller over the network has shown a token that is refused, or none.
    std::function<void(const std::string& peer)> dismiss;
    /// A call comes in over this connection. May throw an Error, which the call then ends with.
    std::function<void(const std::string& peer)> count_call;
    /// What was shown so far by callers over the network on this connection.
    std::function<Claimant::Standing(const std::string& peer)> standing;
    /// A call from this address was refused with the error of this id.
    std::function<void(const std::string& address, std::string_view reason)> refused;
    Liveness liveness = Liveness::kFinished;
  };
  explicit RunCalls(Parts parts);

  /// Ends calls that wait for a worker, and every later one, with this error.
  void endAll(const Error& why);

  /// Has what killed processes left of exports removed, in the background, unless that is under way.
  void removeExportLeftOvers();

 private:
  using Context = grpc::CallbackServerContext;
  using Answering = grpc::ServerUnaryReactor;
  enum class Work { kWithoutFiles, kQuick, kFiles, kCurves, kTrials, kExports, kRemovals };
  class Answer;

  Answering* GetRun(Context* context, const ganstudio::v1::GetRunRequest* request,
                    ganstudio::v1::RunInfo* reply) override;
  Answering* GetSchema(Context* context, const ganstudio::v1::GetSchemaRequest* request,
                       ganstudio::v1::SchemaReply* reply) override;
  grpc::ServerWriteReactor<grpc::ByteBuffer>* Watch(Context* context, const grpc::ByteBuffer* request) override;
  Answering* QuerySeries(Context* context, const ganstudio::v1::SeriesRequest* request,
                         ganstudio::v1::SeriesReply* reply) override;
  Answering* ListSamples(Context* context, const ganstudio::v1::ListSamplesRequest* request,
                         ganstudio::v1::SampleList* reply) override;
  Answering* GetSample(Context* context, const ganstudio::v1::GetSampleRequest* request,
                       ganstudio::v1::SampleData* reply) override;
  Answering* ListCheckpoints(Context* context, const ganstudio::v1::ListCheckpointsRequest* request,
                             ganstudio::v1::CheckpointList* reply) override;
  Answering* ListEvaluations(Context* context, const ganstudio::v1::ListEvaluationsRequest* request,
                             ganstudio::v1::EvaluationList* reply) override;
  Answering* Command(Context* context, const ganstudio::v1::CommandRequest* request,
                     ganstudio::v1::CommandReply* reply) override;

  grpc::ServerWriteReactor<ganstudio::v1::Picture>* Generate(Context* context,
                                                             const ganstudio::v1::GenerateRequest* request) override;
  grpc::ServerWriteReactor<ganstudio::v1::Picture>* Interpolate(
      Context* context, const ganstudio::v1::InterpolateRequest* request) override;
  grpc::ServerBidiReactor<ganstudio::v1::ExploreRequest, ganstudio::v1::ExploreReply>* Explore(
      Context* context) override;

  Answering* DescribeLatents(Context* context, const ganstudio::v1::DescribeLatentsRequest* request,
                             ganstudio::v1::LatentDescription* reply) override;
  grpc::ServerWriteReactor<ganstudio::v1::ProjectProgress>* Project(
      Context* context, const ganstudio::v1::ProjectRequest* request) override;
  grpc::ServerWriteReactor<ganstudio::v1::NearestProgress>* FindNearest(
      Context* context, const ganstudio::v1::NearestRequest* request) override;

  Answering* StartExport(Context* context, const ganstudio::v1::StartExportRequest* request,
                         ganstudio::v1::ExportInfo* reply) override;
  Answering* ListExports(Context* context, const ganstudio::v1::ListExportsRequest* request,
                         ganstudio::v1::ExportList* reply) override;
  Answering* CancelExport(Context* context, const ganstudio::v1::CancelExportRequest* request,
                          ganstudio::v1::ExportInfo* reply) override;
  Answering* RemoveExport(Context* context, const ganstudio::v1::RemoveExportRequest* request,
                          ganstudio::v1::ExportInfo* reply) override;
  grpc::ServerWriteReactor<ganstudio::v1::FilePiece>* GetFile(Context* context,
                                                              const ganstudio::v1::GetFileRequest* request) override;

  /// The worker for such work that is not the first one's.
  Worker& workerFor(Work work);
  bool isEnding();
  /// Answers a call with what `fill` puts into the reply.
  Answering* answer(Context* context, const google::protobuf::Message& request, google::protobuf::Message& reply,
                    Work work, std::function<void(Role)> fill);
  template <class Call, class Part>
  void postCall(Worker& worker, const Claimant& claimant, const Caller& caller, Call& call, Part part);
  /// Has the call done by the worker who lets callers in, as postCall().
  template <class Call, class Part>
  void beginCall(const Caller& caller, Call& call, Part part);
  /// As whom a caller waits until it is admitted.
  Claimant newcomer(const Caller& caller) const;
  /// Bytes of an answer to this caller. Throws Error(kResourceExhausted, "answers_not_taken").
  Shares::Share takeBytes(const Claimant& claimant, std::uint64_t bytes);
  /// The caller's role, once it is known that it has one. Throws what Permit::check() and Parts::admit do, and the
  /// error that all calls were ended with.
  Role admit(const Caller& caller);
  /// What the exception that is being handled means to a client, whose refusal is told.
  grpc::Status refusal(const Caller& caller);
  void fillRunInfo(Role role, ganstudio::v1::RunInfo& reply);
  template <class Request>
  grpc::ServerWriteReactor<ganstudio::v1::Picture>* streamPictures(Context* context, const Request& request);
  template <class Progress, class Request>
  grpc::ServerWriteReactor<Progress>* streamSearch(Context* context, const Request& request);
  /// The role of a caller who may have pictures made. Throws what admit() does, what watching was ended with, and
  /// Error(kFailedPrecondition, "sampler_off" | "run_no_generator"), Error(kPermissionDenied, "pictures_steer_only").
  Role admitToPictures(const Caller& caller);
  /// And its place. Throws besides what PictureDesk::take() does.
  PictureDesk::Place placeForPictures(const Caller& caller, PictureDesk::Call call);
  /// For a call that lasts: what admitted its caller, once more. Held by the call itself.
  template <class Call>
  LookAgain lookAgainAt(const Caller& caller, Call& call, Role (RunCalls::*admission)(const Caller&));
  std::int64_t resolution() const;
  gan::Command permittedCommand(const Caller& caller, const ganstudio::v1::CommandRequest& request);

  const Parts parts_;
  std::mutex mutex_;
  std::optional<Error> ended_;
  Shares answers_;  ///< Bytes on their way to clients that have not taken them yet.
  PictureDesk pictures_;
  PictureDesk latents_;  ///< Of those who ask how latents can be moved.
  Shares file_streams_;
  Worker without_files_;
  Worker quick_;
  Worker files_;
  Worker curves_;
  Worker trials_;    ///< Tries exports out, for seconds each.
  Worker exports_;   ///< Looks through their files, of which there may be millions,
  Worker removals_;  ///< and removes them.
  std::atomic<bool> removing_left_overs_{false};
};

}  // namespace gan
