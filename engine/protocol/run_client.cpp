#include "protocol/run_client.h"

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>

#include <future>
#include <mutex>
#include <stop_token>
#include <utility>

#include "protocol/call_engine.h"
#include "protocol/command_sender.h"
#include "protocol/grpc_runtime.h"
#include "protocol/shared_connection.h"
#include "protocol/standing_call.h"
#include "protocol/status.h"
#include "protocol/version.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;
using Stub = v1::RunService::Stub;
using AsyncStub = class v1::RunService::Stub::async;

/// One Watch call; position: of what comes next.
grpc::Status watchOnce(Stub& stub, grpc::ClientContext& context, v1::WatchRequest& position,
                       const std::function<void(const v1::WatchUpdate&)>& on_update,
                       const std::function<void()>& answered) {
  const std::unique_ptr<grpc::ClientReader<v1::WatchUpdate>> reader = stub.Watch(&context, position);
  for (v1::WatchUpdate update; reader->Read(&update);) {
    answered();
    if (!position.run_id().empty() && update.run_id() != position.run_id()) {
      context.TryCancel();
      (void)reader->Finish();
      return toStatus(
          Error(ErrorCode::kFailedPrecondition, "run_replaced",
                "Another run ({found}) answers where the one that was watched ({wanted}) did. Open it anew.",
                {{"found", update.run_id()}, {"wanted", position.run_id()}}));
    }
    position.set_run_id(update.run_id());  // only engines that say it know the field
    position.set_next_sequence(update.next_sequence());
    position.set_next_row(update.next_row());
    if (on_update) on_update(update);
  }
  return reader->Finish();
}

}  // namespace

struct RunClient::Impl {
  Impl(std::shared_ptr<SharedConnection> over, std::chrono::milliseconds timeout)
      : call_timeout(timeout), shared(std::move(over)), connection(*shared) {}

  template <class Request, class Reply>
  Reply callForMuch(const char* name,
                    void (AsyncStub::*method)(grpc::ClientContext*, const Request*, Reply*, grpc::ClientUnaryReactor*),
                    const Request& request) {
    return gan::callForMuch(connection, name, method, request,
                            {std::chrono::steady_clock::now() + call_timeout, stop.get_token()});
  }
  v1::RunInfo run() {
    v1::RunInfo info = callForMuch("GetRun", &AsyncStub::GetRun, v1::GetRunRequest());
    checkEngineVersion(info.protocol_version());
    const std::lock_guard lock(mutex);
    engine_version = info.protocol_version();
    return info;
  }
  /// Asks the engine only where it has not said yet which version it speaks.
  void require(Feature feature) {
    const auto known = [this] {
      const std::lock_guard lock(mutex);
      return engine_version;
    };
    if (known().empty()) run();
    requireFeature(known(), feature);
  }
  /// The watch that was ends without the mutex.
  void replaceWatch(std::unique_ptr<StandingCall> watch_now) {
    const std::lock_guard lock(mutex);
    watch.swap(watch_now);
  }

  const std::chrono::milliseconds call_timeout;
  const std::shared_ptr<SharedConnection> shared;
  SharedConnection& connection;
  std::stop_source stop;
  CommandSender commands{connection, call_timeout};
  std::mutex mutex;
  std::string engine_version;  ///< Empty: not known yet.
  std::unique_ptr<StandingCall> watch;
};

RunClient::RunClient(const Target& target, std::chrono::milliseconds timeout)
    : RunClient(std::make_shared<SharedConnection>(target), timeout) {}

RunClient::RunClient(std::shared_ptr<SharedConnection> connection, std::chrono::milliseconds timeout)
    : impl_(std::make_unique<Impl>(std::move(connection), timeout)) {
  prepareGrpc();
}

RunClient::~RunClient() { close(); }

void RunClient::close() {
  impl_->stop.request_stop();
  stopWatching();
  impl_->commands.close();
}

v1::RunInfo RunClient::run() { return impl_->run(); }

v1::SchemaReply RunClient::schema() {
  return impl_->callForMuch("GetSchema", &AsyncStub::GetSchema, v1::GetSchemaRequest());
}

v1::SeriesReply RunClient::series(const v1::SeriesRequest& request) {
  if (request.raw_beside() || request.only_steps()) impl_->require(Feature::kCurvesForSlowLines);
  if (request.ancestors()) impl_->require(Feature::kAncestors);
  return impl_->callForMuch("QuerySeries", &AsyncStub::QuerySeries, request);
}

v1::SampleList RunClient::samples() {
  v1::ListSamplesRequest request;
  request.set_after_step(-1);
  return impl_->callForMuch("ListSamples", &AsyncStub::ListSamples, request);
}

v1::SampleData RunClient::sample(const std::string& name) {
  v1::GetSampleRequest request;
  request.set_name(name);
  return impl_->callForMuch("GetSample", &AsyncStub::GetSample, request);
}

v1::SampleData RunClient::thumbnail(const std::string& name, std::uint32_t longest_side) {
  impl_->require(Feature::kThumbnails);
  v1::GetSampleRequest request;
  request.set_name(name);
  request.set_longest_side(longest_side);
  return impl_->callForMuch("GetSample", &AsyncStub::GetSample, request);
}

v1::CheckpointList RunClient::checkpoints() {
  return impl_->callForMuch("ListCheckpoints", &AsyncStub::ListCheckpoints, v1::ListCheckpointsRequest());
}

v1::EvaluationList RunClient::evaluations(const std::string& mark) {
  v1::ListEvaluationsRequest request;
  request.set_mark(mark);
  return impl_->callForMuch("ListEvaluations", &AsyncStub::ListEvaluations, request);
}

void RunClient::command(const v1::CommandRequest& request, const CommandOptions& options, CommandCallbacks callbacks) {
  impl_->commands.send(request, options, std::move(callbacks));
}

v1::CommandReply RunClient::command(const v1::CommandRequest& request) {
  const auto promise = std::make_shared<std::promise<v1::CommandReply>>();
  const CommandOptions options{.answer_timeout = impl_->call_timeout};
  command(request, options,
          {.on_reply = [promise](const v1::CommandReply& reply) { promise->set_value(reply); },
           .on_failure = [promise](const Error& error) { promise->set_exception(std::make_exception_ptr(error)); }});
  return promise->get_future().get();
}

void RunClient::watch(std::uint64_t next_sequence, std::uint64_t next_row, WatchCallbacks callbacks,
                      const WatchOptions& options) {
  stopWatching();
  if (impl_->stop.stop_requested()) return;
  v1::WatchRequest position;
  position.set_next_sequence(next_sequence);
  position.set_next_row(next_row);
  position.set_steers(options.steers);
  position.set_without_scalars(options.without_scalars);
  impl_->replaceWatch(std::make_unique<StandingCall>(
      impl_->connection,
      StandingCall::Parts{.name = "Watch",
                          .thread_name = "gan-client",
                          .connect_timeout = impl_->call_timeout,
                          .also_permanent = {ErrorCode::kFailedPrecondition},
                          .on_state = std::move(callbacks.on_state),
                          .wait = options.wait,
                          .perform = [position, on_update = std::move(callbacks.on_update)](
                                         Stub& stub, grpc::ClientContext& context, const auto& answered) mutable {
                            return watchOnce(stub, context, position, on_update, answered);
                          }}));
}

void RunClient::stopWatching() { impl_->replaceWatch(nullptr); }

}  // namespace gan
