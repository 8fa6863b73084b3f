#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace gan {

/// What a client may do: kSteer includes kWatch.
enum class Role { kWatch, kSteer };
std::string_view roleName(Role role);  // "watch", "steer"

/// Proof of a role for clients that come over TCP; kept in access/{watch,steer}.token of a run folder.
struct Token {
  std::string secret;  ///< 256 random bits as 64 hexadecimal digits.
  Role role = Role::kWatch;
  double expires_unix_seconds = 0;
};

Token makeToken(Role role, std::chrono::seconds lifetime);

std::filesystem::path tokenFile(const std::filesystem::path& access, Role role);
/// Replaces the role's token; from then on the former one is refused. The folder is made private, the file has mode
/// 0600.
void writeToken(const std::filesystem::path& access, const Token& token);
/// Nothing when there is none. Throws Error(kDataLoss, "token_bad_file"), Error(kPermissionDenied).
std::optional<Token> readToken(const std::filesystem::path& access, Role role);

/// Whether presented is this token's secret. Takes the same time wherever they differ.
bool sameSecret(const Token& token, std::string_view presented);

}  // namespace gan
