#include "protocol/run_client.h"

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <pthread.h>

#include <future>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

#include "protocol/backoff.h"
#include "protocol/call_engine.h"
#include "protocol/command_sender.h"
#include "protocol/grpc_runtime.h"
#include "protocol/shared_connection.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;
using Stub = v1::RunService::Stub;

bool isPermanent(ErrorCode code) {
  return code == ErrorCode::kInvalidArgument || code == ErrorCode::kPermissionDenied || code == ErrorCode::kUnsupported;
}

/// A thread that keeps one Watch call going.
class Watch {
 public:
  Watch(SharedConnection& connection, std::chrono::milliseconds connect_timeout, std::uint64_t next_sequence,
        std::uint64_t next_row, RunClient::WatchCallbacks callbacks, const WatchOptions& options)
      : shared_(connection), connect_timeout_(connect_timeout), callbacks_(std::move(callbacks)) {
    position_.set_next_sequence(next_sequence);
    position_.set_next_row(next_row);
    position_.set_steers(options.steers);
    position_.set_without_scalars(options.without_scalars);
    thread_ = std::thread([this] { run(); });
  }
  ~Watch() {
    stop_.request_stop();
    thread_.join();
  }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

 private:
  void run() {
    ::pthread_setname_np(::pthread_self(), "gan-client");
    Backoff backoff;
    while (!stop_.stop_requested()) {
      tell(ConnectionState::kConnecting, "");
      bool reached = false;
      const std::optional<Error> error = streamOnce(reached);
      if (stop_.stop_requested()) break;
      if (error && isPermanent(error->code())) return tell(ConnectionState::kClosed, error->message());
      tell(ConnectionState::kLost, error ? error->message() : "");
      if (reached) backoff.reset();
      (void)patience(std::chrono::hours(1)).sleep(backoff.next());
    }
    tell(ConnectionState::kClosed, "");
  }

  /// One call, until it breaks.
  std::optional<Error> streamOnce(bool& reached) try {
    const std::shared_ptr<Connection> connection = shared_.get(patience(connect_timeout_)).connection;
    grpc::ClientContext context;
    addMetadata(context, *connection);
    const std::stop_callback cancel(stop_.get_token(), [&context] { context.TryCancel(); });
    Stub stub(connection->channel);
    const std::unique_ptr<grpc::ClientReader<v1::WatchUpdate>> reader = stub.Watch(&context, position_);
    for (v1::WatchUpdate update; reader->Read(&update);) {
      if (!reached) tell(ConnectionState::kConnected, "");
      reached = true;
      connection->answered = true;
      position_.set_next_sequence(update.next_sequence());
      position_.set_next_row(update.next_row());
      if (callbacks_.on_update) callbacks_.on_update(update);
    }
    const grpc::Status status = reader->Finish();
    if (!stop_.stop_requested()) shared_.drop(connection);
    if (status.ok()) return std::nullopt;
    return toError(status, "Watch", connection->address);
  } catch (const Error& error) {
    return error;
  }

  Patience patience(std::chrono::milliseconds time) const {
    return {std::chrono::steady_clock::now() + time, stop_.get_token()};
  }
  void tell(ConnectionState state, const std::string& why) {
    if (callbacks_.on_state) callbacks_.on_state(state, why);
  }

  SharedConnection& shared_;
  const std::chrono::milliseconds connect_timeout_;
  const RunClient::WatchCallbacks callbacks_;
  v1::WatchRequest position_;  // the thread's own
  std::stop_source stop_;
  std::thread thread_;
};

}  // namespace

struct RunClient::Impl {
  Impl(const Target& target, std::chrono::milliseconds timeout) : call_timeout(timeout), connection(target) {}

  template <class Request, class Reply>
  Reply call(const char* name, grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Reply*),
             const Request& request) {
    return callEngine(connection, name, method, request,
                      {std::chrono::steady_clock::now() + call_timeout, stop.get_token()});
  }
  /// The watch that was ends without the mutex.
  void replaceWatch(std::unique_ptr<Watch> watch_now) {
    const std::lock_guard lock(mutex);
    watch.swap(watch_now);
  }

  const std::chrono::milliseconds call_timeout;
  SharedConnection connection;
  std::stop_source stop;
  CommandSender commands{connection, call_timeout};
  std::mutex mutex;
  std::unique_ptr<Watch> watch;
};

RunClient::RunClient(const Target& target, std::chrono::milliseconds timeout)
    : impl_(std::make_unique<Impl>(target, timeout)) {
  prepareGrpc();
}

RunClient::~RunClient() { close(); }

void RunClient::close() {
  impl_->stop.request_stop();
  stopWatching();
  impl_->commands.close();
}

v1::RunInfo RunClient::run() { return impl_->call("GetRun", &Stub::GetRun, v1::GetRunRequest()); }

v1::SchemaReply RunClient::schema() { return impl_->call("GetSchema", &Stub::GetSchema, v1::GetSchemaRequest()); }

v1::SeriesReply RunClient::series(const v1::SeriesRequest& request) {
  return impl_->call("QuerySeries", &Stub::QuerySeries, request);
}

v1::SampleList RunClient::samples() {
  v1::ListSamplesRequest request;
  request.set_after_step(-1);
  return impl_->call("ListSamples", &Stub::ListSamples, request);
}

v1::SampleData RunClient::sample(const std::string& name) {
  v1::GetSampleRequest request;
  request.set_name(name);
  return impl_->call("GetSample", &Stub::GetSample, request);
}

v1::CheckpointList RunClient::checkpoints() {
  return impl_->call("ListCheckpoints", &Stub::ListCheckpoints, v1::ListCheckpointsRequest());
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
  impl_->replaceWatch(std::make_unique<Watch>(impl_->connection, impl_->call_timeout, next_sequence, next_row,
                                              std::move(callbacks), options));
}

void RunClient::stopWatching() { impl_->replaceWatch(nullptr); }

}  // namespace gan
