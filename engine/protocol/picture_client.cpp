#include "protocol/picture_client.h"

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>

#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

#include "protocol/call_engine.h"
#include "protocol/grpc_runtime.h"
#include "protocol/standing_call.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;
using Stub = v1::RunService::Stub;

// An engine counts a call as open for a moment longer than its client, who may have broken it off.
constexpr std::chrono::milliseconds kHandover(1000);
constexpr std::chrono::milliseconds kAskAgain(30);
constexpr std::chrono::minutes kWeightsPatience(3);  // longer than an engine waits for its training's

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

/// One Explore call: the calling thread reads, another one sends what is wished for.
grpc::Status exploreOnce(Stub& stub, grpc::ClientContext& context, Wishes& wishes,
                         const std::function<void(const v1::ExploreReply&)>& on_reply,
                         const std::function<void()>& answered) {
  const auto stream = stub.Explore(&context);
  {
    const std::jthread sending([&](const std::stop_token& stop) {
      std::uint64_t sent = 0;
      while (const auto wish = wishes.after(sent, stop)) {
        sent = wish->stamp();
        if (!stream->Write(*wish)) return;
      }
    });
    for (v1::ExploreReply reply; stream->Read(&reply);) {
      answered();
      if (on_reply) on_reply(reply);
    }
  }
  return stream->Finish();
}

}  // namespace

struct PictureClient::Impl {
  Impl(std::shared_ptr<SharedConnection> over, std::chrono::milliseconds timeout)
      : connect_timeout(timeout), shared(std::move(over)), connection(*shared) {}

  template <class Request, class Reply>
  void stream(const char* name,
              std::unique_ptr<grpc::ClientReader<Reply>> (Stub::*method)(grpc::ClientContext*, const Request&),
              const Request& request, const std::function<bool(const Reply&)>& take) {
    const Patience patience{std::chrono::steady_clock::now() + connect_timeout, stop.get_token()};
    const Patience handover{std::chrono::steady_clock::now() + kHandover, stop.get_token()};
    while (true) {
      const auto [used, fresh] = connection.get(patience);
      grpc::ClientContext context;
      addMetadata(context, *used);
      const std::stop_callback cancel(stop.get_token(), [&context] { context.TryCancel(); });
      Stub stub(used->channel);
      const auto reader = (stub.*method)(&context, request);
      bool wanted = true;
      bool any = false;
      for (Reply reply; wanted && reader->Read(&reply); any = true) wanted = take(reply);
      if (!wanted) context.TryCancel();
      const grpc::Status status = reader->Finish();
      throwIfClosed(stop.get_token());
      if (status.ok() || !wanted) return;
      const Error error = toError(status, name, used->address);
      if (saysConnectionBroke(status) || saysEngineLeaves(error)) {
        connection.drop(used, status);
        if (!fresh && !any) continue;  // a connection from before may only have outlived its engine
      }
      if (error.id() == "pictures_one_call" && handover.sleep(kAskAgain)) continue;
      throwIfClosed(stop.get_token());
      throw error;
    }
  }
  /// The one that was ends without the mutex.
  void replace(std::unique_ptr<StandingCall> now) {
    const std::lock_guard lock(mutex);
    exploring.swap(now);
  }

  const std::chrono::milliseconds connect_timeout;
  const std::shared_ptr<SharedConnection> shared;
  SharedConnection& connection;
  std::stop_source stop;
  Wishes wishes;
  std::mutex mutex;
  std::unique_ptr<StandingCall> exploring;
};

PictureClient::PictureClient(const Target& target, std::chrono::milliseconds timeout)
    : PictureClient(std::make_shared<SharedConnection>(target), timeout) {}

PictureClient::PictureClient(std::shared_ptr<SharedConnection> connection, std::chrono::milliseconds timeout)
    : impl_(std::make_unique<Impl>(std::move(connection), timeout)) {
  prepareGrpc();
}

PictureClient::~PictureClient() { close(); }

void PictureClient::close() {
  impl_->stop.request_stop();
  stopExploring();
}

void PictureClient::generate(const v1::GenerateRequest& request, const Take& take) {
  impl_->stream("Generate", &Stub::Generate, request, take);
}

void PictureClient::interpolate(const v1::InterpolateRequest& request, const Take& take) {
  impl_->stream("Interpolate", &Stub::Interpolate, request, take);
}

v1::LatentDescription PictureClient::describeLatents(const v1::DescribeLatentsRequest& request) {
  const auto now = std::chrono::steady_clock::now();
  impl_->connection.get({now + impl_->connect_timeout, impl_->stop.get_token()});  // or it is not there
  return callEngine(impl_->connection, "DescribeLatents", &Stub::DescribeLatents, request,
                    {now + kWeightsPatience, impl_->stop.get_token()});
}

void PictureClient::project(const v1::ProjectRequest& request, const TakeProjection& take) {
  impl_->stream("Project", &Stub::Project, request, take);
}

void PictureClient::findNearest(const v1::NearestRequest& request, const TakeNearest& take) {
  impl_->stream("FindNearest", &Stub::FindNearest, request, take);
}

void PictureClient::explore(ExploreCallbacks callbacks) {
  stopExploring();
  impl_->replace(std::make_unique<StandingCall>(
      impl_->connection,
      StandingCall::Parts{.name = "Explore",
                          .thread_name = "gan-explore",
                          .connect_timeout = impl_->connect_timeout,
                          .also_permanent = {ErrorCode::kFailedPrecondition},
                          .on_state = std::move(callbacks.on_state),
                          .perform = [&wishes = impl_->wishes, on_reply = std::move(callbacks.on_reply)](
                                         Stub& stub, grpc::ClientContext& context, const auto& answered) {
                            return exploreOnce(stub, context, wishes, on_reply, answered);
                          }}));
}

bool PictureClient::isOverNetwork() const { return impl_->connection.isOverNetwork(); }

void PictureClient::stopExploring() { impl_->replace(nullptr); }

std::uint64_t PictureClient::wish(const std::string& point, const v1::PictureWish& wish) {
  return impl_->wishes.set(point, wish);
}

}  // namespace gan
