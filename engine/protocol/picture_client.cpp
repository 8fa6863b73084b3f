#include "protocol/picture_client.h"

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <pthread.h>

#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

#include "protocol/backoff.h"
#include "protocol/call_engine.h"
#include "protocol/grpc_runtime.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;
using Stub = v1::RunService::Stub;

/// What no waiting makes better.
bool isPermanent(ErrorCode code) {
  return code == ErrorCode::kInvalidArgument || code == ErrorCode::kPermissionDenied ||
         code == ErrorCode::kUnsupported || code == ErrorCode::kFailedPrecondition;
}

/// The newest wish, for a thread that sends it.
class Wishes {
 public:
  std::uint64_t set(const std::string& point, const v1::PictureWish& wish) {
    const std::lock_guard lock(mutex_);
    newest_.set_stamp(newest_.stamp() + 1);
    newest_.set_point(point);
    *newest_.mutable_wish() = wish;
    changed_.notify_all();
    return newest_.stamp();
  }
  /// Waits for one that is newer than `sent`; nothing when told to stop.
  std::optional<v1::ExploreRequest> after(std::uint64_t sent, const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    if (!changed_.wait(lock, stop, [&] { return newest_.stamp() > sent; })) return std::nullopt;
    return newest_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable_any changed_;
  v1::ExploreRequest newest_;
};

/// Two threads that keep one Explore call going: one connects and reads, the other sends what is wished for.
class Exploring {
 public:
  Exploring(SharedConnection& connection, std::chrono::milliseconds connect_timeout, Wishes& wishes,
            PictureClient::ExploreCallbacks callbacks)
      : shared_(connection), connect_timeout_(connect_timeout), wishes_(wishes), callbacks_(std::move(callbacks)) {
    thread_ = std::thread([this] { run(); });
  }
  ~Exploring() {
    stop_.request_stop();
    thread_.join();
  }
  Exploring(const Exploring&) = delete;
  Exploring& operator=(const Exploring&) = delete;

 private:
  void run() {
    ::pthread_setname_np(::pthread_self(), "gan-explore");
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
    const auto stream = stub.Explore(&context);
    {
      const std::jthread sending([this, &stream](const std::stop_token& stop) {
        std::uint64_t sent = 0;
        while (const auto wish = wishes_.after(sent, stop)) {
          sent = wish->stamp();
          if (!stream->Write(*wish)) return;
        }
      });
      for (v1::ExploreReply reply; stream->Read(&reply);) {
        if (!std::exchange(reached, true)) tell(ConnectionState::kConnected, "");
        connection->answered = true;
        if (callbacks_.on_reply) callbacks_.on_reply(reply);
      }
    }
    const grpc::Status status = stream->Finish();
    if (!stop_.stop_requested()) shared_.drop(connection);
    if (status.ok()) return std::nullopt;
    return toError(status, "Explore", connection->address);
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
  Wishes& wishes_;
  const PictureClient::ExploreCallbacks callbacks_;
  std::stop_source stop_;
  std::thread thread_;
};

}  // namespace

struct PictureClient::Impl {
  Impl(const Target& target, std::chrono::milliseconds timeout) : connect_timeout(timeout), connection(target) {}

  template <class Request>
  void stream(const char* name,
              std::unique_ptr<grpc::ClientReader<v1::Picture>> (Stub::*method)(grpc::ClientContext*, const Request&),
              const Request& request, const Take& take) {
    const Patience patience{std::chrono::steady_clock::now() + connect_timeout, stop.get_token()};
    while (true) {
      const auto [used, fresh] = connection.get(patience);
      grpc::ClientContext context;
      addMetadata(context, *used);
      const std::stop_callback cancel(stop.get_token(), [&context] { context.TryCancel(); });
      Stub stub(used->channel);
      const auto reader = (stub.*method)(&context, request);
      bool wanted = true;
      bool any = false;
      for (v1::Picture picture; wanted && reader->Read(&picture); any = true) wanted = take(picture);
      if (!wanted) context.TryCancel();
      const grpc::Status status = reader->Finish();
      throwIfClosed(stop.get_token());
      if (status.ok() || !wanted) return;
      if (status.error_code() == grpc::StatusCode::UNAVAILABLE && status.error_details().empty()) {
        connection.drop(used);
        if (!fresh && !any) continue;  // a connection from before may only have outlived its engine
      }
      throw toError(status, name, used->address);
    }
  }
  /// The one that was ends without the mutex.
  void replace(std::unique_ptr<Exploring> now) {
    const std::lock_guard lock(mutex);
    exploring.swap(now);
  }

  const std::chrono::milliseconds connect_timeout;
  SharedConnection connection;
  std::stop_source stop;
  Wishes wishes;
  std::mutex mutex;
  std::unique_ptr<Exploring> exploring;
};

PictureClient::PictureClient(const Target& target, std::chrono::milliseconds timeout)
    : impl_(std::make_unique<Impl>(target, timeout)) {
  prepareGrpc();
}

PictureClient::~PictureClient() {
  impl_->stop.request_stop();
  stopExploring();
}

void PictureClient::generate(const v1::GenerateRequest& request, const Take& take) {
  impl_->stream("Generate", &Stub::Generate, request, take);
}

void PictureClient::interpolate(const v1::InterpolateRequest& request, const Take& take) {
  impl_->stream("Interpolate", &Stub::Interpolate, request, take);
}

void PictureClient::explore(ExploreCallbacks callbacks) {
  stopExploring();
  impl_->replace(
      std::make_unique<Exploring>(impl_->connection, impl_->connect_timeout, impl_->wishes, std::move(callbacks)));
}

void PictureClient::stopExploring() { impl_->replace(nullptr); }

std::uint64_t PictureClient::wish(const std::string& point, const v1::PictureWish& wish) {
  return impl_->wishes.set(point, wish);
}

}  // namespace gan
