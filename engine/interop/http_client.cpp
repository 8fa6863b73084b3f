#include "interop/http_client.h"

#include <curl/curl.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <mutex>
#include <new>

namespace gan {

namespace {

constexpr std::size_t kMaxHeaders = 128;
constexpr std::size_t kMaxHeaderBytes = 16384;

struct CurlHandleCloser {
  void operator()(CURL* handle) const { curl_easy_cleanup(handle); }
};
using CurlHandle = std::unique_ptr<CURL, CurlHandleCloser>;

struct HeaderListCloser {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using HeaderList = std::unique_ptr<curl_slist, HeaderListCloser>;

struct UrlCloser {
  void operator()(CURLU* url) const { curl_url_cleanup(url); }
};
using Url = std::unique_ptr<CURLU, UrlCloser>;

struct Exchange {
  HttpResponse response;
  std::uint64_t max_bytes = 0;
  bool out_of_memory = false;
};

std::string trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(kBlank) - begin + 1));
}

// libcurl is C: no exception may pass through it.
std::size_t takeHeader(char* data, std::size_t, std::size_t size, void* user) noexcept {
  auto& exchange = *static_cast<Exchange*>(user);
  const std::string_view line(data, size);
  if (line.starts_with("HTTP/")) {  // an interim answer's headers are not the answer's
    exchange.response.headers.clear();
    return size;
  }
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return size;
  if (size > kMaxHeaderBytes || exchange.response.headers.size() >= kMaxHeaders) return 0;
  try {
    std::string name = trimmed(line.substr(0, colon));
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    exchange.response.headers[name] = trimmed(line.substr(colon + 1));
  } catch (const std::bad_alloc&) {
    return 0;
  }
  return size;
}

std::size_t takeBody(char* data, std::size_t, std::size_t size, void* user) noexcept {
  auto& exchange = *static_cast<Exchange*>(user);
  if (size > exchange.max_bytes - exchange.response.body.size()) {
    exchange.response.too_large = true;
    return 0;
  }
  try {
    exchange.response.body.append(data, size);
  } catch (const std::bad_alloc&) {
    exchange.out_of_memory = true;
    return 0;
  }
  return size;
}

HeaderList headerList(const std::vector<std::string>& headers) {
  HeaderList list;
  for (const std::string& header : headers) {
    curl_slist* longer = curl_slist_append(list.get(), header.c_str());
    if (longer == nullptr) throw std::bad_alloc();
    static_cast<void>(list.release());
    list.reset(longer);
  }
  return list;
}

void sign(CURL* curl, const AwsSignature& signature) {
  // Region and service are said outright: libcurl would else cut them out of the host's name.
  curl_easy_setopt(curl, CURLOPT_AWS_SIGV4, ("aws:amz:" + signature.region + ":s3").c_str());
  curl_easy_setopt(curl, CURLOPT_USERNAME, signature.access_key.c_str());
  curl_easy_setopt(curl, CURLOPT_PASSWORD, signature.secret_key.c_str());
}

void prepare(CURL* curl, const HttpRequest& request, curl_slist* headers, Exchange& exchange) {
  curl_easy_reset(curl);  // keeps the connections
  curl_easy_setopt(curl, CURLOPT_URL, request.url.c_str());
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
  curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, request.method.c_str());
  curl_easy_setopt(curl, CURLOPT_PATH_AS_IS, 1L);  // "a/../b" is the name of an object
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_TCP_KEEPALIVE, 1L);
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(request.connect_timeout.count()));
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, static_cast<long>(request.silence_timeout.count()));
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, &takeHeader);
  curl_easy_setopt(curl, CURLOPT_HEADERDATA, &exchange);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, &takeBody);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, &exchange);
  if (!request.use_proxy) curl_easy_setopt(curl, CURLOPT_NOPROXY, "*");
  if (request.new_connection) {
    curl_easy_setopt(curl, CURLOPT_FRESH_CONNECT, 1L);
    curl_easy_setopt(curl, CURLOPT_DNS_CACHE_TIMEOUT, 0L);
  }
  if (const char* bundle = std::getenv("AWS_CA_BUNDLE"); bundle != nullptr && *bundle != '\0') {
    curl_easy_setopt(curl, CURLOPT_CAINFO, bundle);
  }
  if (request.signature) sign(curl, *request.signature);
}

