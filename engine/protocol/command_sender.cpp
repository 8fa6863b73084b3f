#include "protocol/command_sender.h"

#include <grpcpp/channel.h>
#include <grpcpp/support/client_callback.h>
#include <pthread.h>

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "core/message.h"
#include "core/random_hex.h"
#include "protocol/backoff.h"
#include "protocol/call_engine.h"
#include "protocol/convert.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;
using Clock = std::chrono::steady_clock;
using Stub = v1::RunService::Stub;

v1::CommandReply unknownReply(const Error& why) {
  v1::CommandReply reply;
  reply.set_result("unknown");
  toMessage(Message{"command_unanswered",
                    "No answer came: {reason} The run's log says whether the command took effect.",
                    {because(why)}},
            *reply.mutable_reason());
  return reply;
}

/// A call that ended so may have reached an engine, and another engine may know what became of it.
bool isLost(const grpc::Status& status) {
  return status.error_code() == grpc::StatusCode::UNAVAILABLE || status.error_code() == grpc::StatusCode::CANCELLED;
}

/// No engine worded it: it says how a call broke, and not what the engine did.
bool isOfTransport(const grpc::Status& status) {
  const bool is_told = !status.error_details().empty();
  return !is_told &&
         (status.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED ||
          status.error_code() == grpc::StatusCode::INTERNAL || status.error_code() == grpc::StatusCode::UNKNOWN);
}

/// The engine may come back.
bool mayPass(const Error& error) {
  return error.code() == ErrorCode::kUnavailable || error.code() == ErrorCode::kNotFound;
}

}  // namespace

struct CommandSender::State {
  /// One Command call. gRPC's threads tell it how it stands, and do not touch it once it has ended.
  struct Call final : grpc::ClientUnaryReactor {
    Call(State& sender, std::shared_ptr<Connection> way) : state(sender), connection(std::move(way)) {}
    void OnReadInitialMetadataDone(bool ok) override {
      if (ok) state.change([this] { taken = true; });
    }
    void OnDone(const grpc::Status& status) override {
      state.change([&] { end = status; });
    }

    State& state;
    const std::shared_ptr<Connection> connection;
    Stub stub{connection->channel};
    grpc::ClientContext context;
    v1::CommandReply reply;
    bool taken = false;  ///< By the engine. Behind the state's mutex, as is the next.
    std::optional<grpc::Status> end;
  };

  /// A command that has no answer yet.
  struct Open {
    v1::CommandRequest request;
    RunClient::CommandOptions options;
    RunClient::CommandCallbacks callbacks;
    Clock::time_point deadline;
    Clock::time_point not_before = Clock::time_point::min();
    std::unique_ptr<Call> call;                   ///< Null while it waits to be sent.
    std::optional<Clock::time_point> lost_since;  ///< When an engine that may have it went away.
    Backoff backoff;
  };
  using Commands = std::list<Open>;
  using Task = std::function<void()>;

  State(SharedConnection& shared, std::chrono::milliseconds timeout) : connection(shared), call_timeout(timeout) {}

  template <class Change>
  void change(const Change& what) {
    const std::lock_guard lock(mutex);
    what();
    news = true;
    wake.notify_all();
  }

  void loop();
  Task nextTask(Clock::time_point& due);
  void start(Commands::iterator command);
  void startCall(Open& command);
  void takeEnd(Commands::iterator command);
  void retry(Commands::iterator command, const Error& why, std::chrono::milliseconds pause);
  void answer(Commands::iterator command, const v1::CommandReply& reply);
  void fail(Commands::iterator command, const Error& why);
  void endAll();

  SharedConnection& connection;
  const std::chrono::milliseconds call_timeout;
  std::stop_source stop;

  std::mutex mutex;
  std::condition_variable_any wake;
  bool news = false;
  bool closed = false;
  Commands given;  ///< Not yet seen by the thread.

  Commands open;  ///< The thread's own, in the order in which they were given.

  std::mutex ending;  ///< Of the thread, by whoever comes first.
  std::thread thread;
};

void CommandSender::State::loop() {
  ::pthread_setname_np(::pthread_self(), "gan-commands");
  std::unique_lock lock(mutex);
  while (!stop.stop_requested()) {
    news = false;
    open.splice(open.end(), given);
    Clock::time_point due = Clock::now() + std::chrono::hours(1);
    if (const Task task = nextTask(due)) {
      lock.unlock();
      task();
      lock.lock();
    } else {
      wake.wait_until(lock, stop.get_token(), due, [this] { return news; });
    }
  }
  lock.unlock();
  endAll();
}

/// What to do now; when nothing, `due` says when something will be. The mutex is held.
CommandSender::State::Task CommandSender::State::nextTask(Clock::time_point& due) {
  const auto hasEnded = [](const Open& command) { return command.call && command.call->end; };
  if (const auto ended = std::ranges::find_if(open, hasEnded); ended != open.end()) {
    return [this, ended] { takeEnd(ended); };
  }
  // In order: none is sent before the engine has the one before it.
  const auto next = std::ranges::find_if(open, [](const Open& c) { return !c.call || !c.call->taken; });
  if (next == open.end() || next->call) return {};
  if (next->not_before <= Clock::now()) return [this, next] { start(next); };
  due = next->not_before;
  return {};
}

