#include "interop/s3_endpoint.h"

#include <utility>

#include "core/error.h"
#include "interop/http_client.h"
#include "interop/s3_address.h"
#include "interop/s3_client.h"

namespace gan {

namespace {

std::string checkedBase(const std::string& endpoint) {
  if (endpoint.empty()) return {};
  if (endpoint.find("://") == std::string::npos) {
    // Neither is taken for granted: secrets in the clear, or a handshake that a plain server does not understand.
    throw Error(ErrorCode::kInvalidArgument, "s3_endpoint_scheme",
                "data.s3_endpoint does not say how its server is talked to. Put http:// or https:// before it.");
  }
  std::string base = endpoint;
  while (base.ends_with('/')) base.pop_back();
  const bool bare =
      base.find_first_of("?#@ ") == std::string::npos && base.find('/', base.find("://") + 3) == std::string::npos;
  if (!bare || !originOf(base)) {
    // The text itself is not repeated: it may hold a password.
    throw Error(ErrorCode::kInvalidArgument, "s3_bad_endpoint",
                "data.s3_endpoint is not the address of a server. Write https://host or http://host:port, without a "
                "user, a path or a query.");
  }
  return base;
}

}  // namespace

S3Endpoint::S3Endpoint(std::string bucket, const S3Options& options)
    : bucket_(std::move(bucket)), base_(checkedBase(options.endpoint)) {
  switch (options.path_style) {
    case S3PathStyle::kAuto:
      in_path_ = !isAws() || bucket_.find('.') != std::string::npos;
      break;
    case S3PathStyle::kAlways:
      in_path_ = true;
      break;
    case S3PathStyle::kNever:
      break;
  }
}

std::string S3Endpoint::url(std::string_view region, std::string_view key, std::string_view query) const {
  std::string base = base_;
  if (isAws()) {
    base = "https://s3." + std::string(region) + ".amazonaws.com";
    if (region.starts_with("cn-")) base += ".cn";
  }
  if (in_path_) {
    base += "/" + bucket_;
  } else {
    base.insert(base.find("://") + 3, bucket_ + ".");
  }
  base += "/" + percentEncode(key, "/");
  if (!query.empty()) base += "?" + std::string(query);
  return base;
}

}  // namespace gan
