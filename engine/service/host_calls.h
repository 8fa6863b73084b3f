#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>

#include "core/error.h"
#include "protocol/studio.grpc.pb.h"
#include "service/host_processes.h"

namespace gan {

/// HostService, for the user who has logged in to this host. gRPC gives each call a thread of its own.
class HostCalls final : public ganstudio::v1::HostService::Service {
 public:
  /// program: gan-engine. reach: connects to the engine that answers for a run, or throws why that cannot be done.
  using Reach = std::function<void(const std::filesystem::path& run)>;
  HostCalls(std::string program, Reach reach) : processes_(std::move(program)), reach_(std::move(reach)) {}

  /// Ends calls that last.
  void close() { closing_ = true; }

 private:
  grpc::Status ListRuns(grpc::ServerContext* context, const ganstudio::v1::ListRunsRequest* request,
                        grpc::ServerWriter<ganstudio::v1::RunList>* writer) override;
  grpc::Status StartRun(grpc::ServerContext* context, const ganstudio::v1::StartRunRequest* request,
                        ganstudio::v1::StartRunReply* reply) override;
  grpc::Status ServeRun(grpc::ServerContext* context, const ganstudio::v1::ServeRunRequest* request,
                        ganstudio::v1::ServeRunReply* reply) override;

  grpc::Status LookAtData(grpc::ServerContext* context, const ganstudio::v1::LookAtDataRequest* request,
                          grpc::ServerWriter<ganstudio::v1::DataNews>* writer) override;
  grpc::Status AskSlurm(grpc::ServerContext* context, const ganstudio::v1::SlurmQuestion* request,
                        ganstudio::v1::SlurmAnswer* reply) override;

  HostProcesses::GoOn whileWanted(grpc::ServerContext& context) const;

  HostProcesses processes_;
  const Reach reach_;
  std::atomic<bool> closing_{false};
};

/// HostService of an engine: whoever reached a run by a token or a socket is told that hosts are reached by ssh.
class NoHostCalls final
    : public ganstudio::v1::HostService::WithCallbackMethod_ListRuns<
          ganstudio::v1::HostService::WithCallbackMethod_StartRun<
              ganstudio::v1::HostService::WithCallbackMethod_ServeRun<
                  ganstudio::v1::HostService::WithCallbackMethod_LookAtData<
                      ganstudio::v1::HostService::WithCallbackMethod_AskSlurm<ganstudio::v1::HostService::Service>>>>> {
 public:
  /// count_call: the client behind the call with this peer makes one more; throws why it must not. refused: a call from
  /// this address was refused with the error of this id.
  NoHostCalls(std::function<void(const std::string& peer)> count_call,
              std::function<void(const std::string& address, std::string_view reason)> refused)
      : count_call_(std::move(count_call)), refused_(std::move(refused)) {}

 private:
  using Context = grpc::CallbackServerContext;
  grpc::ServerWriteReactor<ganstudio::v1::RunList>* ListRuns(Context* context,
                                                             const ganstudio::v1::ListRunsRequest*) override;
  grpc::ServerUnaryReactor* StartRun(Context* context, const ganstudio::v1::StartRunRequest*,
                                     ganstudio::v1::StartRunReply*) override;
  grpc::ServerUnaryReactor* ServeRun(Context* context, const ganstudio::v1::ServeRunRequest*,
                                     ganstudio::v1::ServeRunReply*) override;
  grpc::ServerWriteReactor<ganstudio::v1::DataNews>* LookAtData(Context* context,
                                                                const ganstudio::v1::LookAtDataRequest*) override;
  grpc::ServerUnaryReactor* AskSlurm(Context* context, const ganstudio::v1::SlurmQuestion*,
                                     ganstudio::v1::SlurmAnswer*) override;
  grpc::Status refusal(const Context& context) const;

  const std::function<void(const std::string& peer)> count_call_;
  const std::function<void(const std::string& address, std::string_view reason)> refused_;
};

}  // namespace gan
