#include "link/remote_run.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>
#include <variant>

#include "core/error.h"
#include "core/log.h"
#include "link/client_calls.h"
#include "link/decode_sample.h"
#include "link/engine_access.h"
#include "link/remote_curves.h"
#include "protocol/convert.h"
#include "protocol/host_client.h"
#include "protocol/run_info.h"
#include "protocol/shared_connection.h"
#include "protocol/studio.pb.h"
#include "protocol/target.h"
#include "protocol/version.h"
#include "run/run_folder.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kOneRemoteCall(10);
constexpr std::chrono::seconds kInfoInterval(1);
/// Between two times that somebody is made to answer for the run.
constexpr std::chrono::seconds kServeInterval(10);
/// For what happened before the run was opened.
constexpr std::chrono::seconds kHistoryTime(30);

CheckpointStore::Entry toEntry(const v1::CheckpointInfo& info) {
  CheckpointStore::Entry entry;
  entry.name = info.name();
  entry.bytes = info.bytes();
  entry.state.step = info.step();
  entry.state.segment = info.segment();
  entry.state.unix_seconds = info.unix_seconds();
  entry.state.pinned = info.pinned();
  entry.state.images_per_epoch = info.images_per_epoch();
  entry.state.data_position = info.data_position();
  for (const auto& [path, value] : info.live_values()) entry.state.live_values.emplace_back(path, value);
  if (info.has_score() && info.score_name().empty()) entry.state.score = info.score();
  entry.evaluated = evaluationOf(info);
  return entry;
}

bool isOver(RunStatus status) {
  return status != RunStatus::kStarting && status != RunStatus::kRunning && status != RunStatus::kPaused;
}

Message contactLost(const Message& why) {
  if (why.empty()) return {"engine_silent", "The connection to the engine of this run broke; it is made again.", {}};
  return {"engine_silent_because", "The engine of this run does not answer: {reason}", {because(why)}};
}

/// What the engine has told and nobody has taken yet. Thread-safe.
class Told {
 public:
  void update(const v1::WatchUpdate& update) {
    const std::lock_guard lock(mutex_);
    for (const std::string& json : update.events_json()) add(json);
    next_sequence_ = std::max(next_sequence_, update.next_sequence());
    step_ = update.step();
    changed_.notify_all();
  }
  void connection(ConnectionState state, const Message& why) {
    if (state == ConnectionState::kConnecting) return;  // it was lost before, and is until it is made
    const std::lock_guard lock(mutex_);
    state_ = state;
    why_ = why;
    changed_.notify_all();
  }
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }
  /// Until everything before this event is there, or will not come now.
  void waitFor(std::uint64_t next_sequence) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kHistoryTime, [this, next_sequence] {
      const bool lost = state_ == ConnectionState::kLost || state_ == ConnectionState::kClosed;
      return closed_ || lost || next_sequence_ >= next_sequence;
    });
  }
  std::vector<Event> takeEvents() {
    const std::lock_guard lock(mutex_);
    return std::exchange(events_, {});
  }
  struct Standing {
    ConnectionState connection;
    Message why;
    std::optional<std::int64_t> step;
    std::optional<StatusChanged> status;  ///< The newest.

    /// Nothing is tried any more.
    bool isRefused() const { return connection == ConnectionState::kClosed && !why.empty(); }
  };
  Standing standing() const {
    const std::lock_guard lock(mutex_);
    return {state_, why_, step_, status_};
  }

 private:
  /// Under the lock. A later version's event may be one that cannot be read: the others count.
  void add(const std::string& json) try {
    Event event = eventFromJson(json, "An event that the engine sent");
    if (const auto* changed = std::get_if<StatusChanged>(&event.what)) status_ = *changed;
    if (!isMeasurement(event)) events_.push_back(std::move(event));  // the summary has the newest
  } catch (const Error& error) {
    log::warning(error.what());
  }

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Event> events_;
  std::uint64_t next_sequence_ = 1;
  std::optional<std::int64_t> step_;
  std::optional<StatusChanged> status_;
  ConnectionState state_ = ConnectionState::kConnecting;
  Message why_;
  bool closed_ = false;
};

