#include "run/command_queue.h"

#include <utility>

namespace gan {

void CommandQueue::push(const Command& command, CommandSink::Answer answer) {
  {
    const std::lock_guard guard(mutex_);
    if (!closed_) {
      items_.push_back({++newest_, command, std::move(answer)});
      changed_.notify_all();
      return;
    }
  }
  answer(refusal_);
}

std::int64_t CommandQueue::newest() const {
  const std::lock_guard guard(mutex_);
  return newest_;
}

std::vector<CommandQueue::Item> CommandQueue::take(std::int64_t number) {
  const std::lock_guard guard(mutex_);
  std::vector<Item> taken;
  while (!items_.empty() && items_.front().number <= number) {
    taken.push_back(std::move(items_.front()));
    items_.pop_front();
  }
  return taken;
}

void CommandQueue::wait(std::chrono::milliseconds timeout) {
  std::unique_lock guard(mutex_);
  changed_.wait_for(guard, timeout, [this] { return woken_ || !items_.empty(); });
  woken_ = false;
}

void CommandQueue::wake() {
  const std::lock_guard guard(mutex_);
  woken_ = true;
  changed_.notify_all();
}

void CommandQueue::close(const CommandAnswer& refusal) {
  std::deque<Item> left;
  {
    const std::lock_guard guard(mutex_);
    closed_ = true;
    refusal_ = refusal;
    left.swap(items_);
  }
  for (Item& item : left) item.answer(refusal);
}

}  // namespace gan
