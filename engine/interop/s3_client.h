#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "interop/s3_xml.h"

namespace gan {

/// Whether a bucket's name stands in the address' path ("http://host/bucket/key") or before its host's name.
enum class S3PathStyle {
  kAuto,  ///< In the path with an endpoint of one's own, and for names with a dot, which TLS certificates do not cover.
  kAlways,
  kNever,
};

struct S3Options {
  std::string endpoint;  ///< "https://host:port"; empty for AWS.
  std::string region;    ///< Empty: AWS_REGION, AWS_DEFAULT_REGION, the profile's, else us-east-1.
  std::string profile;   ///< Empty: the environment's keys, AWS_PROFILE, "default".
  bool anonymous = false;
  S3PathStyle path_style = S3PathStyle::kAuto;
  int attempts = 6;                               ///< Of each request, the first one included.
  std::chrono::milliseconds first_pause{100};     ///< Between attempts: a random part of it, twice as much each time,
  std::chrono::milliseconds longest_pause{5000};  ///< up to this.
  std::chrono::milliseconds connect_timeout{10000};
  std::chrono::seconds silence_timeout{20};
};

/// Reads one bucket. Requests are signed (AWS Signature Version 4), repeated on cut connections, time-outs and what a
/// server calls passing (408, 429, 500, 502, 503, 504), and sent to the bucket's region when the first one was wrong.
/// Redirects to another host are followed without a signature. Thread-safe; as many connections as threads that ask.
///
/// Errors of all calls: Error(kPermissionDenied, "s3_denied" | "s3_bad_credentials" | "s3_clock_differs"),
/// Error(kNotFound, "s3_not_found"), Error(kFailedPrecondition, "s3_changed" | "s3_wrong_region"),
/// Error(kUnavailable, "s3_unreachable" | "s3_unavailable"), Error(kDataLoss, "s3_wrong_size" |
/// "s3_listing_malformed"), Error(kUnsupported, "s3_refused"), and those of AwsCredentialSource.
class S3Client {
 public:
  /// Throws Error(kInvalidArgument, "s3_bad_endpoint" | "s3_bad_region"). Nothing is sent yet.
  S3Client(std::string bucket, S3Options options);
  ~S3Client();
  S3Client(const S3Client&) = delete;
  S3Client& operator=(const S3Client&) = delete;

  /// One page of at most 1,000 objects whose keys begin with prefix, in the order of the keys' bytes. Begins where
  /// `token` of the page before says.
  S3Page list(std::string_view prefix, std::string_view token);

  /// A whole object as it was listed; the rest of a cut answer is asked for as a range. Throws "s3_changed" when the
  /// object is another one than object.etag.
  std::string read(const S3Object& object);

  /// Where requests go, without secrets: tells buckets of the same name apart.
  const std::string& endpointText() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gan