class RemoteRun final : public RunSource {
 public:
  RemoteRun(const Target& target, std::shared_ptr<SharedConnection> connection, const std::stop_token& stop)
      : client_(std::move(connection), kOneRemoteCall) {
    const ParsedTarget parsed = parseTarget(target);
    if (const auto* const ssh = std::get_if<SshTarget>(&parsed)) {
      host_.emplace(target, kLongestLogin);
      path_on_host_ = ssh->path;
    }
    const std::stop_callback closing(stop, [this] { close(); });
    if (host_) host_->serveRun(path_on_host_);
    readInfo();
    manifest_ = manifestFromJson(info_.manifest_json(), "The manifest that the engine sent");
  }

  RunFacts facts() override;
  Schema schema() override { return fromMessage(client_.schema()); }
  RunUpdate refresh() override;
  ChartReply query(const ChartQuery& query) override;
  SheetContent sample(const std::string& name) override;
  QImage preview(const std::string& name, int side) override;
  std::vector<CheckpointStore::Entry> checkpoints() override;
  ToldEvaluations evaluations(const std::string& mark) override { return evaluationsOf(client_, mark); }
  std::optional<SamplerLoad> samplerLoad() override { return samplerLoadOf(client_); }
  void command(const Command& command, Answered answered) override {
    sendCommand(client_, command, std::move(answered));
  }
  void watch(Callbacks callbacks) override;
  void close() override {
    told_.close();
    client_.close();
    if (host_) host_->close();
  }

 private:
  void readInfo();
  void tryToReadInfo();
  void haveServed(const Told::Standing& standing);
  void tell(const Told::Standing& standing);

  v1::RunInfo info_;  ///< The reading thread's, as all before callbacks_.
  RunManifest manifest_;
  RunSummary summary_;
  Clock::time_point info_due_;
  Clock::time_point serve_due_;
  std::optional<Message> failure_;  ///< Why info_ could not be read when it was read last.
  bool has_history_ = false;
  std::optional<std::pair<LinkState, Message>> told_state_;
  Callbacks callbacks_;
  Told told_;
  RemoteCurves curves_{[this](const v1::SeriesRequest& request) { return client_.series(request); }};
  std::optional<HostClient> host_;  ///< Over ssh.
  std::string path_on_host_;
  RunClient client_;  ///< Ends first: its threads use what stands above.
};

void RemoteRun::readInfo() {
  v1::RunInfo info = client_.run();
  summary_ = summaryOf(info);
  info_ = std::move(info);
  info_due_ = Clock::now() + kInfoInterval;
}

/// What the engine tells of its own accord goes on coming, or the connection is told to be lost.
void RemoteRun::tryToReadInfo() {
  try {
    readInfo();
    failure_.reset();
  } catch (const Error& error) {
    failure_ = messageOf(error);
    info_due_ = Clock::now() + kInfoInterval;
  }
}

/// Whoever was made to answer goes with the login, and another login finds nobody.
void RemoteRun::haveServed(const Told::Standing& standing) {
  if (!host_ || standing.connection != ConnectionState::kLost || standing.why.id != "run_not_served") return;
  if (Clock::now() < serve_due_) return;
  try {
    host_->serveRun(path_on_host_);
  } catch (const Error& error) {
    log::warning(error.what());
  }
  serve_due_ = Clock::now() + kServeInterval;
}

RunFacts RemoteRun::facts() {
  RunFacts facts;
  facts.id = info_.id();
  facts.name = info_.name();
  facts.path = info_.path();
  facts.preset = manifest_.preset;
  if (!manifest_.parent_path.empty()) {
    facts.parent_path = (std::filesystem::path(info_.path()) / manifest_.parent_path).lexically_normal();
  }
  facts.parent_step = manifest_.parent_step;
  facts.engine_version = info_.engine_version();
  facts.data_fingerprint = manifest_.data_fingerprint;
  facts.config_yaml = info_.config_yaml();
  facts.world_size = manifest_.world_size;
  facts.devices = manifest_.devices;
  facts.has_previews = speaks(info_.protocol_version(), Feature::kThumbnails);
  return facts;
}

void RemoteRun::watch(Callbacks callbacks) {
  callbacks_ = std::move(callbacks);
  const auto on_update = [this](const v1::WatchUpdate& update) {
    told_.update(update);
    callbacks_.on_new();
  };
  const auto on_state = [this](ConnectionState state, const Message& why) {
    told_.connection(state, why);
    callbacks_.on_new();
  };
  client_.watch(1, 0, {.on_update = on_update, .on_state = on_state}, {.steers = true, .without_scalars = true});
}