void CommandSender::State::start(Commands::iterator command) {
  try {
    startCall(*command);
  } catch (const Error& error) {
    retry(command, error, command->backoff.next());
  }
}

void CommandSender::State::startCall(Open& command) {
  const auto patienceFromNow = [&] {
    return Patience{std::min(command.deadline, Clock::now() + call_timeout), stop.get_token()};
  };
  std::shared_ptr<Connection> way = connection.get(patienceFromNow()).connection;
  const Patience patience = patienceFromNow();  // a login waits for a person
  // Only where an engine has answered is a call that breaks one that may have been made.
  while (!way->answered) {
    callEngine(connection, "GetSchema", &Stub::GetSchema, v1::GetSchemaRequest(), patience);
    way = connection.get(patience).connection;
  }
  if (Clock::now() >= command.deadline) {
    throw toError({grpc::StatusCode::DEADLINE_EXCEEDED, ""}, "Command", way->address);
  }
  command.call = std::make_unique<Call>(*this, std::move(way));
  Call& call = *command.call;
  addMetadata(call.context, *call.connection);
  call.context.set_deadline(onSystemClock(command.deadline));
  call.stub.async()->Command(&call.context, &command.request, &call.reply, &call);
  call.StartCall();
}

void CommandSender::State::takeEnd(Commands::iterator command) {
  const std::unique_ptr<Call> call = std::move(command->call);
  const grpc::Status& status = *call->end;
  if (status.ok()) return answer(command, call->reply);
  const Error why = toError(status, "Command", call->connection->address);
  if (isLost(status)) {
    connection.drop(call->connection, status);
    // The first time at once: the connection may be an old one, and the next engine there already.
    const auto pause = command->lost_since ? command->backoff.next() : std::chrono::milliseconds(0);
    if (call->taken || !command->lost_since) command->lost_since = Clock::now();
    return retry(command, why, pause);
  }
  // An engine that has taken a command refuses it in an answer alone.
  const bool may_be_done = command->lost_since || call->taken || isOfTransport(status);
  may_be_done ? answer(command, unknownReply(why)) : fail(command, why);
}

/// After an attempt that said nothing about the command.
void CommandSender::State::retry(Commands::iterator command, const Error& why, std::chrono::milliseconds pause) {
  if (!command->lost_since) return fail(command, why);
  const auto end = std::min(command->deadline, *command->lost_since + command->options.restart_timeout);
  if (!mayPass(why) || Clock::now() >= end) return answer(command, unknownReply(why));
  command->not_before = std::min(Clock::now() + pause, end);
}

void CommandSender::State::answer(Commands::iterator command, const v1::CommandReply& reply) {
  const auto callbacks = std::move(command->callbacks);
  open.erase(command);
  if (callbacks.on_reply) callbacks.on_reply(reply);
}

void CommandSender::State::fail(Commands::iterator command, const Error& why) {
  const auto callbacks = std::move(command->callbacks);
  open.erase(command);
  if (callbacks.on_failure) callbacks.on_failure(why);
}

void CommandSender::State::endAll() {
  {
    std::unique_lock lock(mutex);
    open.splice(open.end(), given);
    for (Open& command : open) {
      if (command.call) command.call->context.TryCancel();
    }
    wake.wait(lock, [this] {
      return std::ranges::all_of(open, [](const Open& command) { return !command.call || command.call->end; });
    });
  }
  const Error why = closedError();
  while (!open.empty()) {
    const auto command = open.begin();
    if (command->call && command->call->end->ok()) {
      answer(command, v1::CommandReply(command->call->reply));
    } else if (command->call || command->lost_since) {
      answer(command, unknownReply(why));
    } else {
      fail(command, why);
    }
  }
}

CommandSender::CommandSender(SharedConnection& connection, std::chrono::milliseconds call_timeout)
    : state_(std::make_unique<State>(connection, call_timeout)) {}

CommandSender::~CommandSender() { close(); }

void CommandSender::send(const v1::CommandRequest& request, const RunClient::CommandOptions& options,
                         RunClient::CommandCallbacks callbacks) {
  State::Commands command;
  command.emplace_back();
  State::Open& open = command.front();
  open.request = request;
  if (request.id().empty()) open.request.set_id(randomHex(16));
  open.options = options;
  open.callbacks = std::move(callbacks);
  open.deadline = Clock::now() + options.answer_timeout;
  {
    const std::lock_guard lock(state_->mutex);
    if (!state_->closed) {
      state_->given.splice(state_->given.end(), command);
      state_->news = true;
      if (!state_->thread.joinable()) state_->thread = std::thread([state = state_.get()] { state->loop(); });
      state_->wake.notify_all();
      return;
    }
  }
  if (open.callbacks.on_failure) open.callbacks.on_failure(closedError());
}

void CommandSender::close() {
  state_->change([this] { state_->closed = true; });
  state_->stop.request_stop();
  const std::lock_guard lock(state_->ending);
  if (state_->thread.joinable()) state_->thread.join();
}

}  // namespace gan
