#include "interop/s3_client.h"

#include <algorithm>
#include <charconv>
#include <mutex>
#include <optional>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/log.h"
#include "interop/aws_credentials.h"
#include "interop/aws_profile.h"
#include "interop/http_client.h"
#include "interop/s3_address.h"
#include "interop/s3_endpoint.h"

namespace gan {

namespace {

constexpr std::uint64_t kMaxPageBytes = 16U << 20U;
constexpr std::uint64_t kMaxRefusalBytes = 65536;
constexpr int kMaxRedirects = 3;

std::string chooseRegion(const S3Options& options) {
  std::string region = options.region;
  for (const char* variable : {"AWS_REGION", "AWS_DEFAULT_REGION"}) {
    if (region.empty()) region = environmentValue(variable);
  }
  if (region.empty() && (!options.anonymous || !options.profile.empty())) {
    const AwsProfile profile = loadAwsProfile(options.profile);
    if (const auto found = profile.find("region"); found != profile.end()) region = found->second;
  }
  if (region.empty()) region = "us-east-1";
  if (!isRegionName(region)) {
    throw Error(ErrorCode::kInvalidArgument, "s3_bad_region",
                "{region} is not the name of an AWS region. Set data.s3_region to one such as eu-central-1.",
                {{"region", region}});
  }
  return region;
}

/// What one call wants; the same for each of its attempts.
struct Wanted {
  std::string key;
  std::string query;
  std::string etag;
  std::optional<std::uint64_t> length;  ///< Of an object; a page may be as long as it likes, up to kMaxPageBytes.
};

bool isPassing(int status, const std::string& code) {
  constexpr int kPassing[] = {408, 429, 500, 502, 503, 504};
  return std::ranges::find(kPassing, status) != std::end(kPassing) || code == "RequestTimeout" || code == "SlowDown";
}

bool isExpired(const std::string& code) { return code == "ExpiredToken" || code == "TokenRefreshRequired"; }

/// "bytes 5-9/100" -> 5; nothing for anything else.
std::optional<std::uint64_t> firstByte(const std::string& content_range) {
  constexpr std::string_view kUnit = "bytes ";
  if (!content_range.starts_with(kUnit)) return std::nullopt;
  std::uint64_t first = 0;
  const char* begin = content_range.data() + kUnit.size();
  const char* end = content_range.data() + content_range.size();
  const auto [rest, error] = std::from_chars(begin, end, first);
  if (error != std::errc() || rest == end || *rest != '-') return std::nullopt;
  return first;
}

/// "403 AccessDenied (Access Denied; request 4442587FB7D0A2F9)", as far as the server said so.
std::string describe(int status, const S3Refusal& refusal) {
  constexpr std::size_t kMaxMessage = 300;
  std::string text = std::to_string(status);
  if (!refusal.code.empty()) text += " " + refusal.code.substr(0, kMaxMessage);
  std::string details = refusal.message.substr(0, kMaxMessage);
  if (!refusal.request_id.empty()) {
    details += (details.empty() ? "request " : "; request ") + refusal.request_id.substr(0, kMaxMessage);
  }
  return details.empty() ? text : text + " (" + details + ")";
}

}  // namespace

class S3Client::Impl {
 public:
  Impl(std::string bucket, S3Options options)
      : bucket_(std::move(bucket)),
        options_(std::move(options)),
        endpoint_(bucket_, options_),
        endpoint_text_(endpoint_.text()),
        credentials_(options_.profile, http_),
        region_(chooseRegion(options_)) {}

  std::string fetch(const Wanted& wanted);
  const std::string& endpointText() const { return endpoint_text_; }
  std::string nameOf(const Wanted& wanted) const { return "s3://" + bucket_ + "/" + wanted.key; }

