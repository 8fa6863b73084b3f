#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gan {

/// "s3://bucket/prefix": a folder in a bucket.
struct S3Address {
  std::string bucket;
  std::string prefix;  ///< Empty for the whole bucket, otherwise ending in '/'.

  std::string text() const { return "s3://" + bucket + "/" + prefix; }
};

inline constexpr std::string_view kS3Scheme = "s3://";

/// Whether a text is meant as an address in S3; its scheme may be in capitals, as in every URI (RFC 3986, 3.1).
bool isS3Address(std::string_view text);

/// Throws Error(kInvalidArgument, "s3_bad_address").
S3Address parseS3Address(std::string_view text);

/// RFC 3986 as AWS signs it: everything but A-Z a-z 0-9 - _ . ~ becomes %XX, '/' only where it is not kept.
std::string percentEncode(std::string_view text, std::string_view kept = "");
/// The reverse of what S3 does to keys with encoding-type=url, where a space may also be '+'. Nothing when a '%' is not
/// followed by two hexadecimal digits.
std::optional<std::string> percentDecode(std::string_view text);

/// Whether text can be the name of a region. It becomes part of a host's name.
bool isRegionName(std::string_view text);

}  // namespace gan
