#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <vector>

#include "core/atomic_file.h"
#include "core/host_name.h"
#include "core/units.h"
#include "protocol/connection.h"
#include "protocol/endpoint.h"
#include "protocol/private_folder.h"
#include "protocol/run_client.h"
#include "protocol/studio.pb.h"
#include "protocol/token.h"
#include "protocol/version.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

unsigned modeOf(const std::filesystem::path& path) {
  struct stat info {};
  EXPECT_EQ(::lstat(path.c_str(), &info), 0) << path;
  return info.st_mode & 07777U;
}

TEST(PrivateFolder, IsMadeForItsOwnerAloneAndClosedWhenItWasOpen) {
  const TemporaryFolder temporary;
  ensurePrivateFolder(temporary / "a");
  EXPECT_EQ(modeOf(temporary / "a"), 0700U);
  ASSERT_EQ(::chmod((temporary / "a").c_str(), 0755), 0);
  ensurePrivateFolder(temporary / "a");
  EXPECT_EQ(modeOf(temporary / "a"), 0700U);
}

TEST(PrivateFolder, IsNotReachedThroughALinkThatSomebodyLaidThere) {
  const TemporaryFolder temporary;
  std::filesystem::create_directory(temporary / "theirs");
  std::filesystem::create_directory_symlink(temporary / "theirs", temporary / "a");
  expectError(ErrorCode::kPermissionDenied, "folder_not_private", [&] { ensurePrivateFolder(temporary / "a"); });
}

TEST(PrivateFolder, OfSomebodyElseIsRefused) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a folder away";
  const TemporaryFolder temporary;
  std::filesystem::create_directory(temporary / "a");
  ASSERT_EQ(::chown((temporary / "a").c_str(), 65534, 65534), 0);
  expectError(ErrorCode::kPermissionDenied, "folder_not_private", [&] { ensurePrivateFolder(temporary / "a"); });
}

TEST(Token, IsReadBackAndItsFileIsClosedToOthers) {
  const TemporaryFolder temporary;
  const Token token = makeToken(Role::kSteer, std::chrono::hours(1));
  writeToken(temporary / "access", token);
  EXPECT_EQ(modeOf(temporary / "access"), 0700U);
  EXPECT_EQ(modeOf(tokenFile(temporary / "access", Role::kSteer)), 0600U);
  const auto read = readToken(temporary / "access", Role::kSteer);
  ASSERT_TRUE(read);
  EXPECT_TRUE(sameSecret(*read, token.secret));
  EXPECT_NEAR(read->expires_unix_seconds, unixSeconds() + 3600, 60);
  EXPECT_FALSE(readToken(temporary / "access", Role::kWatch));
}

TEST(Token, Has256BitsThatNeverRepeat) {
  std::set<std::string> secrets;
  for (int i = 0; i < 100; ++i) secrets.insert(makeToken(Role::kWatch, std::chrono::hours(1)).secret);
  EXPECT_EQ(secrets.size(), 100U);
  EXPECT_EQ(secrets.begin()->size(), 64U);
}

TEST(Token, IsNotMatchedByAnyOtherText) {
  const Token token = makeToken(Role::kSteer, std::chrono::hours(1));
  EXPECT_FALSE(sameSecret(token, ""));
  EXPECT_FALSE(sameSecret(token, token.secret.substr(1)));
  EXPECT_FALSE(sameSecret(token, token.secret + "0"));
  std::string other = token.secret;
  other.back() = other.back() == '0' ? '1' : '0';
  EXPECT_FALSE(sameSecret(token, other));
  EXPECT_FALSE(sameSecret(Token{}, ""));
}

TEST(Token, ThatOthersMayReadIsRefused) {
  const TemporaryFolder temporary;
  writeToken(temporary / "access", makeToken(Role::kSteer, std::chrono::hours(1)));
  ASSERT_EQ(::chmod(tokenFile(temporary / "access", Role::kSteer).c_str(), 0640), 0);
  expectError(ErrorCode::kPermissionDenied, "file_not_private", [&] { readToken(temporary / "access", Role::kSteer); });
  const TokensRead read = readTokens(temporary / "access");
  EXPECT_TRUE(read.tokens.empty());
  EXPECT_TRUE(read.failure);
}

