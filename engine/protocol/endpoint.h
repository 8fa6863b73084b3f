#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace gan {

/// endpoint.json of a run folder: where the engine that serves it can be reached.
struct Endpoint {
  std::string unix_socket;  ///< Path on `host`.
  std::string tcp;          ///< "HOST:PORT", empty where the engine does not listen.
  std::string host;
  int pid = 0;
  std::string protocol;
  double started_unix_seconds = 0;
};

void writeEndpoint(const std::filesystem::path& run, const Endpoint& endpoint);
/// Nothing when no engine left one. Throws Error(kDataLoss, "endpoint_bad_file").
std::optional<Endpoint> readEndpoint(const std::filesystem::path& run);
/// Removes the file if it is still this endpoint's: another engine may have taken over meanwhile.
void removeEndpoint(const std::filesystem::path& run, const Endpoint& endpoint);

/// Whether both come from the same start of an engine.
bool sameEngine(const Endpoint& a, const Endpoint& b);
/// False when the engine was on this host and its process is gone.
bool mayBeAlive(const Endpoint& endpoint);

}  // namespace gan
