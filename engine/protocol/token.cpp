#include "protocol/token.h"

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/random_hex.h"
#include "core/units.h"
#include "protocol/private_folder.h"

namespace gan {
namespace {

constexpr std::size_t kSecretBytes = 32;
constexpr std::string_view kDigits = "0123456789abcdef";

bool isSecret(std::string_view text) {
  return text.size() == 2 * kSecretBytes && text.find_first_not_of(kDigits) == std::string_view::npos;
}

}  // namespace

std::string_view roleName(Role role) { return role == Role::kSteer ? "steer" : "watch"; }

Token makeToken(Role role, std::chrono::seconds lifetime) {
  return {randomHex(kSecretBytes), role, unixSeconds() + static_cast<double>(lifetime.count())};
}

std::filesystem::path tokenFile(const std::filesystem::path& access, Role role) {
  return access / (std::string(roleName(role)) + ".token");
}

void writeToken(const std::filesystem::path& access, const Token& token) {
  ensurePrivateFolder(access);
  const nlohmann::json json{
      {"token", token.secret}, {"role", roleName(token.role)}, {"expires", token.expires_unix_seconds}};
  writeFileAtomically(tokenFile(access, token.role), json.dump() + "\n", 0600);
}

std::optional<Token> readToken(const std::filesystem::path& access, Role role) {
  const std::filesystem::path path = tokenFile(access, role);
  if (!std::filesystem::exists(path)) return std::nullopt;
  const nlohmann::json json = nlohmann::json::parse(readFile(path, 4096), nullptr, /*allow_exceptions=*/false);
  const auto text = [&](const char* name) {
    return json.is_object() && json.contains(name) && json[name].is_string() ? json[name].get<std::string>() : "";
  };
  const bool has_expiry = json.is_object() && json.contains("expires") && json["expires"].is_number();
  if (!isSecret(text("token")) || text("role") != roleName(role) || !has_expiry) {
    throw Error(ErrorCode::kDataLoss, "token_bad_file",
                "{path} does not hold a token for the role {role}. Remove it; the engine makes a new one.",
                {{"path", path.string()}, {"role", std::string(roleName(role))}});
  }
  return Token{text("token"), role, json["expires"].get<double>()};
}

bool sameSecret(const Token& token, std::string_view presented) {
  if (token.secret.size() != presented.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < presented.size(); ++i) {
    difference |= static_cast<unsigned char>(token.secret[i]) ^ static_cast<unsigned char>(presented[i]);
  }
  return difference == 0 && !presented.empty();
}

}  // namespace gan
