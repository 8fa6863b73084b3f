#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/error.h"
#include "run/command_sink.h"
#include "service/shares.h"
#include "service/update_source.h"

namespace grpc {
class CallbackServerContext;
class Status;
}  // namespace grpc
namespace ganstudio::v1 {
class WatchRequest;
}

namespace gan {

class Watcher;

/// All open Watch calls of a server, and the thread that looks for news ten times a second while there are any (less
/// often when there are many: each message has its price), and reads what is sent to watchers.
/// Training is never asked for anything: what watchers get was read from the run's files.
class WatchHub {
 public:
  /// What the hub asks of the server around it, from its own thread.
  struct Surroundings {
    std::function<std::optional<Error>()> reason_to_end;  ///< About once a second; ends all calls, now and later.
    std::function<void()> attend;                         ///< About once a second: what else has to be looked after.
    std::function<void(const std::string& peer)> cut_connection;  ///< Of a client that took nothing for half a minute.
  };

  /// sink (may be null) is told of clients that steer: they said so, and may. reader and sink must outlive the hub.
  WatchHub(RunReader& reader, CommandSink* sink, Surroundings surroundings);
  /// All calls must be over.
  ~WatchHub();
  WatchHub(const WatchHub&) = delete;
  WatchHub& operator=(const WatchHub&) = delete;

  /// A call that waits for begin(); who has no right to watch is told so with Watcher::end().
  std::shared_ptr<Watcher> open(grpc::CallbackServerContext& context);
  /// Why a watcher may not go on, asked about once a second; nothing while it may.
  using Recheck = std::function<std::optional<grpc::Status>()>;
  /// Throws Error(kResourceExhausted, "too_many_watchers"), and the error that all calls were ended with.
  void begin(const std::shared_ptr<Watcher>& watcher, const ganstudio::v1::WatchRequest& request,
             const Claimant& claimant, Recheck recheck);

  /// Has those who came over the network told what the run's files say by now, and waits for that until this time:
  /// they can read it nowhere else. Returns the peer()s of their calls.
  std::vector<std::string> tellLast(std::chrono::steady_clock::time_point until);
  /// Ends all calls, and every later one, with this error.
  void endAll(const Error& why);
  /// That error; nothing while calls go on. Thread-safe.
  std::optional<Error> ended();

  /// Ends the thread, unless it has ended: from then on nothing is asked of the surroundings, so that what they use may
  /// go before the hub does. All calls must be over. Not from several threads at once.
  void stop();

 private:
  void poll();
  /// Thread-safe.
  void read();
  /// Whether there is news.
  bool refresh();
  /// What is done about once a second.
  void attend();
  /// Steering clients decide what guard.on_nan: auto does; one that only watches must not keep a diverged run waiting.
  enum class Client { kWatches, kSteers };
  void remove(Watcher& watcher, Client client);
  void onSent(Watcher& watcher);
  std::vector<std::shared_ptr<Watcher>> watchers();
  /// Ends the calls of those whose token counts no more.
  void recheckAll();

  RunReader& reader_;
  CommandSink* sink_;
  const Surroundings surroundings_;
  const std::shared_ptr<UpdateSource> source_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;
  bool told_ = false;                           ///< There may be news for all.
  std::vector<std::shared_ptr<Watcher>> sent_;  ///< Whose update has left since the thread looked last.
  std::optional<Error> ended_;
  struct Place {
    std::shared_ptr<Watcher> watcher;
    Shares::Share share;
    Recheck recheck;
  };
  Shares places_{{.all = 64, .kept = 16, .of_one_client = 16}};
  std::vector<Place> watchers_;
  RunReader::Cursor seen_;  ///< Where the thread has read to.
  std::thread poller_;
};

}  // namespace gan
