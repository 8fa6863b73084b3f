#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "interop/http_client.h"

namespace gan {

/// Secrets: they go into signatures, never into a message, a log or a file.
struct AwsCredentials {
  std::string access_key;
  std::string secret_key;
  std::string session_token;  ///< Empty for keys that last.
  std::optional<double> expires_unix_seconds;
};

/// Finds credentials where AWS's tools look for them, in this order: the environment (AWS_ACCESS_KEY_ID, ...) unless a
/// profile was asked for by name; the profile's keys; its credential_process; the machine's own role (EC2 instance
/// metadata, version 2, unless AWS_EC2_METADATA_DISABLED is true). Those that expire are fetched again five minutes
/// before. Thread-safe.
class AwsCredentialSource {
 public:
  /// An empty profile stands for AWS_PROFILE or "default". http must outlive this object.
  AwsCredentialSource(std::string profile, HttpClient& http) : profile_(std::move(profile)), http_(http) {}

  /// Throws Error(kNotFound, "s3_no_credentials" | "s3_profile_missing"), Error(kUnsupported,
  /// "s3_profile_unsupported"), Error(kFailedPrecondition, "s3_credential_process").
  std::shared_ptr<const AwsCredentials> get();
  /// The next get() fetches anew, unless another thread did so since `refused` was handed out.
  void forget(const std::shared_ptr<const AwsCredentials>& refused);

 private:
  AwsCredentials fetch();

  const std::string profile_;
  HttpClient& http_;
  std::mutex mutex_;
  std::shared_ptr<const AwsCredentials> known_;
};

/// Reads what a credential_process prints and instance metadata answers: JSON with AccessKeyId, SecretAccessKey,
/// SessionToken or Token, Expiration. Nothing when a key is missing or cannot be sent in a header.
std::optional<AwsCredentials> parseAwsCredentials(std::string_view json);

}  // namespace gan
