#include "protocol/endpoint.h"

#include <signal.h>

#include <cerrno>
#include <nlohmann/json.hpp>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/host_name.h"
#include "protocol/utf8.h"

namespace gan {
namespace {

std::filesystem::path endpointFile(const std::filesystem::path& run) { return run / "endpoint.json"; }

[[noreturn]] void throwBadFile(const std::filesystem::path& path, const std::string& reason) {
  throw Error(ErrorCode::kDataLoss, "endpoint_bad_file",
              "{path} does not say where the engine is: {reason}. Remove it and start the engine again.",
              {{"path", path.string()}, {"reason", reason}});
}

}  // namespace

void writeEndpoint(const std::filesystem::path& run, const Endpoint& endpoint) {
  const nlohmann::json json{{"unix", toUtf8(endpoint.unix_socket)}, {"tcp", endpoint.tcp},
                            {"host", toUtf8(endpoint.host)},        {"pid", endpoint.pid},
                            {"protocol", endpoint.protocol},        {"started", endpoint.started_unix_seconds}};
  writeFileAtomically(endpointFile(run), json.dump(2) + "\n", 0644);
}

std::optional<Endpoint> readEndpoint(const std::filesystem::path& run) {
  const std::filesystem::path path = endpointFile(run);
  std::string content;
  try {
    content = readFile(path, 16384);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kNotFound) return std::nullopt;
    throw;
  }
  const nlohmann::json json = nlohmann::json::parse(content, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) throwBadFile(path, "it is not a JSON object");
  const auto text = [&](const char* name) -> std::string {
    if (!json.contains(name) || !json[name].is_string()) throwBadFile(path, std::string(name) + " is not a text");
    return json[name].get<std::string>();
  };
  Endpoint endpoint{text("unix"), text("tcp"), text("host"), 0, text("protocol"), 0};
  if (!json.contains("pid") || !json["pid"].is_number_integer()) throwBadFile(path, "pid is not a number");
  if (!json.contains("started") || !json["started"].is_number()) throwBadFile(path, "started is not a number");
  const auto pid = json["pid"].get<std::int64_t>();
  if (pid <= 0 || pid > INT32_MAX) throwBadFile(path, "pid is out of range");
  endpoint.pid = static_cast<int>(pid);
  endpoint.started_unix_seconds = json["started"].get<double>();
  return endpoint;
}

void removeEndpoint(const std::filesystem::path& run, const Endpoint& endpoint) {
  try {
    const std::optional<Endpoint> present = readEndpoint(run);
    if (!present || !sameEngine(*present, endpoint)) return;
  } catch (const Error&) {
    return;  // not one that we wrote
  }
  std::error_code ignored;
  std::filesystem::remove(endpointFile(run), ignored);
}

bool sameEngine(const Endpoint& a, const Endpoint& b) {
  return a.pid == b.pid && a.host == b.host && a.started_unix_seconds == b.started_unix_seconds;
}

bool mayBeAlive(const Endpoint& endpoint) {
  return endpoint.host != hostName() || ::kill(endpoint.pid, 0) == 0 || errno == EPERM;
}

}  // namespace gan
