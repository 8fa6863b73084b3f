#pragma once

#include <grpcpp/support/server_callback.h>

#include "protocol/studio.grpc.pb.h"
#include "run/run_reader.h"
#include "service/command_desk.h"
#include "service/permit.h"
#include "service/watch_hub.h"

namespace gan {

/// The calls of studio.proto. Each checks the caller and the message, then answers from the run's files; commands and
/// watches go to the desk and the hub. An Error becomes the call's status.
using RunServiceBase = ganstudio::v1::RunService;
using RunCallsBase = RunServiceBase::WithRawCallbackMethod_Watch<
    RunServiceBase::WithCallbackMethod_GetRun<RunServiceBase::WithCallbackMethod_GetSchema<
        RunServiceBase::WithCallbackMethod_QuerySeries<RunServiceBase::WithCallbackMethod_ListSamples<
            RunServiceBase::WithCallbackMethod_GetSample<RunServiceBase::WithCallbackMethod_ListCheckpoints<
                RunServiceBase::WithCallbackMethod_Command<RunServiceBase::Service>>>>>>>>;

class RunCalls final : public RunCallsBase {
 public:
  enum class Liveness { kLive, kFinished };
  /// All must outlive the server that the calls are registered with.
  RunCalls(RunReader& reader, const Permit& permit, CommandDesk& desk, WatchHub& hub, Liveness liveness);

 private:
  using Context = grpc::CallbackServerContext;
  using Answering = grpc::ServerUnaryReactor;

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
  Answering* Command(Context* context, const ganstudio::v1::CommandRequest* request,
                     ganstudio::v1::CommandReply* reply) override;

  void fillRunInfo(Role role, ganstudio::v1::RunInfo& reply);

  RunReader& reader_;
  const Permit& permit_;
  CommandDesk& desk_;
  WatchHub& hub_;
  const Liveness liveness_;
};

}  // namespace gan
