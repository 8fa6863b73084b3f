#pragma once

#include <string>

#include "core/error.h"
#include "protocol/target.h"

namespace gan {

/// Why a login by ssh came to nothing.
struct SshEnd {
  int status = 0;           ///< waitpid(2)'s.
  std::string said = {};    ///< On its standard error.
  std::string engine = {};  ///< What was to be run on the host.
};

/// One sentence that names the host, what was expected there and what to do, from what ssh and the remote shell say.
/// What another attempt cannot mend is kPermissionDenied or kUnsupported, what it can kUnavailable.
Error sshError(const SshTarget& target, const SshEnd& end);

}  // namespace gan
