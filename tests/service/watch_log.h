#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "protocol/run_client.h"
#include "protocol/studio.pb.h"
#include "run/event.h"

namespace gan {

/// What a watcher was told, in order.
class WatchLog {
 public:
  RunClient::WatchCallbacks callbacks() {
    return {[this](const auto& update) { add(update); },
            [this](ConnectionState state, const Message& why) {
              const std::lock_guard lock(mutex_);
              states_.emplace_back(state, why.english());
              changed_.notify_all();
            }};
  }

  template <class Condition>
  bool waitFor(const Condition& condition, std::chrono::seconds timeout = std::chrono::seconds(30)) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, timeout, [&] { return condition(*this); });
  }
  bool waitForSteps(std::size_t count) {
    return waitFor([&](const WatchLog& log) { return log.steps_.size() >= count; });
  }
  bool waitForState(ConnectionState state) {
    return waitFor([&](const WatchLog& log) { return !log.states_.empty() && log.states_.back().first == state; });
  }

  // Read when nothing more comes, or inside a condition.
  std::vector<std::int64_t> steps_;
  std::vector<float> first_column_;
  std::vector<std::uint64_t> sequences_;
  std::vector<std::string> events_;  ///< Parallel to them, as they came.
  std::vector<std::pair<ConnectionState, std::string>> states_;
  std::uint64_t skipped_rows_ = 0;
  std::uint64_t next_row_ = 0;
  int updates_ = 0;

 private:
  void add(const ganstudio::v1::WatchUpdate& update) {
    const std::lock_guard lock(mutex_);
    ++updates_;
    for (const std::string& event : update.events_json()) {
      events_.push_back(event);
      sequences_.push_back(eventFromJson(event).sequence);
    }
    for (const auto& block : update.scalars()) {
      steps_.insert(steps_.end(), block.steps().begin(), block.steps().end());
      first_column_.insert(first_column_.end(), block.values().begin(), block.values().begin() + block.steps_size());
    }
    skipped_rows_ += update.skipped_rows();
    next_row_ = update.next_row();
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
};

/// first, first + 1, ... last.
template <class Number>
std::vector<Number> numbersFrom(Number first, Number last) {
  std::vector<Number> numbers;
  for (Number number = first; number <= last; ++number) numbers.push_back(number);
  return numbers;
}

}  // namespace gan
