#include "service/refusal_log.h"

#include <algorithm>
#include <utility>

#include "core/units.h"

namespace gan {
namespace {

constexpr std::size_t kMaxAddresses = 1000;

}  // namespace

void RefusalLog::add(const std::string& address, std::string_view reason) {
  const std::lock_guard lock(mutex_);
  ++count_;
  if (addresses_.size() < kMaxAddresses) addresses_.insert(address);
  last_address_ = address;
  last_reason_ = reason;
}

std::optional<Message> RefusalLog::due(Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  if (count_ == 0 || (next_ && now < *next_)) return std::nullopt;
  const bool goes_on = next_ && now < *next_ + kLongestPause;
  pause_ = goes_on ? std::min<Clock::duration>(pause_ * 2, kLongestPause) : kFirstPause;
  next_ = now + pause_;
  return take();
}

std::optional<Message> RefusalLog::rest() {
  const std::lock_guard lock(mutex_);
  return count_ == 0 ? std::nullopt : std::optional(take());
}

Message RefusalLog::take() {
  Message message{"calls_refused",
                  "{count} calls or connections from {address} were refused, the last one as {reason}",
                  {{"count", formatCount(static_cast<std::int64_t>(count_))},
                   {"address", last_address_},
                   {"reason", last_reason_}}};
  if (addresses_.size() > 1) {
    message = Message{
        "calls_refused_to_several",
        "{count} calls or connections from {addresses} addresses were refused, the last one from {address} as {reason}",
        std::move(message.arguments)};
    message.arguments.push_back({"addresses", formatCount(static_cast<std::int64_t>(addresses_.size()))});
  }
  count_ = 0;
  addresses_.clear();
  return message;
}

}  // namespace gan
