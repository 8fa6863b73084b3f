#include "protocol/known_engines.h"

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/atomic_file.h"
#include "core/error.h"
#include "protocol/private_folder.h"

namespace gan {
namespace {

std::filesystem::path configFolder() {
  const char* config = std::getenv("XDG_CONFIG_HOME");
  if (config != nullptr && config[0] == '/') return config;
  const char* home = std::getenv("HOME");
  return home != nullptr && home[0] == '/' ? std::filesystem::path(home) / ".config" : std::filesystem::path();
}

}  // namespace

KnownEngines KnownEngines::ofUser() {
  const std::filesystem::path config = configFolder();
  return KnownEngines(config.empty() ? config : config / "gan-studio" / "engines");
}

std::filesystem::path KnownEngines::fileOf(const std::string& address) const { return folder_ / (address + ".json"); }

std::optional<KnownEngine> KnownEngines::find(const std::string& address) const {
  const std::filesystem::path file = fileOf(address);
  if (folder_.empty() || !std::filesystem::exists(file)) return std::nullopt;
  requirePrivateFile(file);
  const nlohmann::json json = nlohmann::json::parse(readFile(file, 4096), nullptr, /*allow_exceptions=*/false);
  const auto text = [&](const char* name) {
    return json.is_object() && json.contains(name) && json[name].is_string() ? json[name].get<std::string>() : "";
  };
  if (text("fingerprint").empty()) {
    throw Error(ErrorCode::kDataLoss, "known_engine_damaged",
                "{path} does not say by which certificate the engine at {address} is known. Remove it; you are asked "
                "again.",
                {{"path", file.string()}, {"address", address}});
  }
  return KnownEngine{text("fingerprint"), text("token")};
}

void KnownEngines::remember(const std::string& address, const KnownEngine& engine) const {
  if (folder_.empty()) {
    throw Error(ErrorCode::kPermissionDenied, "no_home",
                "There is no folder in which the engine at {address} could be remembered. Set HOME or XDG_CONFIG_HOME.",
                {{"address", address}});
  }
  ensurePrivateFolder(folder_);
  const nlohmann::json json{{"fingerprint", engine.fingerprint}, {"token", engine.token}};
  writeFileAtomically(fileOf(address), json.dump() + "\n", 0600);
}

}  // namespace gan
