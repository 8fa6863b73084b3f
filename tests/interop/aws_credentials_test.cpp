#include "interop/aws_credentials.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "interop/aws_environment.h"
#include "interop/aws_profile.h"
#include "support/expect_error.h"
#include "support/fake_http.h"

namespace gan {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class AwsCredentialsTest : public ::testing::Test {
 protected:
  void write(const char* name, const std::string& text) { std::ofstream(environment_.folder / name) << text; }

  AwsEnvironment environment_;
  HttpClient http_;
};

TEST_F(AwsCredentialsTest, EnvironmentComesFirst) {
  environment_.set("AWS_ACCESS_KEY_ID", "FROMENV");
  environment_.set("AWS_SECRET_ACCESS_KEY", "secret");
  write("credentials", "[default]\naws_access_key_id = FROMFILE\naws_secret_access_key = other\n");
  EXPECT_EQ(AwsCredentialSource("", http_).get()->access_key, "FROMENV");
}

TEST_F(AwsCredentialsTest, AProfileAskedForByNameComesBeforeTheEnvironment) {
  environment_.set("AWS_ACCESS_KEY_ID", "FROMENV");
  environment_.set("AWS_SECRET_ACCESS_KEY", "secret");
  write("credentials", "# mine\n[work]\naws_access_key_id=FROMFILE\naws_secret_access_key = a=b/c+d\n\n[default]\n");
  const auto found = AwsCredentialSource("work", http_).get();
  EXPECT_EQ(found->access_key, "FROMFILE");
  EXPECT_EQ(found->secret_key, "a=b/c+d");
}

TEST_F(AwsCredentialsTest, ReadsAConfigFilesSections) {
  AwsProfile profile;
  EXPECT_TRUE(
      readAwsProfile("[default]\nregion = us-east-1\n[profile two]\nregion=eu-west-3\ns3 =\n  region = nested\n", "two",
                     true, profile));
  EXPECT_EQ(profile["region"], "eu-west-3");
  EXPECT_FALSE(readAwsProfile("[two]\nregion = us-east-1\n", "two", true, profile));
}

TEST_F(AwsCredentialsTest, SaysWhichProfileIsMissing) {
  const auto error =
      expectError(ErrorCode::kNotFound, "s3_profile_missing", [&] { AwsCredentialSource("nobody", http_).get(); });
  EXPECT_THAT(error->message(), HasSubstr("nobody"));
}

TEST_F(AwsCredentialsTest, SaysWhereItLooked) {
  expectError(ErrorCode::kNotFound, "s3_no_credentials", [&] { AwsCredentialSource("", http_).get(); });
}

TEST_F(AwsCredentialsTest, SaysHowToUseAProfileThatOnlyAwsToolsUnderstand) {
  write("config", "[profile sso]\nsso_session = corp\n");
  expectError(ErrorCode::kUnsupported, "s3_profile_unsupported", [&] { AwsCredentialSource("sso", http_).get(); });
}

TEST_F(AwsCredentialsTest, RunsACredentialProcessAgainBeforeItsKeysExpire) {
  const std::string count = (environment_.folder / "count").string();
  write("config", "[profile run]\ncredential_process = echo x >> " + count +
                      R"(; echo '{"Version":1,"AccessKeyId":"P","SecretAccessKey":"s","SessionToken":"t",)"
                      R"("Expiration":"2020-01-01T00:00:00Z"}')"
                      "\n");
  AwsCredentialSource source("run", http_);
  EXPECT_EQ(source.get()->session_token, "t");
  source.get();
  EXPECT_EQ(std::filesystem::file_size(count), 4U);
}

TEST_F(AwsCredentialsTest, ACredentialProcessThatFailsIsNotQuoted) {
  write("config", "[profile run]\ncredential_process = echo my-secret; exit 3\n");
  const auto error = expectError(ErrorCode::kFailedPrecondition, "s3_credential_process",
                                 [&] { AwsCredentialSource("run", http_).get(); });
  EXPECT_THAT(error->message(), HasSubstr("code 3"));
  EXPECT_THAT(error->message(), Not(HasSubstr("my-secret")));
}

TEST_F(AwsCredentialsTest, AsksTheMachineForItsRoleWithAToken) {
  FakeHttp metadata([](const ReceivedRequest& request) -> FakeAnswer {
    if (request.path == "/latest/api/token") {
      const bool right = request.method == "PUT" && request.headers.contains("x-aws-ec2-metadata-token-ttl-seconds");
      return {.status = right ? 200 : 400, .body = "TOKEN=="};
    }
    const auto token = request.headers.find("x-aws-ec2-metadata-token");
    if (token == request.headers.end() || token->second != "TOKEN==") return {.status = 401};
    const std::string base = "/latest/meta-data/iam/security-credentials/";
    if (request.path == base) return {.body = "trainer"};
    if (request.path != base + "trainer") return {.status = 404};
    return {.body = R"({"Code":"Success","AccessKeyId":"ROLE","SecretAccessKey":"s","Token":"t",)"
                    R"("Expiration":"2099-01-01T00:00:00Z"})"};
  });
  environment_.set("AWS_EC2_METADATA_DISABLED", std::nullopt);
  environment_.set("AWS_EC2_METADATA_SERVICE_ENDPOINT", metadata.address());
  AwsCredentialSource source("", http_);
  EXPECT_EQ(source.get()->access_key, "ROLE");
  EXPECT_EQ(source.get()->session_token, "t");
  EXPECT_EQ(metadata.requests(), 3);
}

TEST_F(AwsCredentialsTest, KeysThatWouldBeginAnotherHeaderAreRefused) {
  EXPECT_TRUE(parseAwsCredentials(R"({"AccessKeyId":"A","SecretAccessKey":"s"})"));
  EXPECT_FALSE(parseAwsCredentials(R"({"AccessKeyId":"A\r\nX: y","SecretAccessKey":"s"})"));
  EXPECT_FALSE(parseAwsCredentials(R"({"AccessKeyId":"A","SecretAccessKey":"s","Token":"t\n"})"));
  EXPECT_FALSE(parseAwsCredentials(R"({"AccessKeyId":"A"})"));
  EXPECT_FALSE(parseAwsCredentials("[]"));
  EXPECT_FALSE(parseAwsCredentials("{"));
}

}  // namespace
}  // namespace gan
