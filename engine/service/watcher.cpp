#include "service/watcher.h"

#include <grpcpp/server_context.h>

#include <algorithm>
#include <utility>

#include "core/error.h"
#include "protocol/status.h"

namespace gan {

Watcher::Watcher(grpc::CallbackServerContext& context, std::shared_ptr<UpdateSource> source)
    : context_(context), peer_(context.peer()), source_(std::move(source)) {}

std::shared_ptr<Watcher> Watcher::open(grpc::CallbackServerContext& context, std::shared_ptr<UpdateSource> source) {
  std::shared_ptr<Watcher> watcher(new Watcher(context, std::move(source)));
  watcher->self_ = watcher;
  return watcher;
}

bool Watcher::start(const RunReader::Cursor& cursor, UpdateSource::Scalars scalars, Callbacks callbacks) {
  {
    const std::lock_guard lock(mutex_);
    if (over_) return false;
    started_ = true;
    cursor_ = cursor;
    cursor_.next_sequence = std::max<std::uint64_t>(cursor_.next_sequence, 1);
    scalars_ = scalars;
    callbacks_ = std::move(callbacks);
  }
  wake();
  return true;
}

std::optional<Watcher::Place> Watcher::beginReading() {
  const std::lock_guard lock(mutex_);
  if (!started_ || !wanted_ || reading_ || writing_ || end_) return std::nullopt;
  wanted_ = false;
  reading_ = true;
  return Place{cursor_, scalars_, greeted_};
}

bool Watcher::endReading(const std::shared_ptr<const UpdateSource::Encoded>& update) {
  const std::lock_guard lock(mutex_);
  reading_ = false;
  if (update == nullptr || end_) return false;
  greeted_ = true;
  writing_ = true;
  busy_since_ = Clock::now();
  cursor_ = update->next;
  buffer_ = update->bytes;
  return true;
}

void Watcher::wake() try {
  {
    const std::lock_guard lock(mutex_);
    wanted_ = true;
  }
  // The disk may hang: whoever ends the call, or looks after it, must not wait for that.
  while (const std::optional<Place> place = beginReading()) {
    std::shared_ptr<const UpdateSource::Encoded> update = source_->after(place->cursor, place->scalars);
    if (update == nullptr && !place->greeted) update = source_->position(place->cursor);
    if (endReading(update)) return StartWrite(&buffer_);
  }
} catch (const Error& error) {
  end(toStatus(error));
}

std::optional<std::string> Watcher::cancelIfStuckSince(Clock::time_point time) {
  const std::lock_guard lock(mutex_);
  if (!busy_since_ || *busy_since_ >= time) return std::nullopt;
  context_.TryCancel();  // still there until OnDone
  return peer_;
}

bool Watcher::isPast(const RunReader::Cursor& cursor) {
  const std::lock_guard lock(mutex_);
  if (end_ || over_) return true;
  return started_ && !writing_ && cursor_.next_sequence >= cursor.next_sequence && cursor_.next_row >= cursor.next_row;
}

void Watcher::end(const grpc::Status& status) {
  {
    const std::lock_guard lock(mutex_);
    if (end_) return;
    end_ = status;
    if (writing_) return;
    busy_since_ = Clock::now();
  }
  Finish(status);
}

void Watcher::OnWriteDone(bool ok) {
  std::optional<grpc::Status> end;
  {
    const std::lock_guard lock(mutex_);
    writing_ = false;
    buffer_.Clear();
    if (!ok && !end_) end_ = grpc::Status::CANCELLED;
    if (!end_) busy_since_.reset();
    end = end_;
  }
  if (end) return Finish(*end);
  callbacks_.on_sent(*this);
}

void Watcher::OnDone() {
  bool started = false;
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
    busy_since_.reset();
    started = started_;
  }
  if (started) callbacks_.on_done(*this);
  const std::shared_ptr<Watcher> last = std::move(self_);
}

}  // namespace gan
