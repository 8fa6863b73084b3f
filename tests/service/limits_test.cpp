#include <fcntl.h>
#include <gmock/gmock.h>
#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/completion_queue.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/slice.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <future>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/atomic_file.h"
#include "core/log.h"
#include "protocol/connection.h"
#include "protocol/export_client.h"
#include "protocol/run_client.h"
#include "protocol/status.h"
#include "protocol/studio.grpc.pb.h"
#include "protocol/unix_socket.h"
#include "protocol/version.h"
#include "service/fake_run.h"
#include "service/random_frames.h"
#include "service/tcp_connection.h"
#include "service/tls_connection.h"
#include "service/watch_log.h"
#include "support/expect_error.h"
#include "support/memory.h"
#include "support/process.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;
namespace fs = std::filesystem;

constexpr std::size_t kMiB = std::size_t{1} << 20U;

std::size_t openDescriptors() {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator()));
}

std::size_t residentBytes() {
  std::size_t all = 0;
  std::size_t resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

/// An engine that listens on the network as well.
class LimitsTest : public testing::Test {
 protected:
  int port() {
    const std::string address = engine_.server().tcpAddress();
    return std::stoi(address.substr(address.rfind(':') + 1));
  }
  std::string certificate() { return readFile(run_.folder().access() / "certificate.pem", 65536); }
  Target target(const std::string& token) { return {"tcp:" + engine_.server().tcpAddress(), token, certificate()}; }
  Target target(Role role) { return target(readToken(run_.folder().access(), role)->secret); }

  /// A client that need not take the answers to its calls.
  std::unique_ptr<v1::RunService::Stub> bareStub() {
    grpc::SslCredentialsOptions tls;
    tls.pem_root_certs = certificate();
    grpc::ChannelArguments arguments;
    arguments.SetSslTargetNameOverride(kCertificateName);
    arguments.SetMaxReceiveMessageSize(-1);
    arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    arguments.SetInt(GRPC_ARG_HTTP2_BDP_PROBE, 0);
    return v1::RunService::NewStub(
        grpc::CreateCustomChannel(engine_.server().tcpAddress(), grpc::SslCredentials(tls), arguments));
  }

  /// A connection of its own that shows no token.
  std::shared_ptr<grpc::Channel> strangersChannel() {
    grpc::SslCredentialsOptions tls;
    tls.pem_root_certs = certificate();
    grpc::ChannelArguments arguments;
    arguments.SetSslTargetNameOverride(kCertificateName);
    arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    return grpc::CreateCustomChannel(engine_.server().tcpAddress(), grpc::SslCredentials(tls), arguments);
  }

  FakeRun run_;
  FakeSink sink_;
  FakeEngine engine_{run_, &sink_, {.listen = "127.0.0.1:0"}};
};

/// How a call with an empty message ends.
grpc::StatusCode endOf(grpc::GenericStub& stub, const std::string& method) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(20));
  grpc::CompletionQueue queue;
  const grpc::Slice nothing("");
  const auto call = stub.PrepareUnaryCall(&context, method, grpc::ByteBuffer(&nothing, 1), &queue);
  grpc::ByteBuffer reply;
  grpc::Status status;
  call->StartCall();
  call->Finish(&reply, &status, nullptr);
  void* tag = nullptr;
  bool ok = false;
  queue.Next(&tag, &ok);
  queue.Shutdown();
  while (queue.Next(&tag, &ok)) continue;
  return status.error_code();
}

