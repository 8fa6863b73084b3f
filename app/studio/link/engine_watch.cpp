#include "link/engine_watch.h"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "core/error.h"
#include "core/log.h"
#include "protocol/endpoint.h"
#include "protocol/run_client.h"
#include "run/lock.h"

namespace gan {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kPollInterval(1);
/// An engine holds the lock some seconds before it answers.
constexpr std::chrono::seconds kStartTime(15);

/// What stands in the folder about its engine.
struct Engine {
  std::string lock_token;          ///< Empty: nobody trains the run.
  double serving_since_unix = -1;  ///< -1: it does not serve yet.

  friend bool operator==(const Engine& a, const Engine& b) = default;
};

Engine findEngine(const std::filesystem::path& run) {
  const std::optional<LockHolder> holder = RunLock::holder(run);
  if (!holder || RunLock::isStale(*holder)) return {};
  Engine engine{holder->token.empty() ? "unknown" : holder->token, -1};
  const std::optional<Endpoint> endpoint = readEndpoint(run);
  // A dead engine's endpoint, or that of a process which answered for a finished run, says nothing about this one.
  const bool its_own = endpoint && (holder->pid == 0 || holder->pid == endpoint->pid);
  if (its_own) engine.serving_since_unix = endpoint->started_unix_seconds;
  return engine;
}

Message notServing() {
  return {"engine_not_serving",
          "A process holds this run but does not take commands. See in the run's engine.log what it does.",
          {}};
}

/// Why an engine went without being able to write it down; empty when there is room.
Message fullDisk(const std::filesystem::path& run) {
  constexpr std::uintmax_t kFullBelow = 4U << 20U;
  std::error_code unknown;
  const auto space = std::filesystem::space(run, unknown);
  if (unknown || space.available >= kFullBelow) return {};
  return {"run_disk_full", "The disk that holds {run} is full: free some of it first.", {{"run", run.string()}}};
}

Message silenceOf(const std::string& why) {
  if (why.empty()) return {"engine_silent", "The connection to the engine of this run broke; it is made again.", {}};
  return {"engine_silent_because", "The engine of this run does not answer: {reason}", {{"reason", why}}};
}

}  // namespace

struct EngineWatch::Impl {
  Impl(RunReader& run_reader, RunSource::Callbacks run_callbacks)
      : reader(run_reader), callbacks(std::move(run_callbacks)), client(Target{reader.folder().path().string()}) {
    thread = std::thread([this] { loop(); });
  }
  ~Impl() {
    {
      const std::lock_guard lock(mutex);
      stopping = true;
    }
    wake.notify_all();
    thread.join();
    client.stopWatching();
  }

  void loop();
  void follow(const Engine& engine);
  void connect();
  void onConnection(ConnectionState state, const std::string& why);
  void poll();
  LinkState state(Message& why);
  void tell(LinkState state, const Message& why);

  RunReader& reader;
  const RunSource::Callbacks callbacks;
  RunClient client;

  // The loop's own.
  Engine engine;
  Clock::time_point engine_since;
  RunReader::Cursor told;
  std::optional<LinkState> told_state;
  Message told_why;

  std::mutex mutex;
  std::condition_variable wake;
  bool stopping = false;
  bool changed = false;  ///< Of the two below, since the loop looked last.
  bool connected = false;
  std::optional<std::string> broken;  ///< Why, since the last time it was connected.

  std::thread thread;  ///< The last member: it uses the others.
};

void EngineWatch::Impl::loop() {
  told = reader.end();
  for (std::unique_lock lock(mutex); !stopping;) {
    changed = false;
    lock.unlock();
    try {
      poll();
      follow(findEngine(reader.folder().path()));
      Message why;
      const LinkState now = state(why);
      tell(now, why);
    } catch (const std::exception& error) {
      tell(LinkState::kLost, messageOf(error));
    }
    lock.lock();
    wake.wait_for(lock, kPollInterval, [this] { return stopping || changed; });
  }
}

/// Connects when an engine appears, begins to serve or takes the place of another; lets go when it is gone.
void EngineWatch::Impl::follow(const Engine& found) {
  if (found == engine) return;
  if (found.lock_token != engine.lock_token) engine_since = Clock::now();
  engine = found;
  client.stopWatching();
  {
    const std::lock_guard lock(mutex);
    connected = false;
    broken.reset();
  }
  if (engine.serving_since_unix >= 0) connect();
}

void EngineWatch::Impl::connect() {
  const RunReader::Cursor end = reader.end();
  client.watch(end.next_sequence, end.next_row,
               {.on_update = [this](const auto&) { callbacks.on_new(); },
                .on_state = [this](ConnectionState state, const std::string& why) { onConnection(state, why); }},
               {.steers = true, .without_scalars = true});
}

void EngineWatch::Impl::onConnection(ConnectionState state, const std::string& why) {
  {
    const std::lock_guard lock(mutex);
    if (state == ConnectionState::kConnecting) return;
    connected = state == ConnectionState::kConnected;
    broken = connected ? std::nullopt : std::optional(why);
    changed = true;
  }
  wake.notify_all();
}

/// The files are the truth: also where nobody serves the run, or its news are late.
void EngineWatch::Impl::poll() {
  reader.refresh();
  const RunReader::Cursor end = reader.end();
  if (end == told) return;
  told = end;
  callbacks.on_new();
}

LinkState EngineWatch::Impl::state(Message& why) {
  if (engine.lock_token.empty()) {
    why = fullDisk(reader.folder().path());
    return LinkState::kFinished;
  }
  const std::lock_guard lock(mutex);
  if (connected) return LinkState::kConnected;
  if (engine.serving_since_unix >= 0 && !broken) return LinkState::kConnecting;
  if (engine.serving_since_unix < 0 && Clock::now() - engine_since < kStartTime) return LinkState::kConnecting;
  why = broken ? silenceOf(*broken) : notServing();
  return LinkState::kLost;
}

void EngineWatch::Impl::tell(LinkState state, const Message& why) {
  if (told_state == state && told_why == why) return;
  told_state = state;
  told_why = why;
  callbacks.on_state(state, why);
}

EngineWatch::EngineWatch(RunReader& reader, RunSource::Callbacks callbacks)
    : impl_(std::make_unique<Impl>(reader, std::move(callbacks))) {}

EngineWatch::~EngineWatch() = default;

}  // namespace gan
