#include "interop/aws_credentials.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/error.h"
#include "core/process_output.h"
#include "core/units.h"
#include "interop/aws_profile.h"

namespace gan {

namespace {

constexpr double kRenewSeconds = 300;
constexpr std::size_t kMaxSecretBytes = 8192;

// It becomes part of a header, where a line's end would begin another one.
bool isSendable(const std::string& text) {
  return text.size() <= kMaxSecretBytes && std::ranges::all_of(text, [](char c) { return c > ' ' && c < 127; });
}

std::optional<AwsCredentials> checked(AwsCredentials credentials) {
  if (credentials.access_key.empty() || credentials.secret_key.empty() || !isSendable(credentials.access_key) ||
      !isSendable(credentials.secret_key) || !isSendable(credentials.session_token)) {
    return std::nullopt;
  }
  return credentials;
}

std::string valueOf(const AwsProfile& profile, std::string_view name) {
  const auto found = profile.find(name);
  return found == profile.end() ? std::string() : found->second;
}

std::optional<AwsCredentials> fromEnvironment() {
  return checked({.access_key = environmentValue("AWS_ACCESS_KEY_ID"),
                  .secret_key = environmentValue("AWS_SECRET_ACCESS_KEY"),
                  .session_token = environmentValue("AWS_SESSION_TOKEN"),
                  .expires_unix_seconds = std::nullopt});
}

std::optional<AwsCredentials> fromProfile(const AwsProfile& profile) {
  return checked({.access_key = valueOf(profile, "aws_access_key_id"),
                  .secret_key = valueOf(profile, "aws_secret_access_key"),
                  .session_token = valueOf(profile, "aws_session_token"),
                  .expires_unix_seconds = std::nullopt});
}

AwsCredentials fromProcess(const std::string& command) {
  constexpr std::size_t kMaxOutput = 65536;
  const ProcessOutput output =
      runForOutput({"/bin/sh", "-c", command}, {.max_bytes = kMaxOutput, .time = std::chrono::seconds(60)});
  const auto credentials = output.succeeded ? parseAwsCredentials(output.text) : std::nullopt;
  if (!credentials) {
    throw Error(
        ErrorCode::kFailedPrecondition, "s3_credential_process",
        "The credential_process of the AWS profile printed no usable credentials within 60 s ({reason}). Run it in "
        "a shell: it must end with code 0 and print JSON with AccessKeyId and SecretAccessKey.",
        {{"reason", output.succeeded ? "its output is not understood" : output.reason}});
  }
  return *credentials;
}

/// Asks the machine itself for the role it was given.
std::optional<AwsCredentials> fromMetadata(HttpClient& http) {
  if (environmentValue("AWS_EC2_METADATA_DISABLED") == "true") return std::nullopt;
  std::string base = environmentValue("AWS_EC2_METADATA_SERVICE_ENDPOINT");
  if (base.empty()) base = "http://169.254.169.254";
  while (base.ends_with('/')) base.pop_back();
  base += "/latest/";

  HttpRequest request;
  request.url = base + "api/token";
  request.headers = {"X-aws-ec2-metadata-token-ttl-seconds: 21600"};
  request.method = "PUT";
  request.max_bytes = 65536;
  request.connect_timeout = std::chrono::seconds(1);
  request.silence_timeout = std::chrono::seconds(2);
  request.use_proxy = false;  // the address is this machine's own
  const auto ask = [&]() -> std::optional<std::string> {
    const HttpResponse response = http.send(request);
    if (!response.whole() || response.status != 200) return std::nullopt;
    return response.body.substr(0, response.body.find_first_of("\r\n"));
  };
  const auto token = ask();
  if (!token || !isSendable(*token)) return std::nullopt;
  request.method = "GET";
  request.headers = {"X-aws-ec2-metadata-token: " + *token};
  request.url = base + "meta-data/iam/security-credentials/";
  const auto role = ask();
  if (!role || role->empty() || !isSendable(*role)) return std::nullopt;
  request.url += *role;
  const HttpResponse answer = http.send(request);
  if (!answer.whole() || answer.status != 200) return std::nullopt;
  return parseAwsCredentials(answer.body);
}

/// "2026-11-20T14:03:59Z", also with a fraction or with +00:00 at the end.
std::optional<double> parseUtc(const std::string& text) {
  std::tm time{};
  int used = 0;
  if (std::sscanf(text.c_str(), "%4d-%2d-%2dT%2d:%2d:%2d%n", &time.tm_year, &time.tm_mon, &time.tm_mday, &time.tm_hour,
                  &time.tm_min, &time.tm_sec, &used) != 6) {
    return std::nullopt;
  }
  time.tm_year -= 1900;
  time.tm_mon -= 1;
  return static_cast<double>(::timegm(&time));
}

}  // namespace

std::optional<AwsCredentials> parseAwsCredentials(std::string_view json) {
  const auto parsed = nlohmann::json::parse(json, nullptr, false);
  if (!parsed.is_object()) return std::nullopt;
  const auto text = [&](const char* name) {
    const auto found = parsed.find(name);
    return found != parsed.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  AwsCredentials credentials{.access_key = text("AccessKeyId"),
                             .secret_key = text("SecretAccessKey"),
                             .session_token = text("SessionToken"),
                             .expires_unix_seconds = parseUtc(text("Expiration"))};
  if (credentials.session_token.empty()) credentials.session_token = text("Token");
  return checked(std::move(credentials));
}

std::shared_ptr<const AwsCredentials> AwsCredentialSource::get() {
  const std::lock_guard lock(mutex_);
  if (!known_ || (known_->expires_unix_seconds && *known_->expires_unix_seconds - kRenewSeconds < unixSeconds())) {
    known_ = std::make_shared<const AwsCredentials>(fetch());
  }
  return known_;
}

void AwsCredentialSource::forget(const std::shared_ptr<const AwsCredentials>& refused) {
  const std::lock_guard lock(mutex_);
  if (known_ == refused) known_.reset();
}

AwsCredentials AwsCredentialSource::fetch() {
  if (profile_.empty()) {
    if (const auto found = fromEnvironment()) return *found;
  }
  const AwsProfile profile = loadAwsProfile(profile_);
  if (const auto found = fromProfile(profile)) return *found;
  if (const std::string command = valueOf(profile, "credential_process"); !command.empty()) return fromProcess(command);
  for (const char* setting : {"sso_session", "sso_start_url", "role_arn", "login_session"}) {
    if (profile.contains(setting)) {
      throw Error(ErrorCode::kUnsupported, "s3_profile_unsupported",
                  "The AWS profile has {setting}, which only AWS's own tools understand. Give it the line "
                  "credential_process = aws configure export-credentials --format process --profile NAME in a second "
                  "profile, and set data.s3_profile to that one.",
                  {{"setting", setting}});
    }
  }
  if (const auto found = fromMetadata(http_)) return *found;
  throw Error(
      ErrorCode::kNotFound, "s3_no_credentials",
      "There are no AWS credentials: none in the environment (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY), in the "
      "profile, nor from this machine's metadata. Set data.s3_profile, or data.s3_anonymous=true for a public "
      "bucket.");
}

}  // namespace gan
