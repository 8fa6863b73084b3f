#include "link/engine_watch.h"

#include <sys/inotify.h>
#include <unistd.h>

#include <QSocketNotifier>
#include <QTimer>
#include <array>
#include <chrono>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

#include "core/error.h"
#include "protocol/endpoint.h"
#include "protocol/run_client.h"
#include "protocol/studio.pb.h"
#include "run/lock.h"

namespace gan {

FolderNews::FolderNews(const RunFolder& folder, Callbacks callbacks)
    : callbacks_(std::move(callbacks)),
      journal_(folder.journal().filename()),
      endpoint_(folder.endpoint().filename()),
      inotify_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
  if (!inotify_) return;
  constexpr std::uint32_t kChanges = IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_DELETE;
  ::inotify_add_watch(inotify_.get(), folder.path().c_str(), kChanges);
  metrics_ = ::inotify_add_watch(inotify_.get(), folder.metrics().c_str(), kChanges);
  auto* notifier = new QSocketNotifier(inotify_.get(), QSocketNotifier::Read, this);
  connect(notifier, &QSocketNotifier::activated, this, &FolderNews::read);
}

void FolderNews::read() {
  alignas(inotify_event) std::array<char, 16384> events;
  bool written = false;
  bool engine = false;
  for (ssize_t length = 0; (length = ::read(inotify_.get(), events.data(), events.size())) > 0;) {
    for (ssize_t at = 0; at < length;) {
      inotify_event event;
      std::memcpy(&event, events.data() + at, sizeof(event));
      const std::string_view name = event.len > 0 ? events.data() + at + sizeof(event) : "";
      const bool lost = (event.mask & IN_Q_OVERFLOW) != 0;
      written = written || lost || event.wd == metrics_ || name == journal_;
      engine = engine || lost || name == endpoint_ || name == "lock";
      at += static_cast<ssize_t>(sizeof(event) + event.len);
    }
  }
  if (written) callbacks_.on_written();
  if (engine) callbacks_.on_engine();
}

namespace {

using Clock = std::chrono::steady_clock;

/// For what nobody tells of: a lock that grows stale, and files of other machines.
constexpr std::chrono::seconds kLookInterval(1);
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

Message silenceOf(const Message& why) {
  if (why.empty()) return {"engine_silent", "The connection to the engine of this run broke; it is made again.", {}};
  return {"engine_silent_because", "The engine of this run does not answer: {reason}", {because(why)}};
}

}  // namespace

struct EngineWatch::Impl {
  Impl(RunReader& run_reader, RunClient& run_client, RunSource::Callbacks run_callbacks)
      : reader(run_reader),
        client(run_client),
        callbacks(std::move(run_callbacks)),
        told(reader.end()),
        news(reader.folder(), {.on_written = callbacks.on_new, .on_engine = [this] { look(); }}) {
    QObject::connect(&timer, &QTimer::timeout, &here, [this] {
      readFiles();
      look();
    });
    timer.start(kLookInterval);
    look();
  }
  ~Impl() { client.stopWatching(); }

  void readFiles();
  void look();
  void follow(const Engine& engine);
  void connect();
  void onConnection(ConnectionState state, const Message& why);
  LinkState state(Message& why);
  void tell(LinkState state, const Message& why);

  RunReader& reader;
  RunClient& client;
  const RunSource::Callbacks callbacks;
  QObject here;  ///< What the client's thread says comes to this one.

  Engine engine;
  Clock::time_point engine_since;
  RunReader::Cursor told;
  std::optional<LinkState> told_state;
  Message told_why;
  bool connected = false;
  bool refused = false;
  std::optional<Message> broken;  ///< Why, since the last time it was connected.

  QTimer timer;
  FolderNews news;
};

/// The files are the truth: also where nobody serves the run, or its news are late.
void EngineWatch::Impl::readFiles() try {
  reader.refresh();
  const RunReader::Cursor end = reader.end();
  if (end == told) return;
  told = end;
  callbacks.on_new();
} catch (const std::exception& error) {
  tell(LinkState::kLost, messageOf(error));
}

void EngineWatch::Impl::look() try {
  follow(findEngine(reader.folder().path()));
  Message why;
  const LinkState now = state(why);
  tell(now, why);
} catch (const std::exception& error) {
  tell(LinkState::kLost, messageOf(error));
}

/// Connects when an engine appears, begins to serve or takes the place of another; lets go when it is gone.
void EngineWatch::Impl::follow(const Engine& found) {
  if (found == engine) return;
  if (found.lock_token != engine.lock_token) engine_since = Clock::now();
  engine = found;
  client.stopWatching();
  connected = false;
  refused = false;
  broken.reset();
  if (engine.serving_since_unix >= 0) connect();
}

void EngineWatch::Impl::connect() {
  const RunReader::Cursor end = reader.end();
  // Its news count where the files do not tell by themselves.
  const auto on_update = [this](const ganstudio::v1::WatchUpdate& update) {
    const RunReader::Cursor known = reader.end();
    if (known.next_sequence < update.next_sequence() || known.next_row < update.next_row()) callbacks.on_new();
  };
  const auto on_state = [this, of = engine](ConnectionState state, const Message& why) {
    const auto take = [this, of, state, why] {
      if (of == engine) onConnection(state, why);
    };
    QMetaObject::invokeMethod(&here, take, Qt::QueuedConnection);
  };
  client.watch(end.next_sequence, end.next_row, {.on_update = on_update, .on_state = on_state},
               {.steers = true, .without_scalars = true});
}

void EngineWatch::Impl::onConnection(ConnectionState state, const Message& why) {
  if (state == ConnectionState::kConnecting) return;
  connected = state == ConnectionState::kConnected;
  refused = state == ConnectionState::kClosed && !why.empty();
  broken = connected ? std::nullopt : std::optional(why);
  look();
}

LinkState EngineWatch::Impl::state(Message& why) {
  if (engine.lock_token.empty()) {
    why = fullDisk(reader.folder().path());
    return LinkState::kFinished;
  }
  if (connected) return LinkState::kConnected;
  if (engine.serving_since_unix >= 0 && !broken) return LinkState::kConnecting;
  if (engine.serving_since_unix < 0 && Clock::now() - engine_since < kStartTime) return LinkState::kConnecting;
  if (refused) {
    why = *broken;
    return LinkState::kRefused;
  }
  why = broken ? silenceOf(*broken) : notServing();
  return LinkState::kLost;
}

void EngineWatch::Impl::tell(LinkState state, const Message& why) {
  if (told_state == state && told_why == why) return;
  told_state = state;
  told_why = why;
  callbacks.on_state(state, why);
}

EngineWatch::EngineWatch(RunReader& reader, RunClient& client, RunSource::Callbacks callbacks)
    : impl_(std::make_unique<Impl>(reader, client, std::move(callbacks))) {}

EngineWatch::~EngineWatch() = default;

}  // namespace gan
