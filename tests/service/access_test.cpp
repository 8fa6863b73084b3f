#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/server_context.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <atomic>
#include <fstream>
#include <future>
#include <memory>
#include <thread>
#include <vector>

#include "core/atomic_file.h"
#include "protocol/known_engines.h"
#include "protocol/run_client.h"
#include "protocol/shown_certificate.h"
#include "protocol/status.h"
#include "protocol/studio.grpc.pb.h"
#include "protocol/version.h"
#include "service/caller.h"
#include "service/fake_branch.h"
#include "service/fake_run.h"
#include "service/permit.h"
#include "service/watch_log.h"
#include "support/expect_error.h"
#include "support/hung_folder.h"
#include "support/process.h"
#include "support/thread_sanitizer.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;

/// An engine that listens on the network as well.
class NetworkTest : public testing::Test {
 protected:
  Target target(const std::string& token) {
    return {"tcp:" + engine_.server().tcpAddress(), token, readFile(run_.folder().access() / "certificate.pem", 65536)};
  }
  std::string secret(Role role) { return readToken(run_.folder().access(), role)->secret; }

  FakeRun run_;
  FakeSink sink_;
  FakeEngine engine_{run_, &sink_, {.listen = "127.0.0.1:0"}};
};

v1::CommandRequest pauseRequest() {
  v1::CommandRequest message;
  message.set_kind("pause");
  return message;
}

TEST_F(NetworkTest, LetsTheRoleSteerDoEverything) {
  RunClient client(target(secret(Role::kSteer)));
  EXPECT_EQ(client.run().role(), v1::ROLE_STEER);
  EXPECT_EQ(client.command(pauseRequest()).result(), "applied");
}

TEST_F(NetworkTest, LetsTheRoleWatchSeeEverythingAndSteerNothing) {
  WatchLog log;
  RunClient client(target(secret(Role::kWatch)));
  EXPECT_EQ(client.run().role(), v1::ROLE_WATCH);
  expectError(ErrorCode::kPermissionDenied, "role_watch_only", [&] { client.command(pauseRequest()); });
  EXPECT_TRUE(sink_.commands().empty());
  run_.rows(5);
  client.watch(0, 0, log.callbacks());
  EXPECT_TRUE(log.waitForSteps(5));
  EXPECT_EQ(sink_.clients(), 0);
}

TEST_F(NetworkTest, RefusesWrongMissingExpiredAndReplacedTokens) {
  const std::string former = secret(Role::kSteer);
  RunClient client(target(former));
  EXPECT_NO_THROW(client.run());
  RunClient wrong(target(std::string(64, '0')));
  expectError(ErrorCode::kPermissionDenied, "token_wrong", [&] { wrong.run(); });
  writeToken(run_.folder().access(), makeToken(Role::kSteer, std::chrono::hours(1)));
  expectError(ErrorCode::kPermissionDenied, "token_wrong", [&] { client.run(); });
  const Token expired = makeToken(Role::kSteer, std::chrono::seconds(-1));
  writeToken(run_.folder().access(), expired);
  RunClient late(target(expired.secret));
  expectError(ErrorCode::kPermissionDenied, "token_expired", [&] { late.run(); });
}

TEST_F(NetworkTest, ATokenOpensItsOwnRunOnly) {
  FakeRun other;
  FakeEngine other_engine(other, nullptr, {.listen = "127.0.0.1:0"});
  RunClient client({"tcp:" + other_engine.server().tcpAddress(), secret(Role::kSteer),
                    readFile(other.folder().access() / "certificate.pem", 65536)});
  expectError(ErrorCode::kPermissionDenied, "token_wrong", [&] { client.run(); });
}

