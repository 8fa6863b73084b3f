#include "service/worker.h"

#include <pthread.h>

#include <utility>

#include "core/error.h"

namespace gan {

Worker::Worker(const Limits& limits) : limits_(limits), thread_([this] { loop(); }) {}

Worker::~Worker() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void Worker::post(const std::string& client, std::function<void()> task) {
  {
    const std::lock_guard lock(mutex_);
    std::size_t& waiting = waiting_[client];
    if (tasks_.size() >= limits_.waiting || waiting >= limits_.of_one_client) {
      const std::size_t count = waiting;
      if (waiting == 0) waiting_.erase(client);
      throw Error(ErrorCode::kResourceExhausted, "engine_busy",
                  "{all} questions to the engine wait for their answers already, {own} of them from here. Ask again "
                  "when they are answered.",
                  {{"all", std::to_string(tasks_.size())}, {"own", std::to_string(count)}});
    }
    ++waiting;
    tasks_.push_back({client, std::move(task)});
  }
  wake_.notify_one();
}

void Worker::loop() {
  ::pthread_setname_np(::pthread_self(), "gan-service");
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return ending_ || !tasks_.empty(); });
    if (tasks_.empty()) return;
    Task task = std::move(tasks_.front());
    tasks_.pop_front();
    const auto waiting = waiting_.find(task.client);
    if (--waiting->second == 0) waiting_.erase(waiting);
    lock.unlock();
    task.run();
    task.run = nullptr;  // what it holds goes before the lock is taken
    lock.lock();
  }
}

}  // namespace gan
