#include "service/permit.h"

#include <pthread.h>

#include <algorithm>
#include <utility>

#include "core/error.h"
#include "core/units.h"
#include "protocol/version.h"
#include "service/caller.h"

namespace gan {

Permit::Permit(std::filesystem::path access) : Permit([access = std::move(access)] { return readTokens(access); }) {}

Permit::Permit(ReadTokens read) : read_(std::move(read)), thread_([this] { loop(); }) {}

Permit::~Permit() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  asked_for_.notify_one();
  thread_.join();
}

TokensRead Permit::read(Age age) {
  std::unique_lock lock(mutex_);
  if (age == Age::kFresh && read_at_ && Clock::now() < *read_at_ + kFresh) return tokens_;
  const std::uint64_t own = ++asked_;
  asked_for_.notify_one();
  const auto until = reading_since_.value_or(Clock::now()) + kPatience;
  answered_.wait_until(lock, until, [&] { return done_ >= own; });
  return tokens_;
}

void Permit::noteRefusal() {
  const std::lock_guard lock(mutex_);
  refused_at_ = Clock::now();
}

void Permit::loop() {
  ::pthread_setname_np(::pthread_self(), "gan-service");
  std::unique_lock lock(mutex_);
  while (true) {
    asked_for_.wait(lock, [this] { return ending_ || asked_ > done_; });
    if (Clock::now() < refused_at_ + kFresh) asked_for_.wait_until(lock, rested_at_, [this] { return ending_; });
    if (ending_) return;
    const std::uint64_t answers = asked_;
    reading_since_ = Clock::now();
    lock.unlock();
    TokensRead tokens = read_();
    lock.lock();
    read_at_ = Clock::now();
    rested_at_ = *read_at_ + std::min<Clock::duration>(kRestAfterRefusal * (*read_at_ - *reading_since_), kLongestRest);
    reading_since_.reset();
    tokens_ = std::move(tokens);
    done_ = answers;
    answered_.notify_all();
  }
}

Role Permit::check(const Caller& caller) { return check(caller, Age::kNew); }

Role Permit::recheck(const Caller& caller) { return check(caller, Age::kFresh); }

Role Permit::check(const Caller& caller, Age age) {
  checkProtocolVersion(caller.protocol_version);
  if (caller.isLocal()) return Role::kSteer;
  if (caller.token.empty()) {
    throw Error(ErrorCode::kPermissionDenied, "token_missing",
                "Over the network this engine answers only those who show a token. Let the run's owner make one with "
                "`gan-engine token`.");
  }
  const TokensRead known = read(age);
  for (const Token& token : known.tokens) {
    if (!sameSecret(token, caller.token)) continue;
    if (unixSeconds() < token.expires_unix_seconds) return token.role;
    noteRefusal();
    throw Error(ErrorCode::kPermissionDenied, "token_expired",
                "The token for the role {role} expired on {time}. Let the run's owner make a new one with `gan-engine "
                "token`.",
                {{"role", std::string(roleName(token.role))}, {"time", formatUtc(token.expires_unix_seconds)}});
  }
  noteRefusal();
  if (known.failure) std::rethrow_exception(known.failure);
  throw Error(
      ErrorCode::kPermissionDenied, "token_wrong",
      "The engine does not know this token: it is another run's, or was revoked. Let the run's owner make one with "
      "`gan-engine token`.");
}

}  // namespace gan