TEST(Token, OfSeveralEachIsRevokedByItself) {
  const TemporaryFolder temporary;
  const auto access = temporary / "access";
  const Token first = makeExtraToken(Role::kWatch, std::chrono::hours(1), Renewal::kNone);
  const Token second = makeExtraToken(Role::kSteer, std::chrono::hours(1), Renewal::kWhileServed);
  addToken(access, first);
  addToken(access, second);
  ASSERT_EQ(readTokens(access).tokens.size(), 2U);
  revokeToken(access, first.id);
  const TokensRead left = readTokens(access);
  ASSERT_EQ(left.tokens.size(), 1U);
  EXPECT_EQ(left.tokens[0].id, second.id);
  EXPECT_EQ(left.tokens[0].role, Role::kSteer);
  EXPECT_EQ(left.tokens[0].renewed_for_seconds, 3600);
  for (const std::string& id : {first.id, std::string("../access/") + second.id, std::string()}) {
    expectError(ErrorCode::kNotFound, "token_not_found", [&] { revokeToken(access, id); });
  }
}

TEST(Token, AreLimitedInNumberAndThoseThatExpiredMakeRoom) {
  const TemporaryFolder temporary;
  const auto access = temporary / "access";
  for (std::size_t i = 1; i < kMostTokens; ++i) {
    addToken(access, makeExtraToken(Role::kWatch, std::chrono::hours(1), Renewal::kNone));
  }
  addToken(access, makeExtraToken(Role::kWatch, std::chrono::seconds(-1), Renewal::kNone));
  const Token last = makeExtraToken(Role::kWatch, std::chrono::hours(1), Renewal::kNone);
  addToken(access, last);
  EXPECT_EQ(readTokens(access).tokens.size(), kMostTokens);
  expectError(ErrorCode::kResourceExhausted, "tokens_too_many",
              [&] { addToken(access, makeExtraToken(Role::kWatch, std::chrono::hours(1), Renewal::kNone)); });
  EXPECT_NO_THROW(addToken(access, last)) << "it replaces itself";
}

TEST(Token, RenewsItselfUntilItHasExpiredWhereItSaysSo) {
  const TemporaryFolder temporary;
  const auto access = temporary / "access";
  const auto add = [&](double expires_in, double renewed_for) {
    Token token = makeExtraToken(Role::kWatch, std::chrono::hours(0), Renewal::kNone);
    token.expires_unix_seconds = unixSeconds() + expires_in;
    token.renewed_for_seconds = renewed_for;
    writeToken(access, token);
    return token;
  };
  const Token renewed = add(60, 7200);
  const Token fixed = add(60, 0);
  const Token over = add(-1, 7200);
  const Token fresh = add(7000, 7200);
  renewTokens(access);
  const auto expiryOf = [&](const Token& wanted) {
    const std::vector<Token> tokens = readTokens(access).tokens;
    const auto found = std::ranges::find(tokens, wanted.id, &Token::id);
    return found == tokens.end() || !sameSecret(*found, wanted.secret) ? 0 : found->expires_unix_seconds;
  };
  EXPECT_NEAR(expiryOf(renewed), unixSeconds() + 7200, 60);
  EXPECT_NEAR(expiryOf(fresh), fresh.expires_unix_seconds, 0.001) << "it is not written again and again";
  EXPECT_NEAR(expiryOf(fixed), fixed.expires_unix_seconds, 0.001);
  EXPECT_NEAR(expiryOf(over), over.expires_unix_seconds, 0.001);
}

TEST(Token, ThatIsRevokedIsNotThereAgainAfterARenewal) {
  const TemporaryFolder temporary;
  const Token token = makeExtraToken(Role::kWatch, std::chrono::hours(1), Renewal::kWhileServed);
  addToken(temporary / "access", token);
  revokeToken(temporary / "access", token.id);
  renewTokens(temporary / "access");
  EXPECT_TRUE(readTokens(temporary / "access").tokens.empty());
}