/// The engine is asked how the run stands when something happened, and else once a second.
RunUpdate RemoteRun::refresh() {
  const bool is_watched = callbacks_.on_new != nullptr;
  if (is_watched && !std::exchange(has_history_, true)) told_.waitFor(info_.next_sequence());
  const Told::Standing standing = told_.standing();
  const bool is_connected = standing.connection == ConnectionState::kConnected;
  haveServed(standing);
  RunUpdate update;
  update.events = told_.takeEvents();  // before the summary, which must not be older than they are
  if (!is_connected) {
    failure_.reset();
    info_due_ = {};  // at once when it is
  } else if (!update.events.empty() || Clock::now() >= info_due_) {
    tryToReadInfo();
  }
  if (standing.step) summary_.step = *standing.step;
  if (!is_connected || failure_) {
    if (standing.status) {
      summary_.status = standing.status->status;
      summary_.status_reason = standing.status->reason;
    }
    summary_.iterations_per_second = 0;
    summary_.images_per_second = 0;
  }
  update.summary = summary_;
  update.series.assign(info_.series().begin(), info_.series().end());
  std::ranges::sort(update.series);
  if (is_watched) tell(standing);
  return update;
}

/// An engine that cannot be reached is out of contact; one that had ended its run before is done.
void RemoteRun::tell(const Told::Standing& standing) {
  std::pair<LinkState, Message> now(LinkState::kConnecting, Message{});
  if (standing.connection == ConnectionState::kConnected && !failure_) {
    now.first = summary_.writer_alive ? LinkState::kConnected : LinkState::kFinished;
  } else if (standing.isRefused()) {
    now = {LinkState::kRefused, standing.why};
  } else if (standing.connection != ConnectionState::kConnecting) {
    if (isOver(summary_.status)) {
      now.first = LinkState::kFinished;
    } else {
      now = {LinkState::kLost, contactLost(failure_.value_or(standing.why))};
    }
  }
  if (told_state_ == now) return;
  told_state_ = now;
  callbacks_.on_state(now.first, now.second);
}

ChartReply RemoteRun::query(const ChartQuery& query) {
  // Or the engine would have to refuse one call after another.
  if (const Told::Standing standing = told_.standing(); standing.isRefused()) {
    throw Error(ErrorCode::kPermissionDenied, standing.why.id, standing.why.text, standing.why.arguments);
  }
  ChartReply reply;
  reply.stamp = query.stamp;
  if (summary_.step > 0) reply.first_step = std::max<std::int64_t>(0, manifest_.parent_step) + 1;
  reply.last_step = summary_.step;
  const bool tells_history = speaks(info_.protocol_version(), Feature::kAncestors) && !manifest_.parent_path.empty();
  const std::int64_t branch_step = tells_history ? std::max<std::int64_t>(0, manifest_.parent_step) : 0;
  curves_.answer(query,
                 {.series = {info_.series().begin(), info_.series().end()},
                  .segment = info_.segment(),
                  .step = summary_.step,
                  .together = speaks(info_.protocol_version(), Feature::kCurvesForSlowLines),
                  .branch_step = branch_step},
                 reply);
  return reply;
}

SheetContent RemoteRun::sample(const std::string& name) {
  checkSampleName(name);
  const v1::SampleData data = client_.sample(name);
  const std::string& png = data.png();
  SheetContent content{decodeSample(QByteArray::fromRawData(png.data(), static_cast<qsizetype>(png.size())), name)};
  if (data.json().empty()) return content;
  try {
    content.info = sampleInfoFromJson(data.json(), "What the engine sent of " + name);
  } catch (const Error& error) {
    log::warning(error.what());
    content.problem = messageOf(error);
  }
  return content;
}

QImage RemoteRun::preview(const std::string& name, int side) {
  checkSampleName(name);
  const v1::SampleData data = client_.thumbnail(name, static_cast<std::uint32_t>(side));
  const std::string& jpeg = data.thumbnail();
  return decodePreview(QByteArray::fromRawData(jpeg.data(), static_cast<qsizetype>(jpeg.size())), side);
}

std::vector<CheckpointStore::Entry> RemoteRun::checkpoints() {
  std::vector<CheckpointStore::Entry> entries;
  const v1::CheckpointList list = client_.checkpoints();
  for (const v1::CheckpointInfo& info : list.checkpoints()) entries.push_back(toEntry(info));
  return entries;
}

}  // namespace

std::unique_ptr<RunSource> openRemoteRun(const Target& target, std::shared_ptr<SharedConnection> connection,
                                         const std::stop_token& stop) {
  return std::make_unique<RemoteRun>(target, std::move(connection), stop);
}

}  // namespace gan
