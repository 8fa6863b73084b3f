#include "interop/s3_client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "interop/aws_environment.h"
#include "support/expect_error.h"
#include "support/fake_s3.h"

namespace gan {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class S3ClientTest : public ::testing::Test {
 protected:
  S3ClientTest() {
    environment_.set("AWS_ACCESS_KEY_ID", server_.access_key);
    environment_.set("AWS_SECRET_ACCESS_KEY", server_.secret_key);
  }

  S3Options options() {
    S3Options options;
    options.endpoint = server_.http().address();
    options.region = server_.region;
    options.first_pause = std::chrono::milliseconds(1);
    options.longest_pause = std::chrono::milliseconds(4);
    return options;
  }

  S3Object object(const std::string& key) const {
    const std::string& content = server_.objects.at(key);
    return {.key = key, .etag = FakeS3::etagOf(content), .size = content.size()};
  }

  std::vector<std::string> keys(S3Client& client, const std::string& prefix) {
    std::vector<std::string> found;
    std::string token;
    do {
      const S3Page page = client.list(prefix, token);
      for (const S3Object& each : page.objects) found.push_back(each.key);
      token = page.next_token;
    } while (!token.empty());
    return found;
  }

  AwsEnvironment environment_;
  FakeS3 server_;
};

std::string noise(std::size_t bytes) {
  std::string text(bytes, '\0');
  std::uint32_t state = 1;
  for (char& c : text) c = static_cast<char>((state = state * 1664525 + 1013904223) >> 24U);
  return text;
}

TEST_F(S3ClientTest, ListsAllPagesOfAFolder) {
  for (int i = 0; i < 25; ++i) server_.objects["train/" + std::to_string(100 + i) + ".jpg"] = "x";
  server_.objects["other/1.jpg"] = "x";
  server_.page_size = 10;
  S3Client client(server_.bucket, options());
  EXPECT_EQ(keys(client, "train/").size(), 25U);
  EXPECT_EQ(server_.http().requests(), 3);
  EXPECT_THAT(server_.faults(), IsEmpty());
}

TEST_F(S3ClientTest, SignsAndReadsOddKeys) {
  const std::vector<std::string> odd = {"a b/c+d.jpg",
                                        "a b/100%.jpg",
                                        "a b/\xE7\x8B\x97 \xC3\xA9.png",
                                        "a b/(1)&=?#;:@!$'*,.jpg",
                                        "a b/<x>\"y\"~.jpg",
                                        "a b//double",
                                        "a b/../up",
                                        "a b/%2Fnot.jpg"};
  for (const std::string& key : odd) server_.objects[key] = "content of " + key;
  S3Client client(server_.bucket, options());
  EXPECT_THAT(keys(client, "a b/"), ::testing::UnorderedElementsAreArray(odd));
  for (const std::string& key : odd) EXPECT_EQ(client.read(object(key)), "content of " + key);
  EXPECT_THAT(server_.faults(), IsEmpty());
}

TEST_F(S3ClientTest, KeepsOneConnectionForManyReads) {
  server_.objects["a.jpg"] = noise(5000);
  S3Client client(server_.bucket, options());
  for (int i = 0; i < 50; ++i) ASSERT_EQ(client.read(object("a.jpg")), server_.objects["a.jpg"]);
  EXPECT_EQ(server_.http().connections(), 1);
}

TEST_F(S3ClientTest, ReadsFromSeveralThreadsAtOnce) {
  for (int i = 0; i < 8; ++i) server_.objects[std::to_string(i)] = noise(1000 + static_cast<std::size_t>(i));
  S3Client client(server_.bucket, options());
  std::atomic<int> right = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 40; ++i) {
        const std::string key = std::to_string(i % 8);
        right += client.read(object(key)) == server_.objects.at(key) ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 160);
  EXPECT_LE(server_.http().connections(), 4);
}