TEST(Token, FileThatIsDamagedOrForAnotherRoleIsRefused) {
  const TemporaryFolder temporary;
  const auto file = tokenFile(temporary.path(), Role::kSteer);
  for (const char* content :
       {"", "[]", "{\"token\": 1}", "{\"token\": \"ab\", \"role\": \"steer\", \"expires\": 9e9}"}) {
    std::ofstream(file) << content;
    expectError(ErrorCode::kDataLoss, "token_bad_file", [&] { readToken(temporary.path(), Role::kSteer); });
  }
  Token other_signs = makeToken(Role::kSteer, std::chrono::hours(1));
  other_signs.secret.back() = '\n';
  writeToken(temporary.path(), other_signs);
  expectError(ErrorCode::kDataLoss, "token_bad_file", [&] { readToken(temporary.path(), Role::kSteer); });
  writeToken(temporary.path(), makeToken(Role::kWatch, std::chrono::hours(1)));
  std::filesystem::rename(tokenFile(temporary.path(), Role::kWatch), file);
  expectError(ErrorCode::kDataLoss, "token_bad_file", [&] { readToken(temporary.path(), Role::kSteer); });
}

Endpoint endpointHere() { return {"/run/x.sock", "host:1", hostName(), ::getpid(), kProtocolVersion, 1000.25}; }

TEST(EndpointFile, IsReadBackAndRemovedByItsEngineOnly) {
  const TemporaryFolder run;
  EXPECT_FALSE(readEndpoint(run.path()));
  const Endpoint ours = endpointHere();
  writeEndpoint(run.path(), ours);
  const auto read = readEndpoint(run.path());
  ASSERT_TRUE(read);
  EXPECT_EQ(read->unix_socket, ours.unix_socket);
  EXPECT_EQ(read->tcp, ours.tcp);
  EXPECT_TRUE(sameEngine(*read, ours));

  Endpoint other = ours;
  other.started_unix_seconds += 1;
  removeEndpoint(run.path(), other);
  EXPECT_TRUE(readEndpoint(run.path()));
  removeEndpoint(run.path(), ours);
  EXPECT_FALSE(readEndpoint(run.path()));
}

TEST(EndpointFile, ThatIsDamagedIsNamed) {
  const TemporaryFolder run;
  for (const char* content :
       {"", "{", "[1]", "{\"unix\": 3}", "{\"unix\":\"\",\"tcp\":\"\",\"host\":\"\",\"protocol\":\"\"}"}) {
    std::ofstream(run / "endpoint.json") << content;
    const auto error = expectError(ErrorCode::kDataLoss, "endpoint_bad_file", [&] { readEndpoint(run.path()); });
    EXPECT_NE(error->message().find("endpoint.json"), std::string::npos);
  }
}

TEST(RunClient, OfARunThatNobodyServesSaysHowToServeIt) {
  const TemporaryFolder run;
  RunClient client({run.path().string()});
  const auto error = expectError(ErrorCode::kNotFound, "run_not_served", [&] { client.run(); });
  EXPECT_NE(error->message().find("gan-engine serve " + run.path().string()), std::string::npos) << error->message();
}

TEST(RunClient, OfAnEngineThatWasKilledSaysThatNobodyServesTheRun) {
  const TemporaryFolder run;
  Endpoint endpoint = endpointHere();
  endpoint.pid = 0x7ffffff0;  // above every pid that Linux gives
  writeEndpoint(run.path(), endpoint);
  RunClient client({run.path().string()});
  expectError(ErrorCode::kNotFound, "run_not_served", [&] { client.run(); });
}

TEST(RunClient, OfAnEngineOnAnotherHostWithoutTcpNamesTheHost) {
  const TemporaryFolder run;
  Endpoint endpoint = endpointHere();
  endpoint.host = "node17.example";
  endpoint.tcp = "";
  writeEndpoint(run.path(), endpoint);
  RunClient client({run.path().string()});
  const auto error = expectError(ErrorCode::kUnavailable, "engine_elsewhere", [&] { client.run(); });
  EXPECT_NE(error->message().find("ssh://node17.example" + run.path().string()), std::string::npos) << error->message();
}

TEST(RunClient, OfASocketThatNobodyListensAtSaysSo) {
  const TemporaryFolder folder;
  RunClient client({"unix:" + (folder / "engine.sock").string()});
  expectError(ErrorCode::kUnavailable, "engine_unreachable", [&] { client.run(); });
}

TEST(ProtocolVersion, OfAnotherMajorIsRefusedInOneSentence) {
  EXPECT_NO_THROW(checkProtocolVersion("1.0"));
  EXPECT_NO_THROW(checkProtocolVersion("1.7"));
  for (const char* version : {"2.0", "10.0", "", "x"}) {
    expectError(ErrorCode::kUnsupported, "protocol_version", [&] { checkProtocolVersion(version); });
  }
}

}  // namespace
}  // namespace gan