TEST_F(NetworkTest, ATokenOfABranchOpensNotWhatItsParentRecorded) {
  run_.rows(50);
  const FakeBranch branch(run_, 20, 30);
  RunReader reader(branch.folder());
  reader.refresh();
  const RunServer server(reader, nullptr, {.listen = "127.0.0.1:0"});
  v1::SeriesRequest request;
  request.set_last_step(20);
  request.set_columns(100);
  request.set_ancestors(true);
  RunClient far({"tcp:" + server.tcpAddress(), readToken(branch.folder().access(), Role::kWatch)->secret,
                 readFile(branch.folder().access() / "certificate.pem", 65536)});
  const v1::SeriesReply over_network = far.series(request);
  EXPECT_EQ(over_network.ancestors_size(), 0);
  EXPECT_EQ(over_network.history_first_step(), 0);
  const v1::SeriesReply here = RunClient({branch.path().string()}).series(request);
  ASSERT_EQ(here.ancestors_size(), 2);
  EXPECT_EQ(here.ancestors(0).first_step_size(), 20);
  EXPECT_EQ(here.history_first_step(), 1);
}

TEST_F(NetworkTest, KnowsTheTokensOfSeveralPeopleAndEndsTheWatchOfOneThatIsRevoked) {
  const std::filesystem::path access = run_.folder().access();
  const Token ann = makeExtraToken(Role::kWatch, std::chrono::hours(8), Renewal::kNone);
  const Token ben = makeExtraToken(Role::kSteer, std::chrono::hours(8), Renewal::kWhileServed);
  addToken(access, ann);
  addToken(access, ben);
  EXPECT_EQ(RunClient(target(ben.secret)).command(pauseRequest()).result(), "applied");
  WatchLog log;
  RunClient watcher(target(ann.secret));
  run_.rows(1);
  watcher.watch(0, 0, log.callbacks());
  ASSERT_TRUE(log.waitForSteps(1));
  revokeToken(access, ann.id);
  ASSERT_TRUE(log.waitForState(ConnectionState::kClosed));
  EXPECT_NE(log.states_.back().second.find("revoked"), std::string::npos) << log.states_.back().second;
  EXPECT_EQ(RunClient(target(ben.secret)).run().role(), v1::ROLE_STEER);
}

TEST_F(NetworkTest, TakesNoTokensFromAFolderThatOthersMayEnter) {
  const std::string token = secret(Role::kSteer);
  ASSERT_EQ(::chmod(run_.folder().access().c_str(), 0770), 0);
  RunClient client(target(token));
  expectError(ErrorCode::kPermissionDenied, "folder_not_private", [&] { client.run(); });
}

TEST_F(NetworkTest, EndsAWatchThatCannotGetBetterByWaiting) {
  WatchLog log;
  RunClient client(target(std::string(64, '0')));
  client.watch(0, 0, log.callbacks());
  ASSERT_TRUE(log.waitForState(ConnectionState::kClosed));
  EXPECT_NE(log.states_.back().second.find("token"), std::string::npos);
}

