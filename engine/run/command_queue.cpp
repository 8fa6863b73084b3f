#include "run/command_queue.h"

#include <atomic>
#include <exception>
#include <memory>
#include <string>
#include <utility>

#include "core/log.h"

namespace gan {
namespace {

/// A client that waits for its answer.
class Waiting {
 public:
  explicit Waiting(CommandSink::Answer answer) : answer_(std::move(answer)) {}
  ~Waiting() {
    try {
      give({CommandResult::kUnknown,
            0,
            {"answer_lost",
             "The run failed before it answered the command. See in its log whether the command took effect.",
             {}}});
    } catch (const std::exception& error) {
      log::error(std::string("a command's client could not be answered: ") + error.what());
    }
  }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

  void give(const CommandAnswer& answer) {
    if (!given_.exchange(true) && answer_) answer_(answer);
  }

 private:
  const CommandSink::Answer answer_;
  std::atomic<bool> given_{false};
};

}  // namespace

void CommandQueue::push(const Command& command, CommandSink::Answer answer) {
  {
    const std::lock_guard guard(mutex_);
    if (!closed_) {
      const auto waiting = std::make_shared<Waiting>(std::move(answer));
      items_.push_back({++newest_, command, [waiting](const CommandAnswer& given) { waiting->give(given); }});
      changed_.notify_all();
      return;
    }
  }
  if (answer) answer(refusal_);
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
