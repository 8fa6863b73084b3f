#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "core/message.h"

namespace gan {

/// Counts calls and connections that were refused and sums it up in few sentences: the first at once, the next after a
/// minute, and each pause is twice the one before, up to an hour, until nothing was refused for an hour. So a stranger
/// who never gives up adds some thirty entries a day to a journal. Thread-safe.
class RefusalLog {
 public:
  using Clock = std::chrono::steady_clock;

  /// reason is an error's id.
  void add(const std::string& address, std::string_view reason);
  /// What there is to tell at this time, if it is time to tell it.
  std::optional<Message> due(Clock::time_point now);
  /// What has not been told yet, whenever that would be due: nothing more will be.
  std::optional<Message> rest();

  static constexpr std::chrono::minutes kFirstPause{1};
  static constexpr std::chrono::minutes kLongestPause{60};

 private:
  /// Of what was counted, under the lock; counts anew.
  Message take();

  std::mutex mutex_;
  std::uint64_t count_ = 0;
  std::set<std::string> addresses_;  ///< The first few of them.
  std::string last_address_;
  std::string last_reason_;
  Clock::duration pause_ = kFirstPause;
  std::optional<Clock::time_point> next_;
};

}  // namespace gan
