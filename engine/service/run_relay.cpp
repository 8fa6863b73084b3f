#include "service/run_relay.h"

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/generic/generic_stub.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <utility>

#include "core/error.h"
#include "protocol/call_engine.h"
#include "protocol/shared_connection.h"
#include "protocol/status.h"
#include "protocol/version.h"
#include "service/host_path.h"
#include "service/worker.h"

namespace gan {
namespace {

constexpr std::size_t kMostRuns = 256;
constexpr std::size_t kMostWaitingCalls = 128;
constexpr std::chrono::seconds kConnectPatience(10);

std::string metadataOf(const grpc::ServerContextBase& context, const char* name) {
  const auto found = context.client_metadata().find(name);
  return found == context.client_metadata().end() ? std::string()
                                                  : std::string(found->second.data(), found->second.size());
}

/// Throws Error(kInvalidArgument, "run_not_named" | "host_path_relative").
std::filesystem::path runOf(const grpc::ServerContextBase& context) {
  const std::string named = metadataOf(context, kRunMetadata);
  if (!named.empty()) return hostPath(named);
  throw Error(ErrorCode::kInvalidArgument, "run_not_named",
              "Many runs are reached over this connection, and the call does not say which one it is for. Name its "
              "folder: ssh://host/path/to/run.");
}

}  // namespace

/// The way to the engine of one run, and the thread that finds it: one engine that cannot be reached holds up no other.
class RunRelay::Way {
 public:
  Way(const std::string& run, std::stop_token stop)
      : stop_(std::move(stop)),
        connection_(Target{run}),
        worker_({.all = kMostWaitingCalls, .of_one_client = kMostWaitingCalls}) {}

  SharedConnection::Use get() { return connection_.get({std::chrono::steady_clock::now() + kConnectPatience, stop_}); }
  void drop(const std::shared_ptr<Connection>& broken, const grpc::Status& status) { connection_.drop(broken, status); }
  /// Throws Error(kResourceExhausted, "engine_busy").
  void post(std::function<void()> task) { worker_.post({"host", Claimant::Standing::kSteers}, std::move(task)); }

 private:
  const std::stop_token stop_;
  SharedConnection connection_;
  Worker worker_;  ///< The last member: it uses the others.
};

/// One call. It lives until both of its sides are over. Whoever has something to do for a side learns so under the
/// lock, and does it without: gRPC may answer at once.
class RunRelay::Call final : public grpc::ServerGenericBidiReactor, public std::enable_shared_from_this<Call> {
 public:
  Call(grpc::GenericCallbackServerContext& context, Way& way)
      : context_(context), method_(context.method()), way_(way) {}

  /// Looks for the engine. To be called once.
  void begin() {
    self_ = shared_from_this();
    try {
      way_.post([call = self_] { call->connect(); });
    } catch (const Error& error) {
      Finish(toStatus(error));
    }
  }

 private:
  /// The side towards the engine. While it is open_, a hold of ours keeps gRPC from ending it.
  struct Leg final : grpc::ClientBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer> {
    Leg(std::shared_ptr<Call> of, SharedConnection::Use use)
        : call(std::move(of)), connection(std::move(use.connection)), fresh(use.fresh), stub(connection->channel) {}

    void OnReadInitialMetadataDone(bool ok) override {
      if (ok) call->sendInitialMetadata();
    }
    void OnReadDone(bool ok) override {
      answered = answered || ok;
      ok ? call->passOnAnswer() : call->closeLeg();
    }
    void OnWriteDone(bool ok) override { call->onPassedOn(*this, ok); }
    void OnDone(const grpc::Status& status) override {
      const std::unique_ptr<Leg> ended(this);
      call->onLegDone(*this, status);
    }

    const std::shared_ptr<Call> call;
    const std::shared_ptr<Connection> connection;
    const bool fresh;
    bool is_second = false;  ///< The first one met a connection that had outlived its engine.
    bool answered = false;
    grpc::GenericStub stub;
    grpc::ClientContext context;
    grpc::ByteBuffer answer;
  };

