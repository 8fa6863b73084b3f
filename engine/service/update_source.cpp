#include "service/update_source.h"

#include <string>
#include <utility>

#include "protocol/studio.pb.h"
#include "service/messages.h"

namespace gan {
namespace {

constexpr std::size_t kMaxRows = 1000;             // of one update
constexpr std::size_t kMaxEventBytes = 1U << 20U;  // of one update, past which no further event is added

std::shared_ptr<const UpdateSource::Encoded> encode(const ganstudio::v1::WatchUpdate& update) {
  const grpc::Slice slice(update.SerializeAsString());
  return std::make_shared<const UpdateSource::Encoded>(
      UpdateSource::Encoded{grpc::ByteBuffer(&slice, 1), {update.next_sequence(), update.next_row()}});
}

std::size_t bytesOf(const UpdateSource::Encoded& encoded) {
  constexpr std::size_t kUpkeep = 512;  // of an entry, about: a client may name many places with little after them
  return encoded.bytes.Length() + kUpkeep;
}

/// Adds events, and sets the place after the last one that fitted.
void addEvents(const RunReader::Update& known, ganstudio::v1::WatchUpdate& update) {
  update.set_next_sequence(known.next.next_sequence);
  std::size_t bytes = 0;
  for (const Event& event : known.events) {
    if (bytes > kMaxEventBytes) return update.set_next_sequence(event.sequence);
    std::string json = toJson(event);
    bytes += json.size();
    update.add_events_json(std::move(json));
  }
}

/// The step of what happened last: after a roll back it is not the highest.
std::int64_t newestStep(const RunReader::Update& known) {
  std::int64_t step = 0;
  double time = 0;
  if (!known.events.empty()) {
    step = known.events.back().step;
    time = known.events.back().unix_seconds;
  }
  if (!known.metrics.empty() && !known.metrics.back().steps.empty() &&
      known.metrics.back().unix_seconds.back() >= time) {
    step = known.metrics.back().steps.back();
  }
  return step;
}

}  // namespace

std::shared_ptr<const UpdateSource::Encoded> UpdateSource::after(const RunReader::Cursor& cursor, Scalars scalars) {
  const Place place{cursor.next_sequence, cursor.next_row, scalars};
  std::uint64_t edition = 0;
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = encoded_.find(place); found != encoded_.end()) return found->second;
    edition = edition_;
  }
  const RunReader::Update known = reader_.since(cursor, kMaxRows);
  if (known.next == cursor) return nullptr;
  ganstudio::v1::WatchUpdate update;
  update.set_run_id(reader_.folder().manifest().id);
  addEvents(known, update);
  update.set_next_row(known.next.next_row);
  update.set_skipped_rows(known.skipped_rows);
  for (const MetricsBlock& block : known.metrics) {
    if (scalars == Scalars::kSent) toMessage(block, *update.add_scalars());
  }
  update.set_step(newestStep(known));
  std::shared_ptr<const Encoded> encoded = encode(update);
  keep(place, encoded, edition);
  return encoded;
}

void UpdateSource::keep(const Place& place, const std::shared_ptr<const Encoded>& encoded, std::uint64_t edition) {
  const std::lock_guard lock(mutex_);
  // Another watcher at the same place may have been as fast, and the reader may know more by now.
  if (edition != edition_ || !encoded_.emplace(place, encoded).second) return;
  kept_.push_back(place);
  kept_bytes_ += bytesOf(*encoded);
  while (kept_bytes_ > kMaxKeptBytes && kept_.size() > 1) {
    const auto oldest = encoded_.find(kept_.front());
    kept_bytes_ -= bytesOf(*oldest->second);
    encoded_.erase(oldest);
    kept_.pop_front();
  }
}

std::shared_ptr<const UpdateSource::Encoded> UpdateSource::position(const RunReader::Cursor& cursor) const {
  ganstudio::v1::WatchUpdate update;
  update.set_run_id(reader_.folder().manifest().id);
  update.set_next_sequence(cursor.next_sequence);
  update.set_next_row(cursor.next_row);
  update.set_step(reader_.summary().step);
  return encode(update);
}

void UpdateSource::forgetEncoded() {
  const std::lock_guard lock(mutex_);
  encoded_.clear();
  kept_.clear();
  kept_bytes_ = 0;
  ++edition_;
}

std::size_t UpdateSource::keptBytes() const {
  const std::lock_guard lock(mutex_);
  return kept_bytes_;
}

}  // namespace gan
