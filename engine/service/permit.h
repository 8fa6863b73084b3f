#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "protocol/token.h"

namespace gan {

struct Caller;

/// Says who may call: over the unix socket everybody who can reach it (its folder is the owner's alone), over TCP
/// whoever shows a token. Tokens are read anew for each call, so that a replaced or removed one counts at once; they
/// are read by a thread of the permit's own, which rests between reads while callers are refused, and while a disk does
/// not answer, those count that were read last: it must not keep anybody from stopping the run. Thread-safe.
class Permit {
 public:
  /// The tokens as they are now; called by the permit's thread.
  using ReadTokens = std::function<TokensRead()>;
  /// How long a call waits for tokens, all calls together where the same read is late.
  static constexpr std::chrono::milliseconds kPatience{200};
  /// Of what recheck() goes by.
  static constexpr std::chrono::seconds kFresh{1};
  /// For a second after a refusal a read begins so many times later than the last one took, but at most so long after
  /// it: whoever guesses, call after call, has the tokens read all the same.
  static constexpr int kRestAfterRefusal = 20;
  static constexpr std::chrono::milliseconds kLongestRest{100};

  explicit Permit(std::filesystem::path access);
  explicit Permit(ReadTokens read);
  /// Waits for the read that is under way.
  ~Permit();
  Permit(const Permit&) = delete;
  Permit& operator=(const Permit&) = delete;

  /// The caller's role. Throws Error(kUnsupported, "protocol_version"), Error(kPermissionDenied): "token_missing",
  /// "token_wrong", "token_expired", and what reading throws.
  Role check(const Caller& caller);
  /// The same for a caller whose call goes on: all of those that ask within a second share what is read.
  Role recheck(const Caller& caller);

 private:
  using Clock = std::chrono::steady_clock;
  enum class Age { kNew, kFresh };

  Role check(const Caller& caller, Age age);
  TokensRead read(Age age);
  void noteRefusal();
  void loop();

  const ReadTokens read_;
  std::mutex mutex_;
  std::condition_variable asked_for_;
  std::condition_variable answered_;
  std::uint64_t asked_ = 0;  ///< Number of the newest wish.
  std::uint64_t done_ = 0;   ///< Of the newest that a read has answered, which began after it.
  std::optional<Clock::time_point> reading_since_;
  std::optional<Clock::time_point> read_at_;
  Clock::time_point rested_at_;   ///< After the last read.
  Clock::time_point refused_at_;  ///< Somebody, last.
  TokensRead tokens_;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace gan
