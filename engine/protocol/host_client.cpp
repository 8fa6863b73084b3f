#include "protocol/host_client.h"

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>

#include <stop_token>

#include "protocol/call_engine.h"
#include "protocol/grpc_runtime.h"
#include "protocol/shared_connection.h"
#include "protocol/target.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;
using HostStub = v1::HostService::Stub;

/// Until a training serves its run: it loads its data first, and libraries from a disk that may be far.
constexpr std::chrono::minutes kLongestStart(5);

const Target& requireHost(const Target& target) {
  if (std::holds_alternative<SshTarget>(parseTarget(target))) return target;
  throw Error(ErrorCode::kInvalidArgument, "host_needs_ssh",
              "The runs of another machine are listed and started by ssh only, and {target} leads to one run. Name the "
              "machine as ssh://host/folder.",
              {{"target", target.text}});
}

}  // namespace

struct HostClient::Impl {
  Impl(const Target& target, std::chrono::milliseconds timeout) : call_timeout(timeout), connection(target) {}

  Patience patience(std::chrono::milliseconds time) const {
    return {std::chrono::steady_clock::now() + time, stop.get_token()};
  }

  /// What a call that broke has begun, a training or a job, is not to be begun again.
  template <class Request, class Reply>
  Reply callOnce(const char* name, grpc::Status (HostStub::*method)(grpc::ClientContext*, const Request&, Reply*),
                 const Request& request, Reply reply) {
    const auto used = connection.get(patience(call_timeout)).connection;
    grpc::ClientContext context;
    addMetadata(context, *used);
    context.set_deadline(onSystemClock(std::chrono::steady_clock::now() + kLongestStart));
    const std::stop_callback cancel(stop.get_token(), [&context] { context.TryCancel(); });
    HostStub stub(used->channel);
    const grpc::Status status = (stub.*method)(&context, request, &reply);
    throwIfClosed(stop.get_token());
    if (status.ok()) return reply;
    connection.drop(used, status);
    throw toError(status, name, used->address);
  }

  const std::chrono::milliseconds call_timeout;
  SharedConnection connection;
  std::stop_source stop;
};

HostClient::HostClient(const Target& target, std::chrono::milliseconds timeout)
    : impl_(std::make_unique<Impl>(requireHost(target), timeout)) {
  prepareGrpc();
}

HostClient::~HostClient() { close(); }

void HostClient::close() { impl_->stop.request_stop(); }

void HostClient::listRuns(const std::string& folder, Listing listing, const Take& take) {
  v1::ListRunsRequest request;
  request.set_folder(folder);
  request.set_follow(listing == Listing::kFollow);
  const std::stop_token stop = impl_->stop.get_token();
  while (true) {
    const auto [used, fresh] = impl_->connection.get(impl_->patience(impl_->call_timeout));
    grpc::ClientContext context;
    addMetadata(context, *used);
    const std::stop_callback cancel(stop, [&context] { context.TryCancel(); });
    HostStub stub(used->channel);
    const auto reader = stub.ListRuns(&context, request);
    bool wanted = true;
    bool any = false;
    for (v1::RunList news; wanted && reader->Read(&news); any = true) wanted = take(news);
    if (!wanted) context.TryCancel();
    const grpc::Status status = reader->Finish();
    throwIfClosed(stop);
    if (status.ok() || !wanted) return;
    if (saysConnectionBroke(status)) {
      impl_->connection.drop(used, status);
      if (!fresh && !any) continue;  // a login from before may have ended since
    }
    throw toError(status, "ListRuns", used->address);
  }
}

HostClient::Started HostClient::startRun(const std::string& run, const std::vector<std::string>& arguments) {
  v1::StartRunRequest request;
  request.set_run(run);
  for (const std::string& argument : arguments) request.add_arguments(argument);
  const auto reply = impl_->callOnce("StartRun", &HostStub::StartRun, request, v1::StartRunReply());
  // A host of an earlier build says no folder.
  return {.start = reply.ended() ? Start::kEnded : Start::kServes, .run = reply.run().empty() ? run : reply.run()};
}

void HostClient::serveRun(const std::string& run) {
  v1::ServeRunRequest request;
  request.set_run(run);
  impl_->connection.get(impl_->patience(impl_->call_timeout));  // whoever is not there is not waited for longer
  callEngine(impl_->connection, "ServeRun", &HostStub::ServeRun, request, impl_->patience(kLongestStart));
}

std::string HostClient::askSlurm(const std::vector<std::string>& arguments) {
  v1::SlurmQuestion question;
  for (const std::string& argument : arguments) question.add_arguments(argument);
  return impl_->callOnce("AskSlurm", &HostStub::AskSlurm, question, v1::SlurmAnswer()).json();
}

HostClient::Found HostClient::lookAtData(const std::vector<std::string>& arguments,
                                         const std::function<void(const std::string& line)>& progress) {
  v1::LookAtDataRequest request;
  for (const std::string& argument : arguments) request.add_arguments(argument);
  const std::stop_token stop = impl_->stop.get_token();
  while (true) {
    const auto [used, fresh] = impl_->connection.get(impl_->patience(impl_->call_timeout));
    grpc::ClientContext context;
    addMetadata(context, *used);
    const std::stop_callback cancel(stop, [&context] { context.TryCancel(); });
    HostStub stub(used->channel);
    const auto reader = stub.LookAtData(&context, request);
    Found found;
    bool any = false;
    for (v1::DataNews news; reader->Read(&news); any = true) {
      if (!news.progress().empty()) progress(news.progress());
      if (news.found_json().empty()) continue;
      found = {.json = news.found_json(), .sheet = news.sheet()};
    }
    const grpc::Status status = reader->Finish();
    throwIfClosed(stop);
    if (status.ok()) return found;
    if (saysConnectionBroke(status)) {
      impl_->connection.drop(used, status);
      if (!fresh && !any) continue;  // a login from before may have ended since
    }
    throw toError(status, "LookAtData", used->address);
  }
}

}  // namespace gan
