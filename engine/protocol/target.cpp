#include "protocol/target.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <system_error>

#include "core/error.h"

namespace gan {
namespace {

[[noreturn]] void throwInvalid(const Target& target, const char* reason) {
  throw Error(ErrorCode::kInvalidArgument, "target_invalid",
              "'{target}' is not where an engine can be: {reason}. Give a run folder, unix:/path, tls://HOST:PORT or "
              "ssh://[user@]host/path.",
              {{"target", target.text.substr(0, 512)}, {"reason", reason}});
}

/// What ssh takes for a host or user without reading an option or a shell's sign out of it.
bool isSafeName(std::string_view name) {
  const auto safe = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           std::string_view("-._:[]%").find(c) != std::string_view::npos;
  };
  return !name.empty() && name.size() <= 255 && name.front() != '-' && std::ranges::all_of(name, safe);
}

bool isPort(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  return error == std::errc() && end == text.data() + text.size() && text.size() <= 5 && port > 0;
}

constexpr std::size_t kFingerprintDigits = 64;

/// As programs print it: hexadecimal digits in pairs, with or without colons between, or "sha256:" before.
std::string parseFingerprint(const Target& target, std::string_view text) {
  if (text.starts_with("sha256:")) text.remove_prefix(7);
  std::string digits;
  for (const char c : text) {
    if (c == ':') continue;
    const bool is_upper = c >= 'A' && c <= 'F';
    if (!is_upper && !(c >= 'a' && c <= 'f') && !(c >= '0' && c <= '9')) break;
    digits += is_upper ? static_cast<char>(c - 'A' + 'a') : c;
  }
  const bool is_whole = digits.size() + static_cast<std::size_t>(std::ranges::count(text, ':')) == text.size();
  if (digits.size() != kFingerprintDigits || !is_whole) {
    throwInvalid(target, "the fingerprint behind # is not the 64 hexadecimal digits of a SHA-256");
  }
  return digits;
}

TlsTarget parseTls(const Target& target, std::string_view rest) {
  TlsTarget tls;
  if (const std::size_t sign = rest.find('#'); sign != std::string_view::npos) {
    tls.fingerprint = parseFingerprint(target, rest.substr(sign + 1));
    rest = rest.substr(0, sign);
  }
  if (rest.ends_with('/')) rest.remove_suffix(1);
  const std::size_t colon = rest.rfind(':');
  if (colon == std::string_view::npos || !isSafeName(rest.substr(0, colon)) || !isPort(rest.substr(colon + 1))) {
    throwInvalid(target, "it needs a host and a port from 1 to 65535");
  }
  tls.address = rest;
  return tls;
}

SshTarget parseSsh(const Target& target, std::string_view rest) {
  SshTarget ssh;
  const std::size_t slash = rest.find('/');
  if (slash == std::string_view::npos) throwInvalid(target, "the path of the run folder is missing");
  ssh.path = rest.substr(slash);
  std::string_view authority = rest.substr(0, slash);
  if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) {
    ssh.user = authority.substr(0, at);
    if (!isSafeName(ssh.user))
      throwInvalid(target, "the user's name holds signs that ssh might take for something else");
    authority.remove_prefix(at + 1);
  }
  if (const std::size_t colon = authority.rfind(':');
      colon != std::string_view::npos && authority.find(']', colon) == std::string_view::npos) {
    ssh.port = authority.substr(colon + 1);
    if (!isPort(ssh.port)) throwInvalid(target, "the port is not a number from 1 to 65535");
    authority = authority.substr(0, colon);
  }
  ssh.host = authority;
  if (!isSafeName(ssh.host)) throwInvalid(target, "the host's name is empty or holds signs that ssh might misread");
  return ssh;
}

}  // namespace

ParsedTarget parseTarget(const Target& target) {
  const std::string_view text = target.text;
  if (text.empty()) throwInvalid(target, "it is empty");
  // A path would end there for the system, and name something else than what was shown and checked.
  if (text.find('\0') != std::string_view::npos) throwInvalid(target, "it holds a zero byte");
  if (text.starts_with("unix:")) {
    if (text.size() < 7 || text[5] != '/') throwInvalid(target, "the socket's path must be absolute");
    return UnixTarget{std::filesystem::path(text.substr(5))};
  }
  if (text.starts_with("tls://")) return parseTls(target, text.substr(6));
  if (text.starts_with("tcp:")) return parseTls(target, text.substr(4));
  if (text.starts_with("ssh://")) return parseSsh(target, text.substr(6));
  return FolderTarget{std::filesystem::path(text)};
}

}  // namespace gan
