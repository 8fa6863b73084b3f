#include "protocol/token.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "command.h"
#include "protocol/run_client.h"
#include "protocol/studio.pb.h"
#include "remote.h"
#include "service/fake_run.h"
#include "support/expect_error.h"

namespace gan::app {
namespace {

/// Carries out `gan-engine token WORDS`.
Result tokenCommand(const std::string& words) {
  CLI::App app;
  Invocation invocation;
  addToken(app, invocation);
  app.parse("token " + words);
  return invocation.run();
}

TEST(TokenCommand, MakesOneThatOpensTheRunFromItsTarget) {
  FakeRun run;
  FakeSink sink;
  FakeEngine engine(run, &sink, {.listen = "127.0.0.1:0"});
  const Result made = tokenCommand(run.path().string() + " --steer");
  EXPECT_EQ(made.facts.at("role"), "steer");
  EXPECT_EQ(made.facts.at("renews"), true);
  EXPECT_NE(made.text.find(made.facts.at("fingerprint").get<std::string>()), std::string::npos);
  const std::string target = made.facts.at("target");
  ::setenv("XDG_CONFIG_HOME", run.temporary().c_str(), 1);
  ASSERT_EQ(::setenv("GAN_TOKEN", made.facts.at("token").get<std::string>().c_str(), 1), 0);
  RunClient client(answeringTarget(target));
  ::unsetenv("GAN_TOKEN");
  ::unsetenv("XDG_CONFIG_HOME");
  EXPECT_EQ(client.run().role(), ganstudio::v1::ROLE_STEER);
  tokenCommand(run.path().string() + " --revoke " + made.facts.at("id").get<std::string>());
  expectError(ErrorCode::kPermissionDenied, "token_wrong", [&] { client.run(); });
}

TEST(TokenCommand, MakesOneForWatchingWithAnEndBeforeAnyEngineListens) {
  FakeRun run;
  const Result made = tokenCommand(run.path().string() + " --for 8h");
  EXPECT_EQ(made.facts.at("role"), "watch");
  EXPECT_EQ(made.facts.at("renews"), false);
  EXPECT_FALSE(made.facts.contains("target"));
  EXPECT_NE(made.text.find("--listen"), std::string::npos) << made.text;
  const std::vector<Token> tokens = readTokens(run.folder().access()).tokens;
  ASSERT_EQ(tokens.size(), 1U);
  EXPECT_NEAR(tokens[0].expires_unix_seconds, unixSeconds() + 8 * 3600, 60);
  FakeEngine engine(run, nullptr, {.listen = "127.0.0.1:0"});
  const Target target{
      .text = "tls://" + engine.server().tcpAddress() + "#" + made.facts.at("fingerprint").get<std::string>(),
      .token = made.facts.at("token").get<std::string>()};
  EXPECT_EQ(RunClient(target).run().role(), ganstudio::v1::ROLE_WATCH)
      << "the engine has the certificate that was told";
}

TEST(TokenCommand, ListsThemWithoutTheirSecrets) {
  FakeRun run;
  const Result first = tokenCommand(run.path().string());
  const Result second = tokenCommand(run.path().string() + " --steer --for 30m");
  const Result list = tokenCommand(run.path().string() + " --list");
  ASSERT_EQ(list.facts.at("tokens").size(), 2U);
  for (const Result* made : {&first, &second}) {
    const std::string secret = made->facts.at("token");
    EXPECT_EQ(list.text.find(secret), std::string::npos);
    EXPECT_EQ(list.facts.dump().find(secret), std::string::npos);
    EXPECT_NE(list.text.find(made->facts.at("id").get<std::string>()), std::string::npos) << list.text;
  }
}

TEST(TokenCommand, RefusesByNameATimeThatIsNoneAndATokenThatIsNotThere) {
  FakeRun run;
  for (const char* text : {"8", "h", "-1h", "0h", "8 h", "8hours", "367d", "99999999999999999999d", "1.5h"}) {
    expectError(ErrorCode::kInvalidArgument, "lifetime_invalid",
                [&] { tokenCommand(run.path().string() + " --for=\"" + text + "\""); });
  }
  EXPECT_TRUE(readTokens(run.folder().access()).tokens.empty());
  expectError(ErrorCode::kNotFound, "token_not_found",
              [&] { tokenCommand(run.path().string() + " --revoke 01234567"); });
  expectError(ErrorCode::kNotFound, "run_not_found", [&] { tokenCommand(run.temporary().string()); });
}

}  // namespace
}  // namespace gan::app
