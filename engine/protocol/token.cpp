#include "protocol/token.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/file_turn.h"
#include "core/log.h"
#include "core/random_hex.h"
#include "core/units.h"
#include "protocol/private_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kSecretBytes = 32;
constexpr std::size_t kIdBytes = 4;
constexpr std::size_t kLongestId = 32;
constexpr std::string_view kDigits = "0123456789abcdef";
constexpr double kRenewedBelow = 0.9;  // of the time for which it is renewed
constexpr const char* kExtension = ".token";

bool isSecret(std::string_view text) {
  return text.size() == 2 * kSecretBytes && text.find_first_not_of(kDigits) == std::string_view::npos;
}

/// An id becomes a path.
bool isId(std::string_view id) {
  return !id.empty() && id.size() <= kLongestId &&
         id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789") == std::string_view::npos;
}

std::string idOf(const Token& token) { return token.id.empty() ? std::string(roleName(token.role)) : token.id; }

bool isRolesOwn(std::string_view id) { return id == roleName(Role::kWatch) || id == roleName(Role::kSteer); }

fs::path fileOf(const fs::path& access, const std::string& id) { return access / (id + kExtension); }

Token readTokenFile(const fs::path& path) {
  const std::string id = path.stem().string();
  const nlohmann::json json = nlohmann::json::parse(readFile(path, 4096), nullptr, /*allow_exceptions=*/false);
  const auto text = [&](const char* name) {
    return json.is_object() && json.contains(name) && json[name].is_string() ? json[name].get<std::string>() : "";
  };
  const auto number = [&](const char* name) -> std::optional<double> {
    if (!json.is_object() || !json.contains(name) || !json[name].is_number()) return std::nullopt;
    return json[name].get<double>();
  };
  const std::string role = text("role");
  const bool is_role = role == roleName(Role::kWatch) || role == roleName(Role::kSteer);
  const std::optional<double> expires = number("expires");
  const double renewed_for = number("renewed_for").value_or(0);
  if (!isSecret(text("token")) || !is_role || (isRolesOwn(id) && role != id) || !expires || renewed_for < 0) {
    throw Error(ErrorCode::kDataLoss, "token_bad_file",
                "{path} does not hold a token for the role {role}. Remove it; the engine makes a new one.",
                {{"path", path.string()}, {"role", isRolesOwn(id) ? id : "watch or steer"}});
  }
  requirePrivateFile(path);
  return {text("token"), role == roleName(Role::kSteer) ? Role::kSteer : Role::kWatch, *expires, renewed_for, id};
}

std::vector<fs::path> tokenFiles(const fs::path& access) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(access)) {
    if (entry.path().extension() == kExtension && isId(entry.path().stem().string())) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

fs::path turnFile(const fs::path& access) { return access / "tokens.lock"; }

/// Who changes tokens does it alone: one that is being renewed is not there again after it was revoked.
FileTurn takeTurn(const fs::path& access) {
  ensurePrivateFolder(access);
  return FileTurn::take(turnFile(access), [] {});
}

}  // namespace

std::string_view roleName(Role role) { return role == Role::kSteer ? "steer" : "watch"; }

Token makeToken(Role role, std::chrono::seconds lifetime) {
  return {randomHex(kSecretBytes), role, unixSeconds() + static_cast<double>(lifetime.count())};
}

Token makeExtraToken(Role role, std::chrono::seconds lifetime, Renewal renewal) {
  Token token = makeToken(role, lifetime);
  token.id = randomHex(kIdBytes);
  if (renewal == Renewal::kWhileServed) token.renewed_for_seconds = static_cast<double>(lifetime.count());
  return token;
}

fs::path tokenFile(const fs::path& access, Role role) { return fileOf(access, std::string(roleName(role))); }

void writeToken(const fs::path& access, const Token& token) {
  ensurePrivateFolder(access);
  nlohmann::json json{{"token", token.secret}, {"role", roleName(token.role)}, {"expires", token.expires_unix_seconds}};
  if (token.renewed_for_seconds > 0) json["renewed_for"] = token.renewed_for_seconds;
  writeFileAtomically(fileOf(access, idOf(token)), json.dump() + "\n", 0600);
}

std::optional<Token> readToken(const fs::path& access, Role role) {
  const fs::path path = tokenFile(access, role);
  if (!fs::exists(path)) return std::nullopt;
  return readTokenFile(path);
}

TokensRead readTokens(const fs::path& access) {
  TokensRead read;
  const auto attempt = [&read](const auto& part) {
    try {
      part();
    } catch (const std::exception&) {
      if (!read.failure) read.failure = std::current_exception();
    }
  };
  attempt([&] {
    if (!fs::exists(access)) return;
    requirePrivateFolder(access);
    for (const fs::path& file : tokenFiles(access)) {
      if (read.tokens.size() == kMostTokens) return;
      attempt([&] { read.tokens.push_back(readTokenFile(file)); });
    }
  });
  return read;
}

void addToken(const fs::path& access, const Token& token) {
  const FileTurn turn = takeTurn(access);
  std::size_t others = 0;
  for (const Token& other : readTokens(access).tokens) {
    const bool is_over = other.expires_unix_seconds <= unixSeconds() && !isRolesOwn(other.id);
    if (is_over) {
      fs::remove(fileOf(access, other.id));
    } else if (other.id != idOf(token)) {
      ++others;
    }
  }
  if (others >= kMostTokens) {
    throw Error(ErrorCode::kResourceExhausted, "tokens_too_many",
                "{path} holds {count} tokens already, which is the most. Revoke one with `gan-engine token RUN "
                "--revoke ID`; --list says which there are.",
                {{"path", access.string()}, {"count", std::to_string(others)}});
  }
  writeToken(access, token);
}

void revokeToken(const fs::path& access, const std::string& id) {
  const FileTurn turn = takeTurn(access);
  if (isId(id) && fs::remove(fileOf(access, id))) return;
  throw Error(ErrorCode::kNotFound, "token_not_found",
              "{path} holds no token {id}. `gan-engine token RUN --list` says which there are.",
              {{"path", access.string()}, {"id", id.substr(0, kLongestId)}});
}

void renewTokens(const fs::path& access) try {
  const std::optional<FileTurn> turn = FileTurn::tryTake(turnFile(access));
  if (!turn) return;
  for (Token& token : readTokens(access).tokens) {
    const double now = unixSeconds();
    const double left = token.expires_unix_seconds - now;
    if (left <= 0 || left > kRenewedBelow * token.renewed_for_seconds) continue;
    token.expires_unix_seconds = now + token.renewed_for_seconds;
    writeToken(access, token);
  }
} catch (const std::exception& error) {
  log::warning(std::string("the tokens of this run are not renewed: ") + error.what());
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
