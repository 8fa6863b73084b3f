#include "remote.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <mutex>
#include <thread>
#include <variant>

#include "console.h"
#include "core/error.h"
#include "protocol/run_client.h"
#include "protocol/studio.pb.h"
#include "protocol/target.h"

namespace gan::app {
namespace {

/// What the client's thread tells the one that waits.
struct Progress {
  std::atomic<std::uint64_t> next_sequence{1};
  std::atomic<bool> closed{false};
  std::mutex mutex;
  std::string why;
};

}  // namespace

bool isRemote(const std::string& run) { return !std::holds_alternative<FolderTarget>(parseTarget(Target{run})); }

void readEvents(RunClient& client, const std::string& run, const std::function<void(const Event&)>& take,
                const std::function<bool(bool all_has_come)>& goes_on) {
  const std::uint64_t end = client.run().next_sequence();
  Progress progress;
  const auto on_update = [&](const ganstudio::v1::WatchUpdate& update) {
    for (const std::string& text : update.events_json()) {
      try {
        take(eventFromJson(text, "An event that the engine sent"));
      } catch (const Error& error) {
        std::cerr << printable(error.message()) << "\n";
      }
    }
    progress.next_sequence = update.next_sequence();
  };
  const auto on_state = [&](ConnectionState state, const Message& why) {
    const std::lock_guard lock(progress.mutex);
    if (!why.empty()) progress.why = why.english();
    if (state == ConnectionState::kClosed) progress.closed = true;
  };
  client.watch(1, 0, {.on_update = on_update, .on_state = on_state}, {.without_scalars = true});
  const auto wanted = [&] { return goes_on(progress.next_sequence >= end); };
  while (!progress.closed && wanted()) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const bool broken_off = progress.closed && wanted();
  client.stopWatching();
  if (!broken_off) return;
  throw Error(ErrorCode::kUnavailable, "log_ended", "The engine of {run} ended the connection: {reason}",
              {{"run", run}, {"reason", progress.why}});
}

}  // namespace gan::app
