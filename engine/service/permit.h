#pragma once

#include <filesystem>

#include "protocol/token.h"

namespace gan {

struct Caller;

/// Says who may call: over the unix socket everybody who can reach it (its folder is the owner's alone), over TCP
/// whoever shows a token. Tokens are read anew for each call, so that a replaced or removed one counts at once.
/// Thread-safe.
class Permit {
 public:
  explicit Permit(std::filesystem::path access) : access_(std::move(access)) {}

  /// The caller's role. Throws Error(kUnsupported, "protocol_version"), Error(kPermissionDenied): "token_missing",
  /// "token_wrong", "token_expired".
  Role check(const Caller& caller) const;

 private:
  std::filesystem::path access_;
};

}  // namespace gan