 private:
  /// How far one call has come.
  struct Call {
    std::string body;    ///< What earlier attempts brought.
    std::string region;  ///< Of the last request, as is the next.
    std::string url;
    std::shared_ptr<const AwsCredentials> credentials;
    std::string redirected_url;
    bool elsewhere = false;  ///< The redirect left the host: nothing is signed any more.
    bool renewed = false;
    int redirects = 0;
    int attempt = 0;
    std::string last_failure;
    bool answered = false;  ///< The last failure is an answer of the server's.
  };

  HttpResponse send(const Wanted& wanted, Call& call);
  bool takeBody(const Wanted& wanted, HttpResponse& response, Call& call) const;
  bool correct(const HttpResponse& response, const S3Refusal& refusal, Call& call);
  bool correctRegion(const HttpResponse& response, const S3Refusal& refusal, const Call& call);
  bool redirect(const HttpResponse& response, Call& call) const;
  void pause(int attempt) const;
  std::string region() const;
  [[noreturn]] void throwRefused(const Wanted& wanted, int status, const S3Refusal& refusal) const;
  [[noreturn]] void throwGivenUp(const Wanted& wanted, const Call& call) const;

  const std::string bucket_;
  const S3Options options_;
  const S3Endpoint endpoint_;
  const std::string endpoint_text_;
  HttpClient http_;
  AwsCredentialSource credentials_;
  mutable std::mutex mutex_;
  std::string region_;  ///< Guarded by mutex_, as is the next.
  bool region_corrected_ = false;
};

std::string S3Client::Impl::region() const {
  const std::lock_guard lock(mutex_);
  return region_;
}

void S3Client::Impl::pause(int attempt) const {
  // Jitter over the whole pause keeps many readers from coming back at the same moment.
  thread_local std::minstd_rand random(std::random_device{}());
  const auto longest =
      std::min<std::int64_t>(options_.longest_pause.count(), options_.first_pause.count() << std::min(attempt, 16));
  std::this_thread::sleep_for(
      std::chrono::milliseconds(std::uniform_int_distribution<std::int64_t>(longest / 4, longest)(random)));
}

HttpResponse S3Client::Impl::send(const Wanted& wanted, Call& call) {
  HttpRequest request;
  call.region = region();
  call.url = call.redirected_url.empty() ? endpoint_.url(call.region, wanted.key, wanted.query) : call.redirected_url;
  request.url = call.url;
  request.connect_timeout = options_.connect_timeout;
  request.silence_timeout = options_.silence_timeout;
  request.new_connection = !call.last_failure.empty();
  if (!wanted.etag.empty()) request.headers.push_back("If-Match: " + wanted.etag);
  if (!call.body.empty()) request.headers.push_back("Range: bytes=" + std::to_string(call.body.size()) + "-");
  request.max_bytes = wanted.length ? std::max(*wanted.length, kMaxRefusalBytes) : kMaxPageBytes;
  if (!options_.anonymous && !call.elsewhere) {
    call.credentials = credentials_.get();
    request.signature = AwsSignature{
        .region = call.region, .access_key = call.credentials->access_key, .secret_key = call.credentials->secret_key};
    request.headers.emplace_back("x-amz-content-sha256: UNSIGNED-PAYLOAD");
    if (!call.credentials->session_token.empty()) {
      request.headers.push_back("x-amz-security-token: " + call.credentials->session_token);
    }
  }
  return http_.send(request);
}

/// Returns whether the call has all that it wanted.
bool S3Client::Impl::takeBody(const Wanted& wanted, HttpResponse& response, Call& call) const {
  if (response.status == 206 && firstByte(response.header("content-range")) == call.body.size()) {
    call.body += response.body;
  } else if (response.status == 200) {
    call.body = std::move(response.body);  // a server without ranges begins at the beginning
  } else {
    call.body.clear();
    call.last_failure = "the server answered with another part than was asked for";
    return false;
  }
  const bool too_long = response.too_large || (wanted.length && call.body.size() > *wanted.length);
  if (response.whole() && (!wanted.length || call.body.size() == *wanted.length)) return true;
  if (response.whole() || too_long) {
    throw Error(ErrorCode::kDataLoss, "s3_wrong_size",
                "{object} was announced with {expected} bytes, but {server} sent {found}. List it anew with "
                "data.s3_listing_hours=0; if that does not help, upload it again.",
                {{"object", nameOf(wanted)},
                 {"expected", std::to_string(wanted.length.value_or(kMaxPageBytes))},
                 {"server", endpoint_text_},
                 {"found", too_long ? "more" : std::to_string(call.body.size())}});
  }
  // Without an ETag nothing holds the parts of two answers together.
  if (!wanted.length || wanted.etag.empty()) call.body.clear();
  call.last_failure = response.failure;
  return false;
}

/// Returns whether the same request is to be sent another way, which is no further attempt.
bool S3Client::Impl::correct(const HttpResponse& response, const S3Refusal& refusal, Call& call) {
  if (isExpired(refusal.code) && call.credentials && !call.renewed) {
    call.renewed = true;
    credentials_.forget(call.credentials);
    return true;
  }
  return correctRegion(response, refusal, call) || redirect(response, call);
}

bool S3Client::Impl::correctRegion(const HttpResponse& response, const S3Refusal& refusal, const Call& call) {
  if (response.status != 301 && response.status != 307 && response.status != 400 && response.status != 403)
    return false;
  std::string right = response.header("x-amz-bucket-region");
  if (right.empty()) right = refusal.region;
  if (!isRegionName(right) || right == call.region) return false;
  const std::lock_guard lock(mutex_);
  if (region_ == right) return true;  // another thread was told already
  if (region_corrected_) {
    throw Error(
        ErrorCode::kFailedPrecondition, "s3_wrong_region",
        "{server} names {second} as the region of {bucket}, but had named {first} before. Set data.s3_region to the "
        "bucket's region.",
        {{"server", endpoint_text_}, {"second", right}, {"bucket", bucket_}, {"first", region_}});
  }
  region_ = right;
  region_corrected_ = true;
  log::info("s3://" + bucket_ + " is in the region " + right + ", not in " + call.region + ". data.s3_region=" + right +
            " saves asking.");
  return true;
}

bool S3Client::Impl::redirect(const HttpResponse& response, Call& call) const {
  constexpr int kRedirects[] = {301, 302, 303, 307, 308};
  const std::string location = response.header("location");
  if (std::ranges::find(kRedirects, response.status) == std::end(kRedirects) || location.empty() ||
      ++call.redirects > kMaxRedirects) {
    return false;
  }
  const auto target = resolveUrl(call.url, location);
  const auto from = originOf(call.url);
  const auto to = target ? originOf(*target) : std::nullopt;
  if (!from || !to || (from->starts_with("https:") && !to->starts_with("https:"))) return false;
  call.elsewhere = call.elsewhere || *from != *to;
  call.redirected_url = *target;
  return true;
}

void S3Client::Impl::throwRefused(const Wanted& wanted, int status, const S3Refusal& refusal) const {
  const std::vector<ErrorArgument> arguments = {
      {"object", nameOf(wanted)}, {"server", endpoint_text_}, {"answer", describe(status, refusal)}};
  const std::string& code = refusal.code;
  if (code == "RequestTimeTooSkewed") {
    throw Error(
        ErrorCode::kPermissionDenied, "s3_clock_differs",
        "{object}: {server} answered {answer}. This machine's clock is off by more than 15 minutes; set it right.",
        arguments);
  }
  constexpr std::string_view kCredentialCodes[] = {"InvalidAccessKeyId", "SignatureDoesNotMatch", "InvalidToken",
                                                   "ExpiredToken", "TokenRefreshRequired"};
  if (std::ranges::find(kCredentialCodes, code) != std::end(kCredentialCodes)) {
    throw Error(
        ErrorCode::kPermissionDenied, "s3_bad_credentials",
        "{object}: {server} answered {answer}. The credentials are wrong or too old for this server: renew them, or "
        "name others with data.s3_profile.",
        arguments);
  }
  if (status == 401 || status == 403) {
    throw Error(
        ErrorCode::kPermissionDenied, "s3_denied",
        "{object}: {server} answered {answer}. Reading needs the rights s3:ListBucket and s3:GetObject: ask for "
        "them, name other credentials with data.s3_profile, or set data.s3_anonymous for a public bucket.",
        arguments);
  }
  if (status == 404) {
    throw Error(
        ErrorCode::kNotFound, "s3_not_found",
        "{object}: {server} answered {answer}. Check the bucket, the folder and data.s3_endpoint; if the object was "
        "removed since it was listed, set data.s3_listing_hours=0.",
        arguments);
  }
  if (status == 412) {
    throw Error(
        ErrorCode::kFailedPrecondition, "s3_changed",
        "{object} has changed since it was listed: {server} answered {answer}. Set data.s3_listing_hours=0 to list "
        "anew, and start a new run with the new images.",
        arguments);
  }
  throw Error(ErrorCode::kUnsupported, "s3_refused",
              "{object}: {server} answered {answer}. Check data.s3_endpoint, data.s3_region and data.s3_path_style.",
              arguments);
}

void S3Client::Impl::throwGivenUp(const Wanted& wanted, const Call& call) const {
  const std::vector<ErrorArgument> arguments = {{"object", nameOf(wanted)},
                                                {"server", endpoint_text_},
                                                {"attempts", std::to_string(call.attempt)},
                                                {"reason", call.last_failure}};
  if (call.answered) {
    throw Error(
        ErrorCode::kUnavailable, "s3_unavailable",
        "{object}: {server} did not serve it in {attempts} attempts; the last answer was {reason}. Try again later, "
        "or with fewer data.workers.",
        arguments);
  }
  throw Error(
      ErrorCode::kUnavailable, "s3_unreachable",
      "{object}: it could not be read from {server} in {attempts} attempts; the last one failed with: {reason}. Check "
      "the network, data.s3_endpoint and data.s3_region.",
      arguments);
}

std::string S3Client::Impl::fetch(const Wanted& wanted) {
  Call call;
  while (true) {
    HttpResponse response = send(wanted, call);
    call.answered = response.status >= 300;
    if (call.answered) {
      S3Refusal refusal = parseS3Refusal(response.body);
      if (refusal.request_id.empty()) refusal.request_id = response.header("x-amz-request-id");
      if (correct(response, refusal, call)) continue;
      if (!isPassing(response.status, refusal.code)) throwRefused(wanted, response.status, refusal);
      call.last_failure = describe(response.status, refusal);
    } else if (response.status == 0) {
      call.last_failure = response.failure;
    } else if (takeBody(wanted, response, call)) {
      return std::move(call.body);
    }
    if (++call.attempt >= options_.attempts) throwGivenUp(wanted, call);
    pause(call.attempt);
  }
}

S3Client::S3Client(std::string bucket, S3Options options)
    : impl_(std::make_unique<Impl>(std::move(bucket), std::move(options))) {}

S3Client::~S3Client() = default;

S3Page S3Client::list(std::string_view prefix, std::string_view token) {
  // In the order of their names: libcurl signs a query as it stands.
  std::string query = "encoding-type=url&list-type=2&max-keys=1000&prefix=" + percentEncode(prefix);
  if (!token.empty()) query.insert(0, "continuation-token=" + percentEncode(token) + "&");
  const Wanted wanted{.key = {}, .query = query, .etag = {}, .length = std::nullopt};
  return parseS3Page(impl_->fetch(wanted), impl_->nameOf(wanted) + std::string(prefix));
}

std::string S3Client::read(const S3Object& object) {
  return impl_->fetch({.key = object.key, .query = {}, .etag = object.etag, .length = object.size});
}

const std::string& S3Client::endpointText() const { return impl_->endpointText(); }

}  // namespace gan
