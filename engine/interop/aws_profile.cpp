#include "interop/aws_profile.h"

#include <cstdint>
#include <cstdlib>
#include <optional>

#include "core/atomic_file.h"
#include "core/error.h"

namespace gan {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxFileBytes = 1 << 20;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r";
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

/// The profile that a line like "[profile name]" begins; nothing for other sections.
std::optional<std::string_view> profileOf(std::string_view line, bool is_config_file) {
  const std::size_t end = line.find(']');
  if (end == std::string_view::npos) return std::nullopt;
  std::string_view name = trimmed(line.substr(1, end - 1));
  if (!is_config_file || name == "default") return name;
  constexpr std::string_view kPrefix = "profile";
  if (!name.starts_with(kPrefix) || name.size() == kPrefix.size()) return std::nullopt;
  name.remove_prefix(kPrefix.size());
  if (name.front() != ' ' && name.front() != '\t') return std::nullopt;
  name = trimmed(name);
  if (name.size() >= 2 && name.front() == '"' && name.back() == '"') name = name.substr(1, name.size() - 2);
  return name;
}

fs::path fileOf(const char* variable, const char* name) {
  if (const std::string path = environmentValue(variable); !path.empty()) return path;
  const std::string home = environmentValue("HOME");
  return home.empty() ? fs::path() : fs::path(home) / ".aws" / name;
}

bool readFileOf(const fs::path& path, std::string_view name, bool is_config_file, AwsProfile& profile) {
  std::error_code ignored;
  if (path.empty() || !fs::exists(path, ignored)) return false;
  return readAwsProfile(readFile(path, kMaxFileBytes), name, is_config_file, profile);
}

}  // namespace

std::string environmentValue(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

bool readAwsProfile(std::string_view text, std::string_view name, bool is_config_file, AwsProfile& profile) {
  bool found = false;
  bool inside = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.front() == '#' || line.front() == ';') continue;
    if (line.front() == '[') {
      inside = profileOf(line, is_config_file) == name;
      found = found || inside;
      continue;
    }
    const std::size_t equals = line.find('=');
    if (!inside || equals == std::string_view::npos || line.front() == ' ' || line.front() == '\t') continue;
    profile.emplace(trimmed(line.substr(0, equals)), trimmed(line.substr(equals + 1)));
  }
  return found;
}

AwsProfile loadAwsProfile(std::string_view wanted) {
  std::string name(wanted);
  if (name.empty()) name = environmentValue("AWS_PROFILE");
  if (name.empty()) name = "default";
  const fs::path credentials = fileOf("AWS_SHARED_CREDENTIALS_FILE", "credentials");
  const fs::path config = fileOf("AWS_CONFIG_FILE", "config");
  AwsProfile profile;
  const bool in_credentials = readFileOf(credentials, name, false, profile);
  const bool in_config = readFileOf(config, name, true, profile);
  if (!in_credentials && !in_config && name != "default") {
    throw Error(
        ErrorCode::kNotFound, "s3_profile_missing",
        "There is no profile {profile} in {credentials} nor in {config}. Set data.s3_profile or AWS_PROFILE to one "
        "that is there, or make it with `aws configure --profile {profile}`.",
        {{"profile", name}, {"credentials", credentials.string()}, {"config", config.string()}});
  }
  return profile;
}

}  // namespace gan
