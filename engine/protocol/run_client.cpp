#include "protocol/run_client.h"

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/completion_queue.h>
#include <pthread.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <random>
#include <thread>

#include "protocol/connection.h"
#include "protocol/grpc_runtime.h"
#include "protocol/status.h"
#include "protocol/studio.grpc.pb.h"
#include "protocol/token.h"
#include "protocol/version.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;
using Stub = v1::RunService::Stub;

void addMetadata(grpc::ClientContext& context, const Connection& connection) {
  context.AddMetadata(kVersionMetadata, kProtocolVersion);
  if (!connection.token.empty()) context.AddMetadata(kTokenMetadata, connection.token);
}

/// The connection that calls and the watch share.
class Line {
 public:
  Line(const Target& target, std::chrono::milliseconds timeout)
      : target_(target), parsed_(parseTarget(target)), timeout_(timeout) {}

  template <class Request, class Reply>
  Reply call(const char* name, grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Reply*),
             const Request& request) {
    return call<Reply>(name, [&](Stub& stub, grpc::ClientContext& context, Reply& reply) {
      return (stub.*method)(&context, request, &reply);
    });
  }

  /// ask makes the call and waits for its end.
  template <class Reply, class Ask>
  Reply call(const char* name, const Ask& ask) {
    const auto deadline = std::chrono::system_clock::now() + timeout_;
    while (true) {
      const Use use = get();
      grpc::ClientContext context;
      addMetadata(context, *use.connection);
      context.set_deadline(deadline);
      Stub stub(use.connection->channel);
      Reply reply;
      const grpc::Status status = ask(stub, context, reply);
      if (status.ok()) return reply;
      if (status.error_code() == grpc::StatusCode::UNAVAILABLE) {
        drop(use.connection);
        // A connection from before may only have outlived its engine. To ask twice is safe: commands carry an id.
        if (!use.fresh && status.error_details().empty()) continue;
      }
      throw toError(status, name, use.connection->address);
    }
  }

  std::shared_ptr<Connection> connection() { return get().connection; }

  void drop(const std::shared_ptr<Connection>& broken) {
    const std::lock_guard lock(mutex_);
    if (connection_ == broken) connection_.reset();
  }

 private:
  struct Use {
    std::shared_ptr<Connection> connection;
    bool fresh = false;
  };
  Use get() {
    const std::lock_guard lock(mutex_);
    const bool fresh = connection_ == nullptr;
    if (fresh) connection_ = connectTo(parsed_, target_);
    return {connection_, fresh};
  }

  const Target target_;
  const ParsedTarget parsed_;
  const std::chrono::milliseconds timeout_;
  std::mutex mutex_;
  std::shared_ptr<Connection> connection_;
};

/// Command, and on_accepted as soon as the engine says that it has it.
grpc::Status sendCommand(Stub& stub, grpc::ClientContext& context, const v1::CommandRequest& request,
                         v1::CommandReply& reply, const std::function<void()>& on_accepted) {
  char accepted = 0;
  char ended = 0;
  grpc::Status status;
  grpc::CompletionQueue queue;
  const auto call = stub.AsyncCommand(&context, request, &queue);
  call->ReadInitialMetadata(&accepted);
  call->Finish(&reply, &status, &ended);
  void* tag = nullptr;
  bool ok = false;
  for (int events = 0; events < 2 && queue.Next(&tag, &ok); ++events) {
    if (tag == &accepted && ok) on_accepted();
  }
  queue.Shutdown();
  while (queue.Next(&tag, &ok)) {
  }
  return status;
}

/// Waiting times between attempts: 0.5 s growing by half to 30 s, each up to a tenth longer or shorter so that the
/// clients of a restarted engine do not come all at once.
class Backoff {
 public:
  void reset() { seconds_ = kFirst; }
  std::chrono::duration<double> next() {
    const double now = seconds_;
    seconds_ = std::min(seconds_ * 1.5, 30.0);
    return std::chrono::duration<double>(now * std::uniform_real_distribution(0.9, 1.1)(random_));
  }

 private:
  static constexpr double kFirst = 0.5;
  double seconds_ = kFirst;
  std::minstd_rand random_{std::random_device{}()};
};

bool isPermanent(ErrorCode code) {
  return code == ErrorCode::kInvalidArgument || code == ErrorCode::kPermissionDenied || code == ErrorCode::kUnsupported;
}

