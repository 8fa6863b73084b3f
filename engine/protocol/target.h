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
struct TlsTarget {
  std::string address;      ///< "HOST:PORT"
  std::string fingerprint;  ///< Of the engine's certificate, 64 lower-case hexadecimal digits; empty: not said.
};
struct SshTarget {
  std::string user;  ///< Empty: as ssh is configured.
  std::string host;
  std::string port;  ///< Empty: as ssh is configured.
  std::string path;  ///< Of the run folder there; absolute.
};
using ParsedTarget = std::variant<FolderTarget, UnixTarget, TlsTarget, SshTarget>;

/// Throws Error(kInvalidArgument, "target_invalid").
ParsedTarget parseTarget(const Target& target);

}  // namespace gan
