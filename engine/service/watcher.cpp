#include "service/watcher.h"

#include <grpcpp/server_context.h>

#include <algorithm>
#include <utility>

#include "core/error.h"
#include "protocol/status.h"

namespace gan {

Watcher::Watcher(grpc::CallbackServerContext& context, std::shared_ptr<UpdateSource> source,
                 const RunReader::Cursor& cursor, UpdateSource::Scalars scalars, std::function<void(Watcher&)> on_done)
    : context_(context),
      peer_(context.peer()),
      source_(std::move(source)),
      scalars_(scalars),
      on_done_(std::move(on_done)),
      cursor_(cursor) {
  cursor_.next_sequence = std::max<std::uint64_t>(cursor_.next_sequence, 1);
}

void Watcher::start() {
  self_ = shared_from_this();
  wake();
}

bool Watcher::prepareWrite() {
  if (writing_ || end_) return false;
  std::shared_ptr<const UpdateSource::Encoded> update = source_->after(cursor_, scalars_);
  if (update == nullptr && !greeted_) update = source_->position(cursor_);
  if (update == nullptr) return false;
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
    if (!prepareWrite()) return;
  }
  StartWrite(&buffer_);
} catch (const Error& error) {
  end(toStatus(error));
}

std::optional<std::string> Watcher::cancelIfStuckSince(Clock::time_point time) {
  const std::lock_guard lock(mutex_);
  if (!busy_since_ || *busy_since_ >= time) return std::nullopt;
  context_.TryCancel();  // still there until OnDone
  return peer_;
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
  wake();
}

void Watcher::OnDone() {
  {
    const std::lock_guard lock(mutex_);
    busy_since_.reset();
  }
  on_done_(*this);
  self_.reset();
}

}  // namespace gan
