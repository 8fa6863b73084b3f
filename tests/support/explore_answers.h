#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "protocol/picture_client.h"
#include "protocol/studio.pb.h"

namespace gan::test {

/// Answers of an exploration, for the test's thread. Must outlive the client.
class ExploreAnswers {
 public:
  PictureClient::ExploreCallbacks callbacks() {
    return {.on_reply =
                [this](const ganstudio::v1::ExploreReply& reply) {
                  const std::lock_guard lock(mutex_);
                  replies_.push_back(reply);
                  changed_.notify_all();
                },
            .on_state =
                [this](ConnectionState state, const Message& why) {
                  const std::lock_guard lock(mutex_);
                  if (state == ConnectionState::kLost) lost_ = why.id;
                  if (state != ConnectionState::kClosed) return;
                  closed_ = why.english();
                  changed_.notify_all();
                }};
  }
  /// The answer to that wish; nothing when none comes within a minute.
  std::optional<ganstudio::v1::ExploreReply> to(std::uint64_t stamp) {
    std::unique_lock lock(mutex_);
    const auto found = [&] { return std::ranges::find(replies_, stamp, &ganstudio::v1::ExploreReply::stamp); };
    if (!changed_.wait_for(lock, kLongest, [&] { return found() != replies_.end(); })) return std::nullopt;
    return *found();
  }
  std::vector<std::uint64_t> stamps() {
    const std::lock_guard lock(mutex_);
    std::vector<std::uint64_t> stamps;
    for (const auto& reply : replies_) stamps.push_back(reply.stamp());
    return stamps;
  }
  /// How many pictures came with word that another process makes them from now on.
  std::int64_t takenOver() {
    const std::lock_guard lock(mutex_);
    return std::ranges::count_if(replies_, &ganstudio::v1::ExploreReply::taken_over);
  }
  /// Id of why it was broken off last; empty: it was not, or nothing was said.
  std::string lost() {
    const std::lock_guard lock(mutex_);
    return lost_;
  }
  /// Why the exploration ended; nothing when it does not within a minute.
  std::optional<std::string> waitForEnd() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kLongest, [this] { return closed_.has_value(); });
    return closed_;
  }

 private:
  static constexpr std::chrono::seconds kLongest{60};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<ganstudio::v1::ExploreReply> replies_;
  std::optional<std::string> closed_;
  std::string lost_;
};

}  // namespace gan::test