/// A thread that keeps one Watch call going.
class Watch {
 public:
  Watch(Line& line, std::uint64_t next_sequence, std::uint64_t next_row, RunClient::WatchCallbacks callbacks,
        const WatchOptions& options)
      : line_(line), callbacks_(std::move(callbacks)) {
    position_.set_next_sequence(next_sequence);
    position_.set_next_row(next_row);
    position_.set_steers(options.steers);
    position_.set_without_scalars(options.without_scalars);
    thread_ = std::thread([this] { run(); });
  }
  ~Watch() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
      if (call_ != nullptr) call_->TryCancel();
    }
    wake_.notify_all();
    thread_.join();
  }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

 private:
  void run() {
    ::pthread_setname_np(::pthread_self(), "gan-client");
    Backoff backoff;
    while (!stopping()) {
      tell(ConnectionState::kConnecting, "");
      bool reached = false;
      const std::optional<Error> error = streamOnce(reached);
      if (stopping()) break;
      if (error && isPermanent(error->code())) return tell(ConnectionState::kClosed, error->message());
      tell(ConnectionState::kLost, error ? error->message() : "");
      if (reached) backoff.reset();
      std::unique_lock lock(mutex_);
      wake_.wait_for(lock, backoff.next(), [this] { return stopping_; });
    }
    tell(ConnectionState::kClosed, "");
  }

  /// One call, until it breaks.
  std::optional<Error> streamOnce(bool& reached) try {
    const std::shared_ptr<Connection> connection = line_.connection();
    grpc::ClientContext context;
    addMetadata(context, *connection);
    if (!begin(context)) return std::nullopt;
    Stub stub(connection->channel);
    const std::unique_ptr<grpc::ClientReader<v1::WatchUpdate>> reader = stub.Watch(&context, position_);
    for (v1::WatchUpdate update; reader->Read(&update);) {
      if (!reached) tell(ConnectionState::kConnected, "");
      reached = true;
      position_.set_next_sequence(update.next_sequence());
      position_.set_next_row(update.next_row());
      if (callbacks_.on_update) callbacks_.on_update(update);
    }
    const grpc::Status status = reader->Finish();
    end();
    line_.drop(connection);
    if (status.ok()) return std::nullopt;
    return toError(status, "Watch", connection->address);
  } catch (const Error& error) {
    return error;
  }

  bool stopping() {
    const std::lock_guard lock(mutex_);
    return stopping_;
  }
  bool begin(grpc::ClientContext& context) {
    const std::lock_guard lock(mutex_);
    if (!stopping_) call_ = &context;
    return !stopping_;
  }
  void end() {
    const std::lock_guard lock(mutex_);
    call_ = nullptr;
  }
  void tell(ConnectionState state, const std::string& why) {
    if (callbacks_.on_state) callbacks_.on_state(state, why);
  }

  Line& line_;
  const RunClient::WatchCallbacks callbacks_;
  v1::WatchRequest position_;  // the thread's own
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;
  grpc::ClientContext* call_ = nullptr;
  std::thread thread_;
};

}  // namespace

struct RunClient::Impl {
  Impl(const Target& target, std::chrono::milliseconds timeout) : line(target, timeout) {}
  Line line;
  std::mutex mutex;
  std::unique_ptr<Watch> watch;
};

RunClient::RunClient(const Target& target, std::chrono::milliseconds timeout)
    : impl_(std::make_unique<Impl>(target, timeout)) {
  prepareGrpc();
}

RunClient::~RunClient() { stopWatching(); }

v1::RunInfo RunClient::run() { return impl_->line.call("GetRun", &Stub::GetRun, v1::GetRunRequest()); }

v1::SchemaReply RunClient::schema() { return impl_->line.call("GetSchema", &Stub::GetSchema, v1::GetSchemaRequest()); }

v1::SeriesReply RunClient::series(const v1::SeriesRequest& request) {
  return impl_->line.call("QuerySeries", &Stub::QuerySeries, request);
}

v1::SampleList RunClient::samples() {
  v1::ListSamplesRequest request;
  request.set_after_step(-1);
  return impl_->line.call("ListSamples", &Stub::ListSamples, request);
}

v1::SampleData RunClient::sample(const std::string& name) {
  v1::GetSampleRequest request;
  request.set_name(name);
  return impl_->line.call("GetSample", &Stub::GetSample, request);
}

v1::CheckpointList RunClient::checkpoints() {
  return impl_->line.call("ListCheckpoints", &Stub::ListCheckpoints, v1::ListCheckpointsRequest());
}

v1::CommandReply RunClient::command(const v1::CommandRequest& request, const std::function<void()>& on_accepted) {
  v1::CommandRequest numbered = request;
  if (numbered.id().empty()) numbered.set_id(randomHex(16));
  return impl_->line.call<v1::CommandReply>("Command",
                                            [&](Stub& stub, grpc::ClientContext& context, v1::CommandReply& reply) {
                                              return sendCommand(stub, context, numbered, reply, on_accepted);
                                            });
}

void RunClient::watch(std::uint64_t next_sequence, std::uint64_t next_row, WatchCallbacks callbacks,
                      const WatchOptions& options) {
  stopWatching();
  const std::lock_guard lock(impl_->mutex);
  impl_->watch = std::make_unique<Watch>(impl_->line, next_sequence, next_row, std::move(callbacks), options);
}

void RunClient::stopWatching() {
  const std::lock_guard lock(impl_->mutex);
  impl_->watch.reset();
}

}  // namespace gan
