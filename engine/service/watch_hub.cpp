#include "service/watch_hub.h"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "core/log.h"
#include "protocol/status.h"
#include "protocol/studio.pb.h"
#include "service/caller.h"
#include "service/watcher.h"

namespace gan {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kWatchedInterval(100);  // for so many watchers; longer in proportion for more
constexpr std::size_t kWatchersOfInterval = 16;
constexpr std::chrono::milliseconds kIdleInterval(250);
constexpr std::chrono::seconds kAttendInterval(1);
constexpr std::chrono::seconds kPatience(30);  // with a client that takes nothing

std::chrono::milliseconds intervalFor(std::size_t watchers) {
  if (watchers == 0) return kIdleInterval;
  return kWatchedInterval * static_cast<int>((watchers + kWatchersOfInterval - 1) / kWatchersOfInterval);
}

}  // namespace

WatchHub::WatchHub(RunReader& reader, CommandSink* sink, Surroundings surroundings)
    : reader_(reader),
      sink_(sink),
      surroundings_(std::move(surroundings)),
      source_(std::make_shared<UpdateSource>(reader)),
      seen_(reader.end()),
      poller_([this] { poll(); }) {}

WatchHub::~WatchHub() { stop(); }

void WatchHub::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  if (poller_.joinable()) poller_.join();
}

std::shared_ptr<Watcher> WatchHub::open(grpc::CallbackServerContext& context) {
  return Watcher::open(context, source_);
}

void WatchHub::begin(const std::shared_ptr<Watcher>& watcher, const ganstudio::v1::WatchRequest& request,
                     const Claimant& claimant, Recheck recheck) {
  const auto scalars = request.without_scalars() ? UpdateSource::Scalars::kOnlyCounted : UpdateSource::Scalars::kSent;
  const bool may_steer = claimant.standing == Claimant::Standing::kSteers;
  const Client client = may_steer && request.steers() ? Client::kSteers : Client::kWatches;
  {
    const std::lock_guard lock(mutex_);
    if (ended_) throw Error(*ended_);
    std::optional<Shares::Share> share = places_.take(claimant);
    if (!share) {
      const Shares::Taken taken = places_.taken(claimant);
      throw Error(ErrorCode::kResourceExhausted, "too_many_watchers",
                  "{all} clients watch this run already, {own} of them from here. Close one of them.",
                  {{"all", std::to_string(taken.all)}, {"own", std::to_string(taken.own)}});
    }
    watchers_.push_back({watcher, std::move(*share), std::move(recheck)});
  }
  if (client == Client::kSteers && sink_ != nullptr) sink_->steeringClientsChanged(+1);
  const bool started = watcher->start(
      {request.next_sequence(), request.next_row()}, scalars,
      {[this](Watcher& sent) { onSent(sent); }, [this, client](Watcher& done) { remove(done, client); }});
  if (!started) remove(*watcher, client);
}

std::vector<std::string> WatchHub::tellLast(Clock::time_point until) {
  read();
  const RunReader::Cursor end = reader_.end();
  std::vector<std::shared_ptr<Watcher>> remote = watchers();
  std::erase_if(remote, [](const auto& watcher) { return isLocalPeer(watcher->peer()); });
  std::unique_lock lock(mutex_);
  told_ = true;
  wake_.notify_all();
  wake_.wait_until(lock, until,
                   [&] { return std::ranges::all_of(remote, [&end](const auto& one) { return one->isPast(end); }); });
  lock.unlock();
  std::vector<std::string> peers;
  for (const std::shared_ptr<Watcher>& watcher : remote) peers.push_back(watcher->peer());
  return peers;
}

void WatchHub::endAll(const Error& why) {
  {
    const std::lock_guard lock(mutex_);
    if (ended_) return;
    ended_ = why;
  }
  for (const std::shared_ptr<Watcher>& watcher : watchers()) watcher->end(toStatus(why));
}

std::optional<Error> WatchHub::ended() {
  const std::lock_guard lock(mutex_);
  return ended_;
}

void WatchHub::remove(Watcher& watcher, Client client) {
  if (client == Client::kSteers && sink_ != nullptr) sink_->steeringClientsChanged(-1);
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(watchers_, [&](const Place& place) { return place.watcher.get() == &watcher; });
  }
  wake_.notify_all();
}

std::vector<std::shared_ptr<Watcher>> WatchHub::watchers() {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<Watcher>> all;
  for (const Place& place : watchers_) all.push_back(place.watcher);
  return all;
}

void WatchHub::onSent(Watcher& watcher) {
  {
    const std::lock_guard lock(mutex_);
    sent_.push_back(watcher.shared_from_this());
  }
  wake_.notify_all();
}

void WatchHub::poll() {
  ::pthread_setname_np(::pthread_self(), "gan-service");
  auto next_refresh = Clock::now() + kIdleInterval;
  auto next_attend = Clock::now() + kAttendInterval;
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait_until(lock, next_refresh, [this] { return stopping_ || told_ || !sent_.empty(); });
    if (stopping_) return;
    bool news = std::exchange(told_, false);
    const std::vector<std::shared_ptr<Watcher>> sent = std::exchange(sent_, {});
    const auto interval = intervalFor(watchers_.size());
    lock.unlock();
    if (Clock::now() >= next_refresh) {
      news = refresh() || news;
      next_refresh = Clock::now() + interval;
    }
    for (const std::shared_ptr<Watcher>& watcher : news ? watchers() : sent) watcher->wake();
    if (Clock::now() >= next_attend) {
      next_attend = Clock::now() + kAttendInterval;
      attend();
    }
    lock.lock();
  }
}

void WatchHub::read() try { reader_.refresh(); } catch (const Error& error) {
  log::warning(error.message());
}

bool WatchHub::refresh() {
  read();
  if (reader_.end() == seen_) return false;
  seen_ = reader_.end();
  source_->forgetEncoded();
  return true;
}

void WatchHub::attend() {
  for (const std::shared_ptr<Watcher>& watcher : watchers()) {
    const std::optional<std::string> peer = watcher->cancelIfStuckSince(Clock::now() - kPatience);
    if (peer) surroundings_.cut_connection(*peer);
  }
  recheckAll();
  if (const std::optional<Error> why = surroundings_.reason_to_end()) endAll(*why);
  surroundings_.attend();
}

void WatchHub::recheckAll() {
  std::vector<std::pair<std::shared_ptr<Watcher>, Recheck>> all;
  {
    const std::lock_guard lock(mutex_);
    for (const Place& place : watchers_) all.emplace_back(place.watcher, place.recheck);
  }
  for (const auto& [watcher, recheck] : all) {
    if (const std::optional<grpc::Status> why = recheck()) watcher->end(*why);
  }
}

}  // namespace gan