TEST_F(S3ClientTest, GoesOnWhereAConnectionWasCut) {
  server_.objects["a.jpg"] = noise(100'000);
  std::vector<std::string> ranges;
  server_.first = [&](const ReceivedRequest& request) -> std::optional<FakeAnswer> {
    ranges.push_back(request.headers.contains("range") ? request.headers.at("range") : "");
    if (ranges.size() > 1) return std::nullopt;
    return FakeAnswer{.body = server_.objects["a.jpg"], .cut_after = 60'000};
  };
  S3Client client(server_.bucket, options());
  EXPECT_EQ(client.read(object("a.jpg")), server_.objects["a.jpg"]);
  EXPECT_THAT(ranges, ElementsAre("", "bytes=60000-"));
  EXPECT_THAT(server_.faults(), IsEmpty());
}

TEST_F(S3ClientTest, TakesTheWholeFromAServerWithoutRanges) {
  server_.objects["a.jpg"] = noise(1000);
  int requests = 0;
  server_.first = [&](const ReceivedRequest&) -> std::optional<FakeAnswer> {
    return FakeAnswer{.body = server_.objects["a.jpg"], .cut_after = ++requests == 1 ? 600 : std::string::npos};
  };
  S3Client client(server_.bucket, options());
  EXPECT_EQ(client.read(object("a.jpg")), server_.objects["a.jpg"]);
}

TEST_F(S3ClientTest, TriesAgainWhenTheServerIsBusy) {
  server_.objects["a.jpg"] = "content";
  int requests = 0;
  server_.first = [&](const ReceivedRequest&) -> std::optional<FakeAnswer> {
    constexpr int kAnswers[] = {500, 502, 503, 504};
    if (requests == 4) return std::nullopt;
    return FakeS3::refusal(kAnswers[requests++], "SlowDown", "Please reduce your request rate.");
  };
  S3Client client(server_.bucket, options());
  EXPECT_EQ(client.read(object("a.jpg")), "content");
}

TEST_F(S3ClientTest, SaysCodeAndRequestWhenTheServerStaysBusy) {
  server_.objects["a.jpg"] = "content";
  server_.first = [](const ReceivedRequest&) { return FakeS3::refusal(503, "SlowDown", "Reduce your request rate."); };
  S3Options few = options();
  few.attempts = 3;
  S3Client client(server_.bucket, few);
  const auto error = expectError(ErrorCode::kUnavailable, "s3_unavailable", [&] { client.read(object("a.jpg")); });
  EXPECT_THAT(error->message(), HasSubstr("503 SlowDown"));
  EXPECT_THAT(error->message(), HasSubstr("4442587FB7D0A2F9"));
  EXPECT_EQ(server_.http().requests(), 3);
}

TEST_F(S3ClientTest, SaysThatNobodyAnswers) {
  S3Options nobody = options();
  nobody.endpoint = "http://127.0.0.1:1";
  nobody.attempts = 2;
  S3Client client(server_.bucket, nobody);
  expectError(ErrorCode::kUnavailable, "s3_unreachable", [&] { client.list("", ""); });
}

TEST_F(S3ClientTest, SaysWhichRightIsMissing) {
  server_.objects["a.jpg"] = "content";
  server_.first = [](const ReceivedRequest&) { return FakeS3::refusal(403, "AccessDenied", "Access Denied"); };
  S3Client client(server_.bucket, options());
  const auto error = expectError(ErrorCode::kPermissionDenied, "s3_denied", [&] { client.read(object("a.jpg")); });
  EXPECT_THAT(error->message(), HasSubstr("s3://dogs/a.jpg"));
  EXPECT_THAT(error->message(), HasSubstr("403 AccessDenied (Access Denied; request 4442587FB7D0A2F9)"));
  EXPECT_EQ(server_.http().requests(), 1);
}

TEST_F(S3ClientTest, SaysTheRequestThatOnlyAHeaderNames) {
  server_.first = [](const ReceivedRequest&) {
    return FakeAnswer{.status = 403, .headers = {"x-amz-request-id: 7QK5V9"}, .body = ""};
  };
  S3Client client(server_.bucket, options());
  const auto error = expectError(ErrorCode::kPermissionDenied, "s3_denied", [&] { client.list("", ""); });
  EXPECT_THAT(error->message(), HasSubstr("403 (request 7QK5V9)"));
}

TEST_F(S3ClientTest, AWrongSecretIsRefusedAndNotTold) {
  environment_.set("AWS_SECRET_ACCESS_KEY", "another/secret+key");
  S3Client client(server_.bucket, options());
  const auto error = expectError(ErrorCode::kPermissionDenied, "s3_bad_credentials", [&] { client.list("", ""); });
  EXPECT_THAT(error->message(), Not(HasSubstr("another/secret+key")));
  EXPECT_THAT(server_.faults(), ElementsAre(HasSubstr("does not match")));
}

TEST_F(S3ClientTest, SaysWhichObjectIsMissing) {
  S3Client client(server_.bucket, options());
  const auto error = expectError(ErrorCode::kNotFound, "s3_not_found",
                                 [&] { client.read({.key = "gone.jpg", .etag = "\"1\"", .size = 3}); });
  EXPECT_THAT(error->message(), HasSubstr("404 NoSuchKey"));
}

TEST_F(S3ClientTest, NoticesAnObjectThatChanged) {
  server_.objects["a.jpg"] = "old";
  const S3Object listed = object("a.jpg");
  server_.objects["a.jpg"] = "new";
  S3Client client(server_.bucket, options());
  expectError(ErrorCode::kFailedPrecondition, "s3_changed", [&] { client.read(listed); });
}

TEST_F(S3ClientTest, RefusesAnObjectOfAnotherSize) {
  server_.objects["a.jpg"] = noise(100'000);
  S3Client client(server_.bucket, options());
  for (const std::uint64_t size : {10U, 99'999U, 100'001U}) {
    S3Object lying = object("a.jpg");
    lying.size = size;
    expectError(ErrorCode::kDataLoss, "s3_wrong_size", [&] { client.read(lying); });
  }
}

TEST_F(S3ClientTest, SignsForTheRegionThatTheServerNamesOnce) {
  server_.objects["a.jpg"] = "content";
  server_.first = [&](const ReceivedRequest& request) -> std::optional<FakeAnswer> {
    if (request.headers.at("authorization").find("/us-west-2/") == std::string::npos) return std::nullopt;
    return FakeS3::refusal(400, "AuthorizationHeaderMalformed", "the region 'us-west-2' is wrong",
                           "<Region>eu-central-1</Region>");
  };
  S3Options wrong = options();
  wrong.region = "us-west-2";
  S3Client client(server_.bucket, wrong);
  EXPECT_EQ(client.read(object("a.jpg")), "content");
  EXPECT_EQ(client.read(object("a.jpg")), "content");
  EXPECT_EQ(server_.http().requests(), 3);
}

TEST_F(S3ClientTest, StopsWhenAServerNamesRegionAfterRegion) {
  int requests = 0;
  server_.first = [&](const ReceivedRequest&) -> std::optional<FakeAnswer> {
    FakeAnswer answer = FakeS3::refusal(301, "PermanentRedirect", "elsewhere");
    answer.headers.push_back("x-amz-bucket-region: region-" + std::to_string(++requests));
    return answer;
  };
  S3Client client(server_.bucket, options());
  expectError(ErrorCode::kFailedPrecondition, "s3_wrong_region", [&] { client.list("", ""); });
  EXPECT_EQ(requests, 2);
}

TEST_F(S3ClientTest, RedirectsCarryNoCredentialsToAnotherHost) {
  server_.objects["a.jpg"] = "content";
  environment_.set("AWS_SESSION_TOKEN", "session");
  std::map<std::string, std::string> seen;
  FakeHttp other([&](const ReceivedRequest& request) {
    seen = request.headers;
    return FakeAnswer{.body = "content"};
  });
  server_.first = [&](const ReceivedRequest&) {
    return FakeAnswer{.status = 307, .headers = {"Location: " + other.address() + "/dogs/a.jpg"}};
  };
  S3Client client(server_.bucket, options());
  EXPECT_EQ(client.read(object("a.jpg")), "content");
  ASSERT_TRUE(seen.contains("host"));
  EXPECT_FALSE(seen.contains("authorization"));
  EXPECT_FALSE(seen.contains("x-amz-security-token"));
}

TEST_F(S3ClientTest, RedirectsOnTheSameHostAreSigned) {
  server_.objects["a.jpg"] = "content";
  server_.first = [&](const ReceivedRequest& request) -> std::optional<FakeAnswer> {
    if (request.path != "/dogs/b.jpg") return std::nullopt;
    return FakeAnswer{.status = 307, .headers = {"Location: /dogs/a.jpg"}};
  };
  S3Client client(server_.bucket, options());
  EXPECT_EQ(client.read({.key = "b.jpg", .etag = "", .size = 7}), "content");
  EXPECT_THAT(server_.faults(), IsEmpty());
}

TEST_F(S3ClientTest, ACircleOfRedirectsEnds) {
  server_.first = [&](const ReceivedRequest&) {
    return FakeAnswer{.status = 302, .headers = {"Location: /dogs/again"}};
  };
  S3Client client(server_.bucket, options());
  expectError(ErrorCode::kUnsupported, "s3_refused", [&] { client.list("", ""); });
  EXPECT_LE(server_.http().requests(), 5);
}

TEST_F(S3ClientTest, AnonymousRequestsAreNotSigned) {
  server_.objects["a.jpg"] = "content";
  server_.is_public = true;
  bool signed_once = false;
  server_.first = [&](const ReceivedRequest& request) -> std::optional<FakeAnswer> {
    signed_once = signed_once || request.headers.contains("authorization");
    return std::nullopt;
  };
  S3Options anonymous = options();
  anonymous.anonymous = true;
  S3Client client(server_.bucket, anonymous);
  EXPECT_EQ(client.read(object("a.jpg")), "content");
  EXPECT_FALSE(signed_once);
}

TEST_F(S3ClientTest, TakesAnEndpointWithoutPathOrPasswordOnly) {
  for (const char* endpoint :
       {"http://user:secret@host", "ftp://host", "http://host/path", "http://host?x=1", "http://"}) {
    S3Options bad = options();
    bad.endpoint = endpoint;
    const auto error = expectError(ErrorCode::kInvalidArgument, "s3_bad_endpoint", [&] { S3Client("dogs", bad); });
    EXPECT_THAT(error->message(), Not(HasSubstr("secret")));
  }
}

}  // namespace
}  // namespace gan
