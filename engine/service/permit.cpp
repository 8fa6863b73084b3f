#include "service/permit.h"

#include <grpcpp/server_context.h>

#include <optional>
#include <string_view>

#include "core/error.h"
#include "core/units.h"
#include "protocol/version.h"
#include "service/local_listener.h"

namespace gan {
namespace {

std::string_view metadata(const grpc::ServerContextBase& context, const char* name) {
  const auto found = context.client_metadata().find(name);
  return found == context.client_metadata().end() ? std::string_view()
                                                  : std::string_view(found->second.data(), found->second.size());
}

}  // namespace

Role Permit::check(const grpc::ServerContextBase& context) const {
  checkProtocolVersion(metadata(context, kVersionMetadata));
  if (LocalListener::isLocal(context.peer())) return Role::kSteer;
  const std::string_view presented = metadata(context, kTokenMetadata);
  if (presented.empty()) {
    throw Error(ErrorCode::kPermissionDenied, "token_missing",
                "Over the network this engine answers only those who show a token. Take one from the run's folder "
                "access/, or let its owner make one with `gan-engine token`.");
  }
  for (const Role role : {Role::kSteer, Role::kWatch}) {
    const std::optional<Token> token = readToken(access_, role);
    if (!token || !sameSecret(*token, presented)) continue;
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
