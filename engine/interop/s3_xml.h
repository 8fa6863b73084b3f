#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gan {

struct S3Object {
  std::string key;   ///< Decoded, 1 to 1,024 bytes.
  std::string etag;  ///< With its quotes, as If-Match takes it; empty when the server gave none that can be sent back.
  std::uint64_t size = 0;

  friend bool operator==(const S3Object& a, const S3Object& b) = default;
};

/// One answer of ListObjectsV2.
struct S3Page {
  std::vector<S3Object> objects;
  std::string next_token;  ///< Empty on the last page.
};

/// What S3 says when it refuses. Fields that are absent stay empty.
struct S3Refusal {
  std::string code;
  std::string message;
  std::string request_id;
  std::string region;
};

/// Reads the elements of a listing that are needed here, whatever others there are; no document types, at most 16
/// levels. Keys are percent-decoded where the answer says that they are encoded. Throws Error(kDataLoss,
/// "s3_listing_malformed").
S3Page parseS3Page(std::string_view xml, std::string_view source);

/// Never throws on bad text: a gateway before S3 may answer with anything.
S3Refusal parseS3Refusal(std::string_view xml);

}  // namespace gan
