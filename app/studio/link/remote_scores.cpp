#include "link/remote_scores.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/error.h"
#include "core/log.h"
#include "core/units.h"
#include "link/client_calls.h"
#include "link/engine_access.h"
#include "protocol/host_client.h"
#include "protocol/studio.pb.h"
#include "protocol/target.h"
#include "run/run_folder.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;

constexpr std::chrono::seconds kOneCallForScores(10);
/// Without another word of a run's history.
constexpr std::chrono::seconds kLongestSilence(30);

/// What happened in a run, as it is told: of it, what scores need. Thread-safe.
class ToldHistory {
 public:
  explicit ToldHistory(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  void update(const v1::WatchUpdate& update) {
    const std::lock_guard lock(mutex_);
    for (const std::string& json : update.events_json()) add(json);
    next_sequence_ = std::max(next_sequence_, update.next_sequence());
    ++updates_;
    changed_.notify_all();
  }
  void connection(ConnectionState state, const Message& why) {
    if (state != ConnectionState::kLost && state != ConnectionState::kClosed) return;
    const std::lock_guard lock(mutex_);
    if (!broken_) broken_ = why;
    changed_.notify_all();
  }
  /// Those before that one. Throws Error(kUnavailable, "history_broke_off" | "history_fell_silent"),
  /// Error(kResourceExhausted, "history_too_long").
  std::vector<Event> until(std::uint64_t next_sequence) {
    std::unique_lock lock(mutex_);
    while (next_sequence_ < next_sequence && !broken_ && !isTooMuch()) {
      const auto heard = [this, before = updates_] { return broken_ || updates_ != before; };
      if (!changed_.wait_for(lock, kLongestSilence, heard)) broken_ = Message{};
    }
    if (isTooMuch()) {
      throw Error(ErrorCode::kResourceExhausted, "history_too_long",
                  "Its engine tells more than {limit} of scores, which are not taken in.",
                  {{"limit", formatBytes(most_bytes_)}});
    }
    if (next_sequence_ >= next_sequence) return events_;
    if (!broken_->empty()) {
      throw Error(ErrorCode::kUnavailable, "history_broke_off", "Its engine did not tell all of it: {reason}",
                  {because(*broken_)});
    }
    throw Error(ErrorCode::kUnavailable, "history_fell_silent", "Its engine did not tell all of it.");
  }

 private:
  // Under the lock.
  bool isTooMuch() const { return bytes_ > most_bytes_; }
  /// A later version's event may be one that cannot be read: the others count.
  void add(const std::string& json) try {
    if (isTooMuch()) return;
    Event event = eventFromJson(json, "An event that the engine sent");
    const bool says_which_count = std::holds_alternative<SegmentStarted>(event.what);
    if (!says_which_count && !std::holds_alternative<Evaluated>(event.what)) return;
    bytes_ += json.size();
    events_.push_back(std::move(event));
  } catch (const Error& error) {
    log::warning(error.what());
  }

  const std::size_t most_bytes_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Event> events_;
  std::size_t bytes_ = 0;  ///< Of them, as they came.
  std::uint64_t next_sequence_ = 1;
  std::uint64_t updates_ = 0;
  std::optional<Message> broken_;
};

}  // namespace

RunScores remoteScores(const Target& target, const std::stop_token& stop, std::size_t most_bytes) {
  ToldHistory history(most_bytes);
  std::optional<HostClient> host;
  RunClient client(target, kOneCallForScores);  // ends first: its threads use what stands above
  const ParsedTarget parsed = parseTarget(target);
  const auto* const ssh = std::get_if<SshTarget>(&parsed);
  if (ssh != nullptr) host.emplace(target, kLongestLogin);
  const std::stop_callback closing(stop, [&] {
    client.close();
    if (host) host->close();
  });
  if (host) host->serveRun(ssh->path);
  const v1::RunInfo info = client.run();
  const RunManifest manifest = manifestFromJson(info.manifest_json(), "The manifest that the engine sent");
  RunFacts facts;
  facts.path = info.path();
  facts.data_fingerprint = manifest.data_fingerprint;
  facts.config_yaml = info.config_yaml();
  client.watch(1, 0,
               {.on_update = [&history](const auto& update) { history.update(update); },
                .on_state = [&history](ConnectionState state, const Message& why) { history.connection(state, why); }},
               {.without_scalars = true});
  const std::vector<Event> events = history.until(info.next_sequence());
  client.stopWatching();
  return {.name = info.name(),
          .images = scoredImages(facts),
          .entries = scoresAmong(events, evaluationsOf(client, {}).kept)};
}

}  // namespace gan
