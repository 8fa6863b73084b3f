#include "service/permit.h"

#include <pthread.h>

#include <utility>

#include "core/error.h"
#include "core/units.h"
#include "protocol/version.h"
#include "service/caller.h"

namespace gan {
namespace {

constexpr std::array kRoles = {Role::kSteer, Role::kWatch};

}  // namespace

Permit::Permit(std::filesystem::path access)
    : Permit([access = std::move(access)](Role role) { return readToken(access, role); }) {}

Permit::Permit(ReadToken read) : read_(std::move(read)), thread_([this] { loop(); }) {}

Permit::~Permit() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  asked_for_.notify_one();
  thread_.join();
}

Permit::Tokens Permit::newest() {
  std::unique_lock lock(mutex_);
  const std::uint64_t own = ++asked_;
  asked_for_.notify_one();
  const auto until = reading_since_.value_or(Clock::now()) + kPatience;
  answered_.wait_until(lock, until, [&] { return done_ >= own; });
  return tokens_;
}

void Permit::loop() {
  ::pthread_setname_np(::pthread_self(), "gan-service");
  std::unique_lock lock(mutex_);
  while (true) {
    asked_for_.wait(lock, [this] { return ending_ || asked_ > done_; });
    if (ending_) return;
    const std::uint64_t answers = asked_;
    reading_since_ = Clock::now();
    lock.unlock();
    Tokens tokens = readAll();
    lock.lock();
    reading_since_.reset();
    tokens_ = std::move(tokens);
    done_ = answers;
    answered_.notify_all();
  }
}

Permit::Tokens Permit::readAll() const {
  Tokens tokens;
  for (std::size_t i = 0; i < kRoles.size(); ++i) {
    try {
      tokens[i].token = read_(kRoles[i]);
    } catch (const std::exception&) {
      tokens[i].failure = std::current_exception();
    }
  }
  return tokens;
}

Role Permit::check(const Caller& caller) {
  checkProtocolVersion(caller.protocol_version);
  if (caller.isLocal()) return Role::kSteer;
  if (caller.token.empty()) {
    throw Error(ErrorCode::kPermissionDenied, "token_missing",
                "Over the network this engine answers only those who show a token. Take one from the run's folder "
                "access/, or let its owner make one with `gan-engine token`.");
  }
  for (const Known& known : newest()) {
    if (known.failure) std::rethrow_exception(known.failure);
    const std::optional<Token>& token = known.token;
    if (!token || !sameSecret(*token, caller.token)) continue;
    const Role role = token->role;
    if (unixSeconds() < token->expires_unix_seconds) return role;
    throw Error(ErrorCode::kPermissionDenied, "token_expired",
                "The token for the role {role} expired on {time}. Let the run's owner make a new one with `gan-engine "
                "token`.",
                {{"role", std::string(roleName(role))}, {"time", formatUtc(token->expires_unix_seconds)}});
  }
  throw Error(
      ErrorCode::kPermissionDenied, "token_wrong",
      "The engine does not know this token. Take the present one from the run's folder access/, or let its owner "
      "make one with `gan-engine token`.");
}

}  // namespace gan