Url parseUrl(std::string_view text) {
  Url url(curl_url());
  if (!url) throw std::bad_alloc();
  if (curl_url_set(url.get(), CURLUPART_URL, std::string(text).c_str(), CURLU_PATH_AS_IS) != CURLUE_OK) url.reset();
  return url;
}

std::string part(const Url& url, CURLUPart which, unsigned flags = 0) {
  char* text = nullptr;
  if (curl_url_get(url.get(), which, &text, flags) != CURLUE_OK) return {};
  std::string copy(text);
  curl_free(text);
  return copy;
}

}  // namespace

std::string HttpResponse::header(const std::string& lower_case_name) const {
  const auto found = headers.find(lower_case_name);
  return found == headers.end() ? std::string() : found->second;
}

/// Handles that nobody uses at the moment, each with its open connections.
struct HttpClient::Pool {
  std::mutex mutex;
  std::vector<CurlHandle> idle;

  CurlHandle take() {
    const std::lock_guard lock(mutex);
    if (idle.empty()) {
      CurlHandle handle(curl_easy_init());
      if (!handle) throw std::bad_alloc();
      return handle;
    }
    CurlHandle handle = std::move(idle.back());
    idle.pop_back();
    return handle;
  }

  void giveBack(CurlHandle handle) {
    const std::lock_guard lock(mutex);
    idle.push_back(std::move(handle));
  }
};

HttpClient::HttpClient() : pool_(std::make_unique<Pool>()) {
  static const CURLcode initialised = curl_global_init(CURL_GLOBAL_DEFAULT);
  if (initialised != CURLE_OK) throw std::bad_alloc();
}

HttpClient::~HttpClient() = default;

HttpResponse HttpClient::send(const HttpRequest& request) {
  Exchange exchange{.response = {}, .max_bytes = request.max_bytes, .out_of_memory = false};
  const HeaderList headers = headerList(request.headers);
  CurlHandle handle = pool_->take();
  prepare(handle.get(), request, headers.get(), exchange);
  std::array<char, CURL_ERROR_SIZE> words{};
  curl_easy_setopt(handle.get(), CURLOPT_ERRORBUFFER, words.data());
  const CURLcode result = curl_easy_perform(handle.get());
  if (exchange.out_of_memory) throw std::bad_alloc();

  long status = 0;
  curl_easy_getinfo(handle.get(), CURLINFO_RESPONSE_CODE, &status);
  exchange.response.status = static_cast<int>(status);
  if (result != CURLE_OK) {
    exchange.response.failure = words[0] != '\0' ? words.data() : curl_easy_strerror(result);
  }
  curl_easy_reset(handle.get());  // forgets the key and the pointers into this call
  pool_->giveBack(std::move(handle));
  return std::move(exchange.response);
}

std::optional<std::string> resolveUrl(std::string_view page, std::string_view location) {
  const Url url = parseUrl(page);
  if (!url || curl_url_set(url.get(), CURLUPART_URL, std::string(location).c_str(), CURLU_PATH_AS_IS) != CURLUE_OK) {
    return std::nullopt;
  }
  const std::string scheme = part(url, CURLUPART_SCHEME);
  if (scheme != "http" && scheme != "https") return std::nullopt;
  return part(url, CURLUPART_URL);
}

std::optional<std::string> originOf(std::string_view text) {
  const Url url = parseUrl(text);
  if (!url || !part(url, CURLUPART_USER).empty() || !part(url, CURLUPART_PASSWORD).empty()) return std::nullopt;
  const std::string scheme = part(url, CURLUPART_SCHEME);
  if (scheme != "http" && scheme != "https") return std::nullopt;
  std::string host = part(url, CURLUPART_HOST);
  std::ranges::transform(host, host.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return scheme + "://" + host + ":" + part(url, CURLUPART_PORT, CURLU_DEFAULT_PORT);
}

}  // namespace gan
