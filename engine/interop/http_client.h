#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gan {

/// Signs a request as AWS Signature Version 4 asks, for the service s3. A session token travels as a header of its own.
struct AwsSignature {
  std::string region;
  std::string access_key;
  std::string secret_key;
};

struct HttpRequest {
  std::string method = "GET";
  std::string url;                   ///< http or https; sent and signed as it is written, so encode it once before.
  std::vector<std::string> headers;  ///< "Name: value"
  std::optional<AwsSignature> signature;
  std::uint64_t max_bytes = 0;  ///< A longer body ends the exchange with `too_large`.
  std::chrono::milliseconds connect_timeout{10000};
  std::chrono::seconds silence_timeout{20};  ///< Without a byte for so long, the exchange has failed.
  bool use_proxy = true;                     ///< The proxy that the environment names, if it names one.
  bool new_connection = false;               ///< With a fresh look-up of the name, after a failure.
};

struct HttpResponse {
  int status = 0;                              ///< 0 when no answer came.
  std::map<std::string, std::string> headers;  ///< Names in lower case.
  std::string body;                            ///< What came of it, also when the exchange failed half-way.
  std::string failure;                         ///< Why the exchange failed, in libcurl's words; empty when it is whole.
  bool too_large = false;

  bool whole() const { return failure.empty(); }
  /// Empty when there is none.
  std::string header(const std::string& lower_case_name) const;
};

/// One request at a time and thread, on connections that are kept for the next. Redirects are answers like any other:
/// they are not followed. Thread-safe.
class HttpClient {
 public:
  HttpClient();
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  HttpResponse send(const HttpRequest& request);

 private:
  struct Pool;
  std::unique_ptr<Pool> pool_;
};

/// What a Location header means on a page; nothing when it is not a URL of http or https.
std::optional<std::string> resolveUrl(std::string_view page, std::string_view location);
/// Scheme, host and port as one text, "https://host:443"; nothing when url is not one of http or https, or names a
/// user.
std::optional<std::string> originOf(std::string_view url);

}  // namespace gan
