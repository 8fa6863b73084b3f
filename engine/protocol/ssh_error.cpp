#include "protocol/ssh_error.h"

#include <sys/wait.h>

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "protocol/utf8.h"

namespace gan {
namespace {

constexpr std::size_t kShownBytes = 300;

/// Lines with something in them, without signs that do something to a terminal.
std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char c : toUtf8(text)) {
    if (c == '\n' || c == '\r') {
      if (!lines.back().empty()) lines.emplace_back();
    } else {
      lines.back() += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
    }
  }
  if (lines.back().empty()) lines.pop_back();
  return lines;
}

/// The last line that holds one of these; empty: none does.
std::string lineWith(const std::vector<std::string>& lines, std::initializer_list<std::string_view> words) {
  const auto holds = [words](const std::string& line) {
    return std::ranges::any_of(words, [&line](std::string_view word) { return line.find(word) != std::string::npos; });
  };
  const auto found = std::find_if(lines.rbegin(), lines.rend(), holds);
  return found == lines.rend() ? std::string() : found->substr(0, kShownBytes);
}

std::string describeStatus(int status) {
  if (WIFSIGNALED(status)) return "it was ended by signal " + std::to_string(WTERMSIG(status));
  return "it ended with code " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

Error sshError(const SshTarget& target, const SshEnd& end) {
  const std::vector<std::string> lines = linesOf(end.said);
  const std::string who = target.user.empty() ? target.host : target.user + "@" + target.host;
  const auto error = [&](ErrorCode code, const char* id, const char* text, const std::string& reason = {}) {
    return Error(code, id, text, {{"host", who}, {"engine", end.engine}, {"reason", reason}});
  };
  constexpr std::string_view kEngineSays = "gan-engine: ";
  if (const std::string line = lineWith(lines, {kEngineSays}); line.starts_with(kEngineSays)) {
    return error(ErrorCode::kUnavailable, "ssh_engine_failed", "The gan-engine of {host} says: {reason}",
                 line.substr(kEngineSays.size()));
  }
  const int code = WIFEXITED(end.status) ? WEXITSTATUS(end.status) : -1;
  if (code == 126 || code == 127) {
    return error(
        ErrorCode::kUnsupported, "ssh_no_engine",
        "{host} let you in, but has no {engine} that can be run there ({reason}). Install GAN Studio on it, or "
        "name the program's path: in the window under Engine there, elsewhere in GAN_REMOTE_ENGINE.",
        lines.empty() ? describeStatus(end.status) : lines.back().substr(0, kShownBytes));
  }
  if (!lineWith(lines, {"IDENTIFICATION HAS CHANGED"}).empty()) {
    return error(ErrorCode::kPermissionDenied, "ssh_host_key_changed",
                 "{host} shows another key than the one that is known of it: it was set up anew, or somebody else "
                 "answers in its name. Ask who runs it, and if it is right remove the old key with `ssh-keygen -R`.");
  }
  if (!lineWith(lines, {"Host key verification failed"}).empty()) {
    return error(ErrorCode::kPermissionDenied, "ssh_host_key_unknown",
                 "The key of {host} is not known, and it was not said that it is the right one. Log in with `ssh` once "
                 "and compare it, or answer yes when you are asked.");
  }
  if (const std::string line = lineWith(lines, {"Permission denied", "Too many authentication failures"});
      !line.empty()) {
    return error(ErrorCode::kPermissionDenied, "ssh_denied",
                 "{host} did not let you in ({reason}). Check the user's name and the password, or give ssh the key "
                 "that the host knows.",
                 line);
  }
  if (!lineWith(lines, {"Could not resolve hostname"}).empty()) {
    return error(ErrorCode::kUnavailable, "ssh_host_unknown",
                 "There is no host by the name of {host} that could be found from here. Check its spelling and the "
                 "network; a short name needs an entry in ~/.ssh/config.");
  }
  if (const std::string line = lineWith(lines, {"Connection refused", "timed out", "No route to host",
                                                "Network is unreachable", "Network is down", "not responding"});
      !line.empty()) {
    return error(ErrorCode::kUnavailable, "ssh_unreachable",
                 "{host} cannot be reached by ssh ({reason}). Check that it runs and that the network or VPN leads to "
                 "it, then try again.",
                 line);
  }
  const std::string words = lines.empty() ? "" : ": " + lines.back().substr(0, kShownBytes);
  return error(ErrorCode::kUnavailable, "ssh_ended",
               "The login to {host} by ssh ended before its gan-engine answered ({reason}). Try `ssh` by hand.",
               describeStatus(end.status) + words);
}

}  // namespace gan
