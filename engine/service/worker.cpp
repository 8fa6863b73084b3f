#include "service/worker.h"

#include <pthread.h>

#include <string>
#include <utility>

#include "core/error.h"

namespace gan {

Worker::Worker(const Shares::Limits& waiting) : places_(waiting), thread_([this] { loop(); }) {}

Worker::~Worker() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void Worker::post(const Claimant& claimant, std::function<void()> task) {
  std::optional<Shares::Share> place = places_.take(claimant);
  if (!place) {
    const Shares::Taken taken = places_.taken(claimant);
    throw Error(ErrorCode::kResourceExhausted, "engine_busy",
                "{all} questions to the engine wait for their answers already, {own} of them from here. Ask again "
                "when they are answered.",
                {{"all", std::to_string(taken.all)}, {"own", std::to_string(taken.own)}});
  }
  // Under the lock: what was asked for may be answered, and this worker ended, before a later call would be made.
  const std::lock_guard lock(mutex_);
  tasks_.push_back({std::move(*place), std::move(task)});
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
    lock.unlock();
    task.place = {};
    task.run();
    task.run = nullptr;  // what it holds goes before the lock is taken
    lock.lock();
  }
}

}  // namespace gan
