#pragma once

#include <string>
#include <string_view>

namespace gan {

struct S3Options;

/// Turns bucket, region and key into URLs, after the options' endpoint and path style.
class S3Endpoint {
 public:
  /// Throws Error(kInvalidArgument, "s3_bad_endpoint").
  S3Endpoint(std::string bucket, const S3Options& options);

  /// query is percent-encoded and sorted by name, as a signature wants it; it may be empty.
  std::string url(std::string_view region, std::string_view key, std::string_view query) const;
  /// Whether the region is part of the host's name.
  bool isAws() const { return base_.empty(); }
  std::string text() const { return isAws() ? "AWS" : base_; }

 private:
  std::string bucket_;
  std::string base_;  ///< "https://host:port" without a slash at the end; empty for AWS.
  bool in_path_ = false;
};

}  // namespace gan