TEST_F(LimitsTest, AStrangersMessageIsNoLargerThanACallNeeds) {
  const std::unique_ptr<v1::RunService::Stub> stub = bareStub();
  const auto send = [&](std::size_t photo_bytes) {
    v1::ProjectRequest request;
    request.set_photo(std::string(photo_bytes, 'x'));
    grpc::ClientContext context;
    const auto reader = stub->Project(&context, request);
    v1::ProjectProgress progress;
    EXPECT_FALSE(reader->Read(&progress));
    return reader->Finish().error_code();
  };
  EXPECT_EQ(send(300 << 10), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_NE(send(160 << 10), grpc::StatusCode::RESOURCE_EXHAUSTED) << "as large as a photograph may be";
}

TEST_F(LimitsTest, AThousandStrangersTakeNeitherDescriptorsNorMemoryNorTheClientsTurn) {
  RunClient client(target(Role::kSteer));
  EXPECT_EQ(client.run().role(), v1::ROLE_STEER);
  const std::size_t descriptors = openDescriptors();
  const std::size_t memory = residentBytes();
  std::size_t most_descriptors = 0;
  test::Process strangers({GAN_SERVICE_TEST_TOOL, "strangers", std::to_string(port()), "1000"});
  ASSERT_TRUE(test::waitUntil([&] {
    EXPECT_EQ(client.run().role(), v1::ROLE_STEER);
    most_descriptors = std::max(most_descriptors, openDescriptors());
    return strangers.output().find("connected") != std::string::npos;
  }));
  RunClient newcomer(target(Role::kWatch));
  EXPECT_EQ(newcomer.run().role(), v1::ROLE_WATCH);
  EXPECT_EQ(client.run().role(), v1::ROLE_STEER);
  EXPECT_LE(most_descriptors, descriptors + 100);
  EXPECT_LE(openDescriptors(), descriptors + 60);
  if (!test::kMemoryIsLookedAt) {
    EXPECT_LE(residentBytes(), memory + 64 * kMiB);
  }
}

TEST_F(LimitsTest, AStrangersConnectionCarriesAHundredCallsAtATime) {
  grpc::GenericStub stub(strangersChannel());
  constexpr int kCalls = 150;
  constexpr int kAtATime = 100;
  std::array<grpc::ClientContext, kCalls> contexts;
  std::vector<std::unique_ptr<grpc::GenericClientAsyncReaderWriter>> calls;
  grpc::CompletionQueue queue;
  for (grpc::ClientContext& context : contexts) {
    calls.push_back(stub.PrepareCall(&context, "/ganstudio.v1.RunService/GetRun", &queue));
    calls.back()->StartCall(&queue);  // and never the message that the engine would answer
  }
  void* tag = nullptr;
  bool ok = false;
  const auto begun = [&](std::chrono::milliseconds patience) {
    const auto deadline = std::chrono::system_clock::now() + patience;
    return queue.AsyncNext(&tag, &ok, deadline) == grpc::CompletionQueue::GOT_EVENT && ok;
  };
  int count = 0;
  while (count < kAtATime && begun(std::chrono::seconds(20))) ++count;
  EXPECT_EQ(count, kAtATime);
  EXPECT_FALSE(begun(std::chrono::milliseconds(300))) << "the others wait at their client";
  EXPECT_EQ(RunClient(target(Role::kSteer)).run().role(), v1::ROLE_STEER);
  for (grpc::ClientContext& context : contexts) context.TryCancel();
  std::array<grpc::Status, kCalls> ends;
  for (std::size_t i = 0; i < calls.size(); ++i) calls[i]->Finish(&ends[i], nullptr);
  queue.Shutdown();
  while (queue.Next(&tag, &ok)) continue;
}

TEST_F(LimitsTest, AHundredThousandRandomFramesEndTheirConnectionsAndNothingElse) {
  RunClient owner({run_.path().string()});
  RunClient client(target(Role::kSteer));
  EXPECT_EQ(owner.run().role(), v1::ROLE_STEER);
  EXPECT_EQ(client.run().role(), v1::ROLE_STEER);
  const std::size_t descriptors = openDescriptors();
  RandomFrames random(7);
  constexpr int kFrames = 200;
  for (int i = 0; i < 300; ++i) {
    const FileDescriptor local = connectUnixSocket(
        engine_.server().unixSocket(), {.until = std::chrono::steady_clock::now() + std::chrono::seconds(30)});
    const std::string bytes = RandomFrames::greeting() + random.next(kFrames);
    (void)!::send(local.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    ::fcntl(local.get(), F_SETFL, 0);
    char byte = 0;
    while (::recv(local.get(), &byte, 1, 0) > 0) continue;
  }
  for (int i = 0; i < 200; ++i) {
    const TlsConnection stranger(port());
    ASSERT_TRUE(stranger.connected());
    stranger.send(RandomFrames::greeting() + random.next(kFrames));
    ASSERT_TRUE(stranger.waitForEnd()) << "frames without sense are answered";
  }
  for (int i = 0; i < 50; ++i) TcpConnection(port()).send(random.next(kFrames));  // without TLS
  EXPECT_TRUE(test::waitUntil([&] { return openDescriptors() <= descriptors + 8; })) << openDescriptors();
  EXPECT_EQ(owner.run().role(), v1::ROLE_STEER);
  EXPECT_EQ(client.run().role(), v1::ROLE_STEER);
  EXPECT_TRUE(sink_.commands().empty());
}

TEST_F(LimitsTest, AFloodOfRefusedCallsIsOneEntryOfTheJournal) {
  std::vector<std::unique_ptr<RunClient>> strangers;
  for (int i = 0; i < 10; ++i) strangers.push_back(std::make_unique<RunClient>(target(std::string(64, '0'))));
  for (int i = 0; i < 50; ++i) {
    for (const auto& stranger : strangers)
      expectError(ErrorCode::kPermissionDenied, "token_wrong", [&] { stranger->run(); });
  }
  ASSERT_TRUE(test::waitUntil([&] { return !sink_.alerts().empty(); }));
  EXPECT_LE(sink_.alerts().size(), 2U) << "the first at once, the next after a minute";
}

TEST_F(LimitsTest, WhatWasRefusedAndNotToldYetStandsInTheLogWhenTheEngineEnds) {
  RunClient stranger(target(std::string(64, '0')));
  const auto ask = [&] { expectError(ErrorCode::kPermissionDenied, "token_wrong", [&] { stranger.run(); }); };
  ask();
  ASSERT_TRUE(test::waitUntil([&] { return !sink_.alerts().empty(); }));
  for (int i = 0; i < 3; ++i) ask();
  std::mutex mutex;
  std::vector<std::string> lines;
  log::setListener([&](log::Level, std::string_view line) {
    const std::lock_guard lock(mutex);
    lines.emplace_back(line);
  });
  engine_.stop();
  log::setListener({});
  EXPECT_THAT(lines, testing::Contains(testing::AllOf(testing::HasSubstr("3 calls or connections from "),
                                                      testing::HasSubstr("refused, the last one as token_wrong"))));
}

TEST_F(LimitsTest, AStrangersHugeMessagesTakeLittleMemory) {
  const auto stub = bareStub();
  constexpr std::size_t kBytes = 64 * kMiB;
  constexpr int kCalls = 6;
  v1::CommandRequest huge;
  huge.set_path(std::string(kBytes, 'x'));
  const std::size_t memory = residentBytes();
  std::size_t most = 0;
  grpc::CompletionQueue queue;
  std::array<grpc::ClientContext, kCalls> contexts;
  std::array<grpc::Status, kCalls> statuses;
  std::array<v1::CommandReply, kCalls> replies;
  std::vector<std::unique_ptr<grpc::ClientAsyncResponseReader<v1::CommandReply>>> calls;
  for (int i = 0; i < kCalls; ++i) {
    calls.push_back(stub->AsyncCommand(&contexts[i], huge, &queue));
    calls.back()->Finish(&replies[i], &statuses[i], nullptr);
  }
  for (int ended = 0; ended < kCalls;) {
    void* tag = nullptr;
    bool ok = false;
    const auto deadline = std::chrono::system_clock::now() + std::chrono::milliseconds(20);
    if (queue.AsyncNext(&tag, &ok, deadline) == grpc::CompletionQueue::GOT_EVENT) ++ended;
    most = std::max(most, residentBytes());
  }
  for (const grpc::Status& status : statuses) EXPECT_FALSE(status.ok());
  if (!test::kMemoryIsLookedAt) {
    EXPECT_LE(most, memory + kCalls * kBytes + 200 * kMiB);  // what the client holds itself, and a part of it
  }
  EXPECT_EQ(RunClient(target(Role::kSteer)).run().role(), v1::ROLE_STEER);
}

TEST_F(LimitsTest, AnswersThatNobodyTakesAreLimited) {
  run_.rows(1);
  const std::string name = stepName(1, 1);
  std::ofstream(run_.folder().samples() / (name + ".png")) << std::string(48 * kMiB, 'x');
  const auto stub = bareStub();
  const std::string token = readToken(run_.folder().access(), Role::kWatch)->secret;
  v1::GetSampleRequest request;
  request.set_name(name);
  grpc::CompletionQueue queue;
  constexpr int kCalls = 12;
  std::array<grpc::ClientContext, kCalls> contexts;
  std::vector<std::unique_ptr<grpc::ClientAsyncResponseReader<v1::SampleData>>> calls;
  RunClient client(target(Role::kWatch));
  EXPECT_EQ(client.sample(name).png().size(), 48 * kMiB);
  const std::size_t memory = residentBytes();
  for (grpc::ClientContext& context : contexts) {
    context.AddMetadata(kVersionMetadata, kProtocolVersion);
    context.AddMetadata(kTokenMetadata, token);
    calls.push_back(stub->AsyncGetSample(&context, request, &queue));
    calls.back()->ReadInitialMetadata(nullptr);  // and not the rest
  }
  const auto refused = [&] {
    try {
      client.sample(name);
      return false;
    } catch (const Error& error) {
      EXPECT_EQ(error.id(), "answers_not_taken") << error.what();
      return true;
    }
  };
  EXPECT_TRUE(test::waitUntil(refused));
  EXPECT_EQ(client.run().role(), v1::ROLE_WATCH);
  EXPECT_LE(residentBytes(), memory + 400 * kMiB);  // two such answers, as message and as bytes, and one being refused
  for (grpc::ClientContext& context : contexts) context.TryCancel();
  EXPECT_TRUE(test::waitUntil([&] { return !refused(); }));
  // gRPC keeps what belongs to calls whose end nobody takes.
  std::array<v1::SampleData, kCalls> answers;
  std::array<grpc::Status, kCalls> ends;
  for (std::size_t i = 0; i < calls.size(); ++i) calls[i]->Finish(&answers[i], &ends[i], nullptr);
  queue.Shutdown();
  void* tag = nullptr;
  for (bool ok = false; queue.Next(&tag, &ok);) continue;
}

TEST_F(LimitsTest, RefusedCallsAreReportedToTheRunWithTheirSource) {
  RunClient wrong(target(std::string(64, '0')));
  for (int i = 0; i < 5; ++i) expectError(ErrorCode::kPermissionDenied, "token_wrong", [&] { wrong.run(); });
  ASSERT_TRUE(test::waitUntil([&] { return !sink_.alerts().empty(); }));
  const Alert alert = sink_.alerts().at(0);
  EXPECT_EQ(alert.rule, "calls_refused");
  EXPECT_NE(alert.message.english().find("127.0.0.1"), std::string::npos) << alert.message.english();
  EXPECT_NE(alert.message.english().find("token_wrong"), std::string::npos) << alert.message.english();
}

TEST_F(LimitsTest, ACallOfAnotherMajorVersionIsReportedToo) {
  grpc::ClientContext context;
  context.AddMetadata(kVersionMetadata, "2.0");
  v1::RunInfo info;
  EXPECT_EQ(toError(bareStub()->GetRun(&context, {}, &info), "GetRun", "").id(), "protocol_version");
  ASSERT_TRUE(test::waitUntil([&] { return !sink_.alerts().empty(); }));
  const std::string told = sink_.alerts().at(0).message.english();
  EXPECT_NE(told.find("protocol_version"), std::string::npos) << told;
}

TEST_F(LimitsTest, CallsThatNobodyAnswersCountAsOthersDo) {
  constexpr int kCalls = 200;  // a stranger has 20, and 2 a second
  for (const char* method : {"/ganstudio.v1.RunService/Unheard", "/ganstudio.v1.HostService/StartRun", "/elsewhere"}) {
    grpc::GenericStub stub(strangersChannel());
    std::set<grpc::StatusCode> ends;
    for (int i = 0; i < kCalls; ++i) ends.insert(endOf(stub, method));
    const bool is_known = std::string_view(method).find("StartRun") != std::string_view::npos;
    EXPECT_TRUE(ends.contains(is_known ? grpc::StatusCode::PERMISSION_DENIED : grpc::StatusCode::UNIMPLEMENTED));
    EXPECT_TRUE(ends.contains(grpc::StatusCode::RESOURCE_EXHAUSTED) || ends.contains(grpc::StatusCode::UNAVAILABLE))
        << method << " is answered as often as it is asked";
  }
  EXPECT_EQ(RunClient(target(Role::kSteer)).run().role(), v1::ROLE_STEER);
}

TEST_F(LimitsTest, AClientWhoseTokenWasRevokedMakesNoMoreCallsThanAStranger) {
  const Token token = makeExtraToken(Role::kSteer, std::chrono::hours(1), Renewal::kNone);
  addToken(run_.folder().access(), token);
  const auto stub = bareStub();
  const auto call = [&] {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(20));
    context.AddMetadata(kVersionMetadata, kProtocolVersion);
    context.AddMetadata(kTokenMetadata, token.secret);
    v1::RunInfo info;
    return stub->GetRun(&context, {}, &info).error_code();
  };
  EXPECT_EQ(call(), grpc::StatusCode::OK);
  revokeToken(run_.folder().access(), token.id);
  constexpr int kCalls = 200;  // a stranger has 20, and 2 a second
  std::set<grpc::StatusCode> ends;
  for (int i = 0; i < kCalls; ++i) ends.insert(call());
  EXPECT_TRUE(ends.contains(grpc::StatusCode::PERMISSION_DENIED));
  EXPECT_FALSE(ends.contains(grpc::StatusCode::OK));
  EXPECT_TRUE(ends.contains(grpc::StatusCode::RESOURCE_EXHAUSTED) || ends.contains(grpc::StatusCode::UNAVAILABLE));
}

TEST_F(LimitsTest, ABranchOverTheNetworkLiesBesideItsRun) {
  RunClient client(target(Role::kSteer));
  v1::CommandRequest branch;
  branch.set_kind("branch");
  for (const std::string& elsewhere :
       {std::string("/tmp/elsewhere"), std::string("../elsewhere"), std::string("a/b"), std::string(".."),
        std::string(".hidden"), (run_.path() / "inside").string(), (run_.path().parent_path() / "a/../b").string(),
        (run_.path().parent_path() / "..").string()}) {
    branch.set_path(elsewhere);
    expectError(ErrorCode::kPermissionDenied, "branch_not_beside", [&] { client.command(branch); });
  }
  EXPECT_TRUE(sink_.commands().empty());
  branch.set_path("run-b");
  EXPECT_EQ(client.command(branch).result(), "applied");
  branch.set_path((run_.path().parent_path() / "run-c").string());  // as a client on a shared file system says it
  EXPECT_EQ(client.command(branch).result(), "applied");
  ASSERT_EQ(sink_.commands().size(), 2U);
  EXPECT_EQ(sink_.commands()[0].path, "run-b");
  EXPECT_EQ(sink_.commands()[1].path, "run-c");
  branch.set_path("/tmp/elsewhere");
  EXPECT_EQ(RunClient({run_.path().string()}).command(branch).result(), "applied");
  EXPECT_EQ(sink_.commands()[2].path, "/tmp/elsewhere");
}

TEST_F(LimitsTest, ASettingThatNamesAFileIsNotChosenOverTheNetwork) {
  v1::CommandRequest set;
  set.set_kind("set");
  const auto wish = [&](const std::string& features) {
    (*set.mutable_values())["evaluation.features"].set_text(features);
  };
  RunClient client(target(Role::kSteer));
  for (const char* file : {"/tmp/network.pt", "network.pt", "--device", ""}) {
    wish(file);
    expectError(ErrorCode::kPermissionDenied, "setting_names_file", [&] { client.command(set); });
  }
  EXPECT_TRUE(sink_.commands().empty());
  wish("in-domain");
  EXPECT_EQ(client.command(set).result(), "applied");
  wish("/tmp/network.pt");
  EXPECT_EQ(RunClient({run_.path().string()}).command(set).result(), "applied");
}

/// One open Watch call; what was said to it first.
class OneWatch {
 public:
  OneWatch(v1::RunService::Stub& stub, const std::string& token) {
    context_.AddMetadata(kVersionMetadata, kProtocolVersion);
    context_.AddMetadata(kTokenMetadata, token);
    stream_ = stub.Watch(&context_, v1::WatchRequest());
    v1::WatchUpdate update;
    goes_on_ = stream_->Read(&update);
  }
  ~OneWatch() { context_.TryCancel(); }
  bool goesOn() const { return goes_on_; }
  /// Why it does not.
  std::string refusal() { return toError(stream_->Finish(), "Watch", "engine").id(); }

 private:
  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientReader<v1::WatchUpdate>> stream_;
  bool goes_on_ = false;
};

TEST_F(LimitsTest, WhoWatchesFromOneAddressLeavesOthersTheirPlaces) {
  run_.rows(1);
  const auto stub = bareStub();
  const std::string token = readToken(run_.folder().access(), Role::kWatch)->secret;
  std::vector<std::unique_ptr<OneWatch>> watches;
  for (int i = 0; i < 70; ++i) {
    watches.push_back(std::make_unique<OneWatch>(*stub, token));
    if (!watches.back()->goesOn()) break;
  }
  EXPECT_EQ(watches.size(), 17U);
  EXPECT_EQ(watches.back()->refusal(), "too_many_watchers");
  OneWatch who_steers(*stub, readToken(run_.folder().access(), Role::kSteer)->secret);
  EXPECT_TRUE(who_steers.goesOn()) << who_steers.refusal();
  WatchLog log;
  RunClient owner({run_.path().string()});
  owner.watch(0, 0, log.callbacks());
  EXPECT_TRUE(log.waitForSteps(1));
}

TEST_F(LimitsTest, AnEvaluationDoesNotNameAFileOverTheNetwork) {
  const auto started = [](const Target& target, const std::string& features) {
    std::promise<std::string> refused;
    v1::StartExportRequest request;
    request.mutable_request()->mutable_evaluation()->set_features(features);
    ExportClient client(target);
    client.start(request, {.on_reply = [&](const v1::ExportInfo&) { refused.set_value(""); },
                           .on_failure = [&](const Error& error) { refused.set_value(error.id()); }});
    return refused.get_future().get();
  };
  for (const char* file : {"/tmp/network.pt", "network.pt", "--device"}) {
    EXPECT_EQ(started(target(Role::kSteer), file), "evaluation_names_file") << file;
  }
  for (const char* features : {"in-domain", ""}) {
    EXPECT_NE(started(target(Role::kSteer), features), "evaluation_names_file") << features;
  }
  EXPECT_NE(started({run_.path().string()}, "/tmp/network.pt"), "evaluation_names_file");
}

}  // namespace
}  // namespace gan
