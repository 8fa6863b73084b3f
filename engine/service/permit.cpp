#include "service/permit.h"

#include <optional>

#include "core/error.h"
#include "core/units.h"
#include "protocol/version.h"
#include "service/caller.h"

namespace gan {

Role Permit::check(const Caller& caller) const {
  checkProtocolVersion(caller.protocol_version);
  if (caller.isLocal()) return Role::kSteer;
  if (caller.token.empty()) {
    throw Error(ErrorCode::kPermissionDenied, "token_missing",
                "Over the network this engine answers only those who show a token. Take one from the run's folder "
                "access/, or let its owner make one with `gan-engine token`.");
  }
  for (const Role role : {Role::kSteer, Role::kWatch}) {
    const std::optional<Token> token = readToken(access_, role);
    if (!token || !sameSecret(*token, caller.token)) continue;
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