TEST_F(NetworkTest, TellsWhoWatchesWhatHappenedLastBeforeItEnds) {
  std::vector<WatchLog> logs(3);
  std::vector<std::unique_ptr<RunClient>> clients;
  for (WatchLog& log : logs) {
    clients.push_back(std::make_unique<RunClient>(target(secret(Role::kWatch))));
    clients.back()->watch(0, 0, log.callbacks());
    ASSERT_TRUE(log.waitForState(ConnectionState::kConnected));
  }
  for (int i = 0; i < 2'000; ++i) run_.journal(LoadMeasured{});  // several updates
  run_.rows(10);
  run_.journal(StatusChanged{RunStatus::kStopped, {}});
  EXPECT_LE(engine_.stop().count(), 5.0 * test::kTimesAsLong);
  for (WatchLog& log : logs) EXPECT_TRUE(log.waitForState(ConnectionState::kLost));
  clients.clear();
  for (const WatchLog& log : logs) {
    EXPECT_EQ(log.sequences_, numbersFrom<std::uint64_t>(1, 2'002));
    EXPECT_EQ(log.steps_, numbersFrom<std::int64_t>(1, 10));
  }
}

TEST_F(NetworkTest, IsNotTrustedWithAnotherCertificate) {
  FakeRun other;
  FakeEngine other_engine(other, nullptr, {.listen = "127.0.0.1:0"});
  Target mixed = target(secret(Role::kSteer));
  mixed.certificate = readFile(other.folder().access() / "certificate.pem", 65536);
  RunClient client(mixed);
  expectError(ErrorCode::kUnavailable, "engine_unreachable", [&] { client.run(); });
}

/// As NetworkTest, for a client that knows nothing but what a user gives or has given.
class RecognitionTest : public NetworkTest {
 protected:
  RecognitionTest() { ::setenv("XDG_CONFIG_HOME", (run_.temporary() / "config").c_str(), 1); }
  ~RecognitionTest() override { ::unsetenv("XDG_CONFIG_HOME"); }

  std::string address() { return engine_.server().tcpAddress(); }
  std::string fingerprint() { return fingerprintOf(target("t").certificate); }
  /// The id of the error that the first call ends with; empty: it was answered.
  static std::string refusal(const std::string& text, const std::string& token = {}) {
    try {
      RunClient({.text = text, .token = token}).run();
      return {};
    } catch (const Error& error) {
      return error.id();
    }
  }
};

TEST_F(RecognitionTest, AttachesByAFingerprintInTheTarget) {
  const std::string token = secret(Role::kSteer);
  EXPECT_EQ(refusal("tls://" + address() + "#" + fingerprint(), token), "");
  EXPECT_EQ(refusal("tcp:" + address() + "#" + fingerprint(), token), "");
  EXPECT_FALSE(KnownEngines::ofUser().find(address())) << "nobody said that it is to be remembered";
}

TEST_F(RecognitionTest, SaysTheFingerprintOfAnEngineThatNobodyRecognisedYet) {
  const auto error = expectError(ErrorCode::kPermissionDenied, "certificate_unknown", [&] {
    RunClient({.text = "tls://" + address(), .token = secret(Role::kSteer)}).run();
  });
  EXPECT_NE(error->message().find(fingerprint()), std::string::npos) << error->message();
}

TEST_F(RecognitionTest, IsNotAskedAgainForWhatItRemembers) {
  KnownEngines::ofUser().remember(address(), {fingerprint(), secret(Role::kWatch)});
  EXPECT_EQ(refusal("tls://" + address()), "");
}

TEST_F(RecognitionTest, RefusesAnotherCertificateInOneSentenceAndShowsItNoToken) {
  FakeRun other;
  FakeEngine other_engine(other, nullptr, {.listen = "127.0.0.1:0"});
  const std::string theirs = fingerprintOf(readFile(other.folder().access() / "certificate.pem", 65536));
  EXPECT_EQ(refusal("tls://" + address() + "#" + theirs, secret(Role::kSteer)), "certificate_other");
  KnownEngines::ofUser().remember(address(), {theirs, secret(Role::kSteer)});
  const auto error =
      expectError(ErrorCode::kPermissionDenied, "certificate_other", [&] { RunClient({"tls://" + address()}).run(); });
  EXPECT_NE(error->message().find(theirs), std::string::npos) << error->message();
  EXPECT_EQ(refusal("tls://" + address() + "#" + fingerprint()), "token_unknown")
      << "what was remembered is the other one's token";
}

TEST_F(RecognitionTest, EndsAWatchAtAnotherCertificateInsteadOfTryingAgain) {
  WatchLog log;
  RunClient client({.text = "tls://" + address() + "#" + std::string(64, 'a'), .token = secret(Role::kWatch)});
  client.watch(0, 0, log.callbacks());
  ASSERT_TRUE(log.waitForState(ConnectionState::kClosed));
  EXPECT_NE(log.states_.back().second.find("certificate"), std::string::npos) << log.states_.back().second;
}

TEST_F(RecognitionTest, SaysWhyWhereNobodyListensOrNoTlsIsSpoken) {
  const std::string nobody = "127.0.0.1:1";
  EXPECT_EQ(refusal("tls://" + nobody + "#" + std::string(64, 'a'), "t"), "engine_unreachable");
  test::Process echo({GAN_SERVICE_TEST_TOOL, "babbler", (run_.temporary() / "port").string()});
  ASSERT_TRUE(test::waitUntil([&] { return std::filesystem::exists(run_.temporary() / "port"); }));
  const std::string port = readFile(run_.temporary() / "port", 16);
  const auto error = expectError(ErrorCode::kUnavailable, "engine_unreachable", [&] {
    fetchCertificate("127.0.0.1:" + port, {.until = std::chrono::steady_clock::now() + std::chrono::seconds(30)});
  });
  EXPECT_NE(error->message().find("TLS"), std::string::npos) << error->message();
}

TEST_F(RecognitionTest, KeepsWhatItRemembersToItsUser) {
  KnownEngines::ofUser().remember(address(), {fingerprint(), secret(Role::kWatch)});
  const auto file = run_.temporary() / "config/gan-studio/engines" / (address() + ".json");
  struct stat info {};
  ASSERT_EQ(::stat(file.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777U, 0600U);
  ASSERT_EQ(::chmod(file.c_str(), 0644), 0);
  EXPECT_EQ(refusal("tls://" + address()), "file_not_private");
}

TEST_F(NetworkTest, DoesNotListenWithAKeyThatOthersMayRead) {
  engine_.stop();
  ASSERT_EQ(::chmod((run_.folder().access() / "key.pem").c_str(), 0644), 0);
  expectError(ErrorCode::kPermissionDenied, "file_not_private",
              [&] { FakeEngine again(run_, &sink_, {.listen = "127.0.0.1:0"}); });
}

/// Sockets of this process at which others on a network can come in.
std::size_t networkListeners() {
  std::size_t listeners = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    const int descriptor = std::stoi(entry.path().filename().string());
    int domain = 0;
    int listens = 0;
    socklen_t size = sizeof(domain);
    const bool is_socket = ::getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &size) == 0 &&
                           ::getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0;
    listeners += is_socket && listens != 0 && domain != AF_UNIX ? 1 : 0;
  }
  return listeners;
}

TEST(Service, ListensOnNoNetworkUnlessItIsAskedTo) {
  FakeRun run;
  FakeEngine engine(run);
  EXPECT_EQ(engine.server().tcpAddress(), "");
  EXPECT_EQ(networkListeners(), 0U);
  EXPECT_FALSE(std::filesystem::exists(run.folder().access() / "key.pem"));
  EXPECT_TRUE(readTokens(run.folder().access()).tokens.empty());
  engine.stop();
  FakeEngine asked(run, nullptr, {.listen = "127.0.0.1:0"});
  EXPECT_EQ(networkListeners(), 1U);
}

TEST_F(NetworkTest, KeepsKeyAndTokensToItsOwner) {
  const auto mode = [&](const char* name) {
    struct stat info {};
    EXPECT_EQ(::stat((run_.folder().access() / name).c_str(), &info), 0) << name;
    return info.st_mode & 0777U;
  };
  EXPECT_EQ(mode("."), 0700U);
  for (const char* name : {"key.pem", "steer.token", "watch.token"}) EXPECT_EQ(mode(name), 0600U) << name;
}

TEST_F(NetworkTest, KeepsItsCertificateAndTokensOverARestart) {
  const std::string certificate = target("t").certificate;
  const std::string token = secret(Role::kSteer);
  engine_.stop();
  FakeEngine again(run_, &sink_, {.listen = "127.0.0.1:0"});
  RunClient client({"tcp:" + again.server().tcpAddress(), token, certificate});
  EXPECT_EQ(client.run().role(), v1::ROLE_STEER);
}

TEST_F(NetworkTest, SaysWhenItsPortIsTaken) {
  FakeRun other;
  const std::string taken = engine_.server().tcpAddress();
  const auto error = expectError(ErrorCode::kUnavailable, "listen_failed",
                                 [&] { FakeEngine second(other, nullptr, {.listen = taken}); });
  EXPECT_NE(error->message().find(taken), std::string::npos);
  expectError(ErrorCode::kInvalidArgument, "listen_invalid",
              [&] { FakeEngine second(other, nullptr, {.listen = "7420"}); });
}

TEST_F(NetworkTest, TakesCommandsThoughTheRunsDiskDoesNotAnswer) {
  RunClient watcher(target(secret(Role::kWatch)), std::chrono::seconds(60));
  RunClient client(target(secret(Role::kSteer)), std::chrono::seconds(60));
  RunClient local({"unix:" + engine_.server().unixSocket()}, std::chrono::seconds(60));
  for (RunClient* one : {&watcher, &client, &local}) EXPECT_NO_THROW(one->run());
  std::vector<std::future<void>> waiting;
  const auto ask = [&](const auto& question) {
    waiting.push_back(std::async(std::launch::async, [question] {
      try {
        question();
      } catch (const Error&) {  // what it says when the disk is back is its own affair
      }
    }));
  };
  HungFolder hung(run_.path());
  if (!hung.hangs()) GTEST_SKIP() << "Only root may mount a file system that hangs; nothing was checked.";
  ask([&] { watcher.samples(); });
  ask([&] { watcher.sample("step-00000001.s1"); });
  ask([&] { watcher.checkpoints(); });
  ask([&] { local.samples(); });
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  std::atomic<int> applied{0};
  ask([&] { applied += client.command(pauseRequest()).result() == "applied" ? 1 : 0; });
  ask([&] { applied += local.command(pauseRequest()).result() == "applied" ? 1 : 0; });
  const bool both = test::waitUntil([&] { return applied == 2; });
  hung.letGo();
  for (std::future<void>& question : waiting) question.get();
  EXPECT_TRUE(both);
}

/// How often this thread has waited so far, for whatever it was.
std::int64_t waits() {
  rusage usage{};
  ::getrusage(RUSAGE_THREAD, &usage);
  return usage.ru_nvcsw;
}

TEST(Permit, GoesByWhatWasReadLastWhileADiskDoesNotAnswer) {
  const Token known = makeToken(Role::kSteer, std::chrono::hours(1));
  std::promise<void> disk_answers;
  std::atomic<int> reads{0};
  Permit permit([&, answer = disk_answers.get_future().share()]() -> TokensRead {
    if (++reads > 1) answer.wait();
    return reads <= 1 ? TokensRead{.tokens = {known}, .failure = {}} : TokensRead{};
  });
  grpc::ServerContext context;
  Caller caller(context);
  caller.peer = "ipv4:10.0.0.5:40312";
  caller.protocol_version = kProtocolVersion;
  caller.token = known.secret;
  EXPECT_EQ(permit.check(caller), Role::kSteer);
  EXPECT_EQ(permit.check(caller), Role::kSteer);  // which waits for the read that hangs
  constexpr int kCalls = 50;
  const std::int64_t before = waits();
  for (int i = 0; i < kCalls; ++i) EXPECT_EQ(permit.check(caller), Role::kSteer);
  EXPECT_LT(waits() - before, kCalls / 2) << "one wait is enough for all";
  disk_answers.set_value();
  EXPECT_TRUE(test::waitUntil([&] {
    try {
      permit.check(caller);
      return false;
    } catch (const Error& error) {
      return error.id() == "token_wrong";
    }
  })) << "the token was removed";
}

/// A client that says what it likes in its metadata.
class BareClient {
 public:
  explicit BareClient(const std::string& socket)
      : stub_(v1::RunService::NewStub(grpc::CreateChannel("unix:" + socket, grpc::InsecureChannelCredentials()))) {}

  Error getRun(const std::string& version) {
    grpc::ClientContext context;
    context.AddMetadata(kVersionMetadata, version);
    v1::RunInfo reply;
    return toError(stub_->GetRun(&context, {}, &reply), "GetRun", "engine");
  }
  Error watch(const std::string& version) {
    grpc::ClientContext context;
    context.AddMetadata(kVersionMetadata, version);
    const auto stream = stub_->Watch(&context, {});
    v1::WatchUpdate update;
    EXPECT_FALSE(stream->Read(&update));
    return toError(stream->Finish(), "Watch", "engine");
  }
  Error command(const v1::CommandRequest& request) {
    grpc::ClientContext context;
    context.AddMetadata(kVersionMetadata, kProtocolVersion);
    v1::CommandReply reply;
    return toError(stub_->Command(&context, request, &reply), "Command", "engine");
  }

 private:
  std::unique_ptr<v1::RunService::Stub> stub_;
};

TEST(Permit, ReadsOnceForAllWhoseCallsGoOn) {
  const Token known = makeToken(Role::kWatch, std::chrono::hours(1));
  int reads = 0;
  Permit permit([&]() -> TokensRead {
    ++reads;
    return {.tokens = {known}, .failure = {}};
  });
  grpc::ServerContext context;
  Caller caller(context);
  caller.peer = "ipv4:10.0.0.5:40312";
  caller.protocol_version = kProtocolVersion;
  caller.token = known.secret;
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 64; ++i) EXPECT_EQ(permit.recheck(caller), Role::kWatch);
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(std::chrono::steady_clock::now() - start);
  EXPECT_LE(reads, seconds / Permit::kFresh + 1);
}

TEST(Permit, RestsBetweenReadsWhileSomebodyGuesses) {
  const Token known = makeToken(Role::kWatch, std::chrono::hours(1));
  constexpr std::chrono::milliseconds kRead(2);
  std::atomic<int> reads{0};
  Permit permit([&]() -> TokensRead {
    ++reads;
    std::this_thread::sleep_for(kRead);
    return {.tokens = {known}, .failure = {}};
  });
  grpc::ServerContext context;
  Caller caller(context);
  caller.peer = "ipv4:10.0.0.5:40312";
  caller.protocol_version = kProtocolVersion;
  caller.token = std::string(64, '0');
  const auto start = std::chrono::steady_clock::now();
  const auto elapsed = [&] { return std::chrono::steady_clock::now() - start; };
  while (elapsed() < std::chrono::seconds(1)) {
    expectError(ErrorCode::kPermissionDenied, "token_wrong", [&] { permit.check(caller); });
  }
  EXPECT_LE(reads.load(), elapsed() / (kRead * (1 + Permit::kRestAfterRefusal)) + 2);
  caller.token = known.secret;
  EXPECT_EQ(permit.check(caller), Role::kWatch);
}

TEST(Permit, OfTokensThatCannotAllBeReadGoesByTheOthers) {
  const Token known = makeToken(Role::kWatch, std::chrono::hours(1));
  const Error damaged(ErrorCode::kDataLoss, "token_bad_file", "It is damaged.");
  Permit permit([&]() -> TokensRead { return {.tokens = {known}, .failure = std::make_exception_ptr(damaged)}; });
  grpc::ServerContext context;
  Caller caller(context);
  caller.peer = "ipv4:10.0.0.5:40312";
  caller.protocol_version = kProtocolVersion;
  caller.token = known.secret;
  EXPECT_EQ(permit.check(caller), Role::kWatch);
  caller.token = makeToken(Role::kWatch, std::chrono::hours(1)).secret;
  expectError(ErrorCode::kDataLoss, "token_bad_file", [&] { permit.check(caller); });
}

TEST(Service, RefusesAnotherMajorVersionInOneSentence) {
  FakeRun run;
  FakeEngine engine(run);
  BareClient client(engine.server().unixSocket());
  EXPECT_EQ(client.getRun("2.3").id(), "protocol_version");
  EXPECT_EQ(client.getRun("2.3").code(), ErrorCode::kUnsupported);
  EXPECT_EQ(client.watch("2.3").id(), "protocol_version");
  EXPECT_NE(client.getRun("2.3").message().find("2.3"), std::string::npos);
}

TEST(Service, RefusesAMessageThatIsTooLargeAndGoesOn) {
  FakeRun run;
  FakeSink sink;
  FakeEngine engine(run, &sink);
  BareClient client(engine.server().unixSocket());
  v1::CommandRequest huge = pauseRequest();
  huge.set_path(std::string(2 << 20, 'x'));
  EXPECT_EQ(client.command(huge).code(), ErrorCode::kResourceExhausted);
  EXPECT_TRUE(sink.commands().empty());
  EXPECT_EQ(RunClient({run.path().string()}).run().id(), run.folder().manifest().id);
}

}  // namespace
}  // namespace gan