  // Towards the client.
  void OnSendInitialMetadataDone(bool) override {
    bool write = false;
    {
      const std::lock_guard lock(mutex_);
      initial_ = Initial::kSent;
      write = std::exchange(answer_waits_, false);
    }
    if (write) writeAnswer();
  }
  void OnReadDone(bool ok) override {
    bool act = true;
    {
      const std::lock_guard lock(mutex_);
      reading_ = false;
      if (ok) {
        if (requests_++ == 0) first_request_ = request_;
        passing_on_ = leg_ != nullptr;
      } else {
        half_closed_ = true;
        act = !passing_on_;  // else it is said behind what is on its way
      }
    }
    if (!act) return;
    withLeg([this, ok](Leg& leg) {
      if (ok) {
        leg.StartWrite(&request_);
      } else {
        leg.StartWritesDone();
      }
    });
  }
  void OnWriteDone(bool ok) override {
    withLeg([ok](Leg& leg) {
      if (!ok) leg.context.TryCancel();
      leg.StartRead(&leg.answer);
    });
  }
  void OnCancel() override {
    cancelled_ = true;
    withLeg([](Leg& leg) { leg.context.TryCancel(); });
  }
  void OnDone() override { const std::shared_ptr<Call> last = std::move(self_); }

  // Towards the engine.
  void onPassedOn(Leg& leg, bool ok) {
    bool close = false;
    bool read = false;
    {
      const std::lock_guard lock(mutex_);
      passing_on_ = false;
      close = half_closed_;
      read = ok && !close && !std::exchange(reading_, true);
    }
    if (close) leg.StartWritesDone();
    if (read) StartRead(&request_);
  }

  void connect() {
    try {
      if (cancelled_) return Finish(grpc::Status::CANCELLED);
      startLeg(std::make_unique<Leg>(shared_from_this(), way_.get()));
    } catch (const Error& error) {
      Finish(toStatus(error));
    }
  }

  void startLeg(std::unique_ptr<Leg> made) {
    Leg& leg = *made.release();  // it deletes itself when it is over
    for (const auto& [name, value] : context_.client_metadata()) {
      if (!name.starts_with("gan-") || name == kRunMetadata || name == kTokenMetadata) continue;
      leg.context.AddMetadata(std::string(name.data(), name.size()), std::string(value.data(), value.size()));
    }
    if (!leg.connection->token.empty()) leg.context.AddMetadata(kTokenMetadata, leg.connection->token);
    leg.context.set_deadline(context_.deadline());
    leg.is_second = std::exchange(had_leg_, true);
    leg.stub.PrepareBidiStreamingCall(&leg.context, method_, {}, &leg);
    leg.AddHold();
    bool repeat = false;
    bool close = false;
    bool read = false;
    {
      const std::lock_guard lock(mutex_);
      leg_ = &leg;
      passing_on_ = repeat = requests_ > 0;
      close = !repeat && half_closed_;
      read = !repeat && !close && !std::exchange(reading_, true);
    }
    leg.StartRead(&leg.answer);
    if (repeat) leg.StartWrite(&first_request_);
    if (close) leg.StartWritesDone();
    if (read) StartRead(&request_);
    if (cancelled_) OnCancel();  // it may have come before there was a leg to tell
    leg.StartCall();             // from here on it may be over
  }

  template <class Action>
  void withLeg(const Action& act) {
    Leg* leg = nullptr;
    {
      const std::lock_guard lock(mutex_);
      leg = leg_;
      if (leg != nullptr) leg->AddHold();
    }
    if (leg == nullptr) return;
    act(*leg);
    leg->RemoveHold();
  }

  /// The engine has said its last.
  void closeLeg() {
    Leg* leg = nullptr;
    {
      const std::lock_guard lock(mutex_);
      leg = std::exchange(leg_, nullptr);
    }
    if (leg != nullptr) leg->RemoveHold();
  }

