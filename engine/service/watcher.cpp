#include "service/watcher.h"

#include <algorithm>
#include <utility>

#include "core/error.h"
#include "protocol/status.h"

namespace gan {

Watcher::Watcher(std::shared_ptr<UpdateSource> source, const RunReader::Cursor& cursor, UpdateSource::Scalars scalars,
                 std::function<void(Watcher&)> on_done)
    : source_(std::move(source)), scalars_(scalars), on_done_(std::move(on_done)), cursor_(cursor) {
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

void Watcher::end(const grpc::Status& status) {
  {
    const std::lock_guard lock(mutex_);
    if (end_) return;
    end_ = status;
    if (writing_) return;
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
    end = end_;
  }
  if (end) return Finish(*end);
  wake();
}

void Watcher::OnDone() {
  on_done_(*this);
  self_.reset();
}

}  // namespace gan
