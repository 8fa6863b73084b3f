#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
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
/// are read by a thread of the permit's own, and while a disk does not answer, those count that were read last: it must
/// not keep anybody from stopping the run. Thread-safe.
class Permit {
 public:
  /// The token of a role as it is now; called by the permit's thread.
  using ReadToken = std::function<std::optional<Token>(Role)>;
  /// How long a call waits for tokens, all calls together where the same read is late.
  static constexpr std::chrono::milliseconds kPatience{200};

  explicit Permit(std::filesystem::path access);
  explicit Permit(ReadToken read);
  /// Waits for the read that is under way.
  ~Permit();
  Permit(const Permit&) = delete;
  Permit& operator=(const Permit&) = delete;

  /// The caller's role. Throws Error(kUnsupported, "protocol_version"), Error(kPermissionDenied): "token_missing",
  /// "token_wrong", "token_expired", and what reading throws.
  Role check(const Caller& caller);

 private:
  using Clock = std::chrono::steady_clock;
  /// Of one role: a token, nothing, or why it cannot be told.
  struct Known {
    std::optional<Token> token;
    std::exception_ptr failure;
  };
  using Tokens = std::array<Known, 2>;

  Tokens newest();
  void loop();
  Tokens readAll() const;

  const ReadToken read_;
  std::mutex mutex_;
  std::condition_variable asked_for_;
  std::condition_variable answered_;
  std::uint64_t asked_ = 0;  ///< Number of the newest wish.
  std::uint64_t done_ = 0;   ///< Of the newest that a read has answered, which began after it.
  std::optional<Clock::time_point> reading_since_;
  Tokens tokens_;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace gan