  /// An engine that has taken a call says so before it answers.
  void sendInitialMetadata() {
    {
      const std::lock_guard lock(mutex_);
      if (initial_ != Initial::kNone) return;
      initial_ = Initial::kSending;
    }
    StartSendInitialMetadata();
  }

  void passOnAnswer() {
    bool send_first = false;
    bool write = false;
    {
      const std::lock_guard lock(mutex_);
      send_first = initial_ == Initial::kNone;
      if (send_first) initial_ = Initial::kSending;
      write = initial_ == Initial::kSent;
      answer_waits_ = !write;
    }
    if (send_first) StartSendInitialMetadata();
    if (write) writeAnswer();
  }

  void writeAnswer() {
    withLeg([this](Leg& leg) { StartWrite(&leg.answer); });
  }

  void onLegDone(const Leg& leg, const grpc::Status& status) {
    const bool is_broken = saysConnectionBroke(status);
    if (is_broken || (!status.ok() && saysEngineLeaves(toError(status, method_, leg.connection->address)))) {
      way_.drop(leg.connection, status);
    }
    // The connection may only have outlived its engine.
    if (is_broken && !leg.fresh && !leg.answered && !leg.is_second && isFirstRequestAll() && !cancelled_) {
      try {
        return way_.post([call = shared_from_this()] { call->connect(); });
      } catch (const Error&) {  // the first failure is told
      }
    }
    // With its details, it is an engine's end and not that of the client's own connection.
    Finish(is_broken ? toStatus(toError(status, method_, leg.connection->address)) : status);
  }

  /// Whether the client has sent that one or none, so that all of it can be said again.
  bool isFirstRequestAll() {
    const std::lock_guard lock(mutex_);
    return requests_ <= 1;
  }

  enum class Initial { kNone, kSending, kSent };

  grpc::GenericCallbackServerContext& context_;
  const std::string method_;
  Way& way_;
  std::shared_ptr<Call> self_;  ///< gRPC needs it until OnDone().
  std::atomic<bool> cancelled_{false};
  bool had_leg_ = false;
  grpc::ByteBuffer request_;
  grpc::ByteBuffer first_request_;
  std::mutex mutex_;
  Leg* leg_ = nullptr;        ///< While it is open.
  int requests_ = 0;          ///< That the client has sent so far.
  bool reading_ = false;      ///< The next one.
  bool passing_on_ = false;   ///< One of them.
  bool half_closed_ = false;  ///< The client has sent its last.
  Initial initial_ = Initial::kNone;
  bool answer_waits_ = false;  ///< For the initial metadata to be sent.
};

RunRelay::RunRelay() = default;

RunRelay::~RunRelay() = default;

void RunRelay::reach(const std::filesystem::path& run) { wayTo(run).get(); }

RunRelay::Way& RunRelay::wayTo(const std::filesystem::path& run) {
  const std::lock_guard lock(mutex_);
  if (const auto found = ways_.find(run); found != ways_.end()) return *found->second;
  if (ways_.size() >= kMostRuns) {
    throw Error(ErrorCode::kResourceExhausted, "too_many_runs",
                "{count} runs have been asked for over this connection, which is the most. Connect anew.",
                {{"count", std::to_string(kMostRuns)}});
  }
  return *ways_.emplace(run, std::make_unique<Way>(run.string(), stop_.get_token())).first->second;
}

grpc::ServerGenericBidiReactor* RunRelay::CreateReactor(grpc::GenericCallbackServerContext* context) {
  /// Ends a call at once.
  struct Refusal final : grpc::ServerGenericBidiReactor {
    explicit Refusal(const Error& why) { Finish(toStatus(why)); }
    void OnDone() override { delete this; }
  };
  try {
    checkProtocolVersion(metadataOf(*context, kVersionMetadata));
    if (stop_.stop_requested()) throw closedError();
    const auto call = std::make_shared<Call>(*context, wayTo(runOf(*context)));
    call->begin();
    return call.get();
  } catch (const Error& error) {
    return new Refusal(error);
  }
}

}  // namespace gan
