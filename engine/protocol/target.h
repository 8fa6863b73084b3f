#pragma once

#include <filesystem>
#include <string>
#include <variant>

#include "protocol/run_client.h"

namespace gan {

/// A Target's text, taken apart.
struct FolderTarget {
  std::filesystem::path run;
};
struct UnixTarget {
  std::filesystem::path socket;
};
struct TcpTarget {
  std::string address;  ///< "HOST:PORT"
};
struct SshTarget {
  std::string user;  ///< Empty: as ssh is configured.
  std::string host;
  std::string port;  ///< Empty: as ssh is configured.
  std::string path;  ///< Of the run folder there; absolute.
};
using ParsedTarget = std::variant<FolderTarget, UnixTarget, TcpTarget, SshTarget>;

/// Throws Error(kInvalidArgument, "target_invalid").
ParsedTarget parseTarget(const Target& target);

}  // namespace gan
