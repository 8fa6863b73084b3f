#pragma once

#include <map>
#include <string>
#include <string_view>

namespace gan {

/// A request as a server sees it.
struct ReceivedRequest {
  std::string method;
  std::string path;                            ///< As sent, percent-encoded.
  std::string query;                           ///< As sent, without the question mark.
  std::map<std::string, std::string> headers;  ///< Names in lower case.
};

/// What AWS Signature Version 4 must be for the request, after "Create a signed AWS API request" in AWS's
/// documentation: the Authorization header names the scope and the signed headers, everything else is computed from the
/// request. The query is sorted here, and path and query are decoded and encoded anew, whatever the client did. Returns
/// an empty text when the header says the same, or else what differs.
std::string signatureFault(const ReceivedRequest& request, std::string_view access_key, std::string_view secret_key,
                           std::string_view region);

}  // namespace gan
