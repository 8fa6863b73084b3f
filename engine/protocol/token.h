#pragma once

#include <chrono>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gan {

/// What a client may do: kSteer includes kWatch.
enum class Role { kWatch, kSteer };
std::string_view roleName(Role role);  // "watch", "steer"

/// Proof of a role for clients that come over TCP; kept in access/ID.token of a run folder.
struct Token {
  std::string secret;  ///< 256 random bits as 64 hexadecimal digits.
  Role role = Role::kWatch;
  double expires_unix_seconds = 0;
  /// Of one that renews itself while an engine answers for the run: for how long each time; 0: it does not.
  double renewed_for_seconds = 0;
  /// Empty: the role's own, "watch" or "steer", which an engine makes that listens on a network.
  std::string id = {};
};

/// The role's own, which does not renew itself.
Token makeToken(Role role, std::chrono::seconds lifetime);
/// One of several of a role, under an id that no other has.
enum class Renewal { kNone, kWhileServed };
Token makeExtraToken(Role role, std::chrono::seconds lifetime, Renewal renewal);

std::filesystem::path tokenFile(const std::filesystem::path& access, Role role);
/// Replaces the token of the same id; from then on the former one is refused. The folder is made private, the file has
/// mode 0600.
void writeToken(const std::filesystem::path& access, const Token& token);
/// The role's own; nothing when there is none. Throws Error(kDataLoss, "token_bad_file"), Error(kPermissionDenied,
/// "file_not_private").
std::optional<Token> readToken(const std::filesystem::path& access, Role role);

/// All tokens of a run by id, and why another could not be read: the first such error. Of more than kMostTokens the
/// rest is left out. A folder that others may enter counts as none that could be read.
struct TokensRead {
  std::vector<Token> tokens;
  std::exception_ptr failure;
};
inline constexpr std::size_t kMostTokens = 64;
TokensRead readTokens(const std::filesystem::path& access);

/// Adds a token; removes extra ones that have expired. Throws Error(kResourceExhausted, "tokens_too_many").
void addToken(const std::filesystem::path& access, const Token& token);
/// From then on it is refused. Throws Error(kNotFound, "token_not_found").
void revokeToken(const std::filesystem::path& access, const std::string& id);
/// Moves on the expiry of those that renew themselves, of whose time a tenth has passed and not all. Does nothing while
/// another process changes the tokens, and leaves out what cannot be read or written.
void renewTokens(const std::filesystem::path& access);

/// Whether presented is this token's secret. Takes the same time wherever they differ.
bool sameSecret(const Token& token, std::string_view presented);

}  // namespace gan
