#include <gmock/gmock.h>
#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>
#include <gtest/gtest.h>

#include <csignal>
#include <memory>

#include "core/atomic_file.h"
#include "protocol/studio.grpc.pb.h"
#include "protocol/version.h"
#include "service/deaf_client.h"
#include "service/fake_run.h"
#include "service/watch_log.h"
#include "support/power_cut.h"
#include "support/process.h"
#include "support/thread_sanitizer.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;
using std::chrono::milliseconds;

TEST(Watch, TellsFiveClientsEverythingInOrderWhileTheRunGoesOn) {
  FakeRun run;
  run.rows(50);
  FakeEngine engine(run);
  std::vector<WatchLog> logs(5);
  std::vector<std::unique_ptr<RunClient>> clients;
  for (WatchLog& log : logs) {
    clients.push_back(std::make_unique<RunClient>(Target{run.path().string()}));
    clients.back()->watch(0, 0, log.callbacks());
  }
  for (int i = 0; i < 20; ++i) {
    run.rows(10);
    run.journal(StatusChanged{});
    std::this_thread::sleep_for(milliseconds(20));
  }
  for (WatchLog& log : logs) {
    EXPECT_TRUE(
        log.waitFor([](const WatchLog& all) { return all.steps_.size() >= 250 && all.sequences_.size() >= 21; }));
  }
  clients.clear();
  for (const WatchLog& log : logs) {
    EXPECT_EQ(log.steps_, numbersFrom<std::int64_t>(1, 250));
    EXPECT_EQ(log.sequences_, numbersFrom<std::uint64_t>(1, 21));
    EXPECT_EQ(log.skipped_rows_, 0U);
    for (std::size_t i = 0; i < log.steps_.size(); ++i) {
      ASSERT_EQ(log.first_column_[i], FakeRun::valueOf(log.steps_[i], 0));
    }
  }
}

TEST(Watch, FromTheEndTellsFirstWhereTheRunStandsThenOnlyWhatIsNew) {
  FakeRun run;
  run.rows(50);
  FakeEngine engine(run);
  WatchLog log;
  RunClient client({run.path().string()});
  const v1::RunInfo info = client.run();
  EXPECT_EQ(info.next_row(), 50U);
  client.watch(info.next_sequence(), info.next_row(), log.callbacks());
  ASSERT_TRUE(log.waitFor([](const WatchLog& all) { return all.updates_ == 1; }));
  EXPECT_TRUE(log.steps_.empty());
  EXPECT_EQ(log.next_row_, 50U);
  run.rows(3);
  ASSERT_TRUE(log.waitForSteps(3));
  client.stopWatching();
  EXPECT_EQ(log.steps_, numbersFrom<std::int64_t>(51, 53));
}

TEST(Watch, ReportsItsStatesInOrder) {
  FakeRun run;
  FakeEngine engine(run);
  WatchLog log;
  RunClient client({run.path().string()});
  client.watch(0, 0, log.callbacks());
  ASSERT_TRUE(log.waitForState(ConnectionState::kConnected));
  client.stopWatching();
  std::vector<ConnectionState> states;
  for (const auto& [state, why] : log.states_) states.push_back(state);
  EXPECT_THAT(states, testing::ElementsAre(ConnectionState::kConnecting, ConnectionState::kConnected,
                                           ConnectionState::kClosed));
}

TEST(Watch, GoesOnAfterARestartOfTheEngineWithoutLossOrRepetition) {
  FakeRun run;
  run.rows(20);
  auto engine = std::make_unique<FakeEngine>(run);
  WatchLog log;
  RunClient client({run.path().string()});
  client.watch(0, 0, log.callbacks());
  ASSERT_TRUE(log.waitForSteps(20));
  for (int restart = 1; restart <= 2; ++restart) {
    engine.reset();
    ASSERT_TRUE(log.waitForState(ConnectionState::kLost));
    run.rows(20);
    run.journal(StatusChanged{});
    engine = std::make_unique<FakeEngine>(run);
    EXPECT_EQ(client.run().step(), run.step());
    ASSERT_TRUE(log.waitForSteps(20U + static_cast<std::size_t>(restart) * 20));
    run.rows(20);
    ASSERT_TRUE(log.waitForState(ConnectionState::kConnected));
  }
  ASSERT_TRUE(log.waitForSteps(100));
  ASSERT_TRUE(log.waitFor([](const WatchLog& all) { return all.sequences_.size() >= 3; }));
  client.stopWatching();
  EXPECT_EQ(log.steps_, numbersFrom<std::int64_t>(1, 100));
  EXPECT_EQ(log.sequences_, numbersFrom<std::uint64_t>(1, 3));
}

TEST(Watch, OfAClientThatNeverReadsKeepsNobodyElseWaitingAndIsToldWhatItMissed) {
  GAN_SKIP_MEGABYTES_UNDER_TSAN();
  FakeRun run(std::vector<std::string>{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n"});
  FakeEngine engine(run);
  DeafClient deaf(engine.server().unixSocket());
  WatchLog log;
  RunClient client({run.path().string()});
  client.watch(0, 0, log.callbacks());
  constexpr int kRows = 40'000;  // 3 MB: more than the transport takes for a client that does not read
  for (int i = 0; i < kRows / 5000; ++i) {
    run.rows(5000);
    ASSERT_TRUE(log.waitForSteps(static_cast<std::size_t>(i + 1) * 5000));
  }
  client.stopWatching();
  EXPECT_EQ(log.steps_, numbersFrom<std::int64_t>(1, kRows));

  std::uint64_t received = 0;
  std::uint64_t skipped = 0;
  for (std::uint64_t next_row = 0; next_row < kRows;) {
    v1::WatchUpdate update;
    ASSERT_TRUE(deaf.read(update)) << "at row " << next_row;
    next_row = update.next_row();
    skipped += update.skipped_rows();
    for (const auto& block : update.scalars()) received += static_cast<std::uint64_t>(block.steps_size());
  }
  EXPECT_EQ(received + skipped, static_cast<std::uint64_t>(kRows));
  EXPECT_GT(skipped, 0U);
}

TEST(Watch, OfAKilledClientEndsAndTheOthersGoOn) {
  FakeRun run;
  FakeSink sink;
  FakeEngine engine(run, &sink);
  WatchLog log;
  RunClient client({run.path().string()});
  client.watch(0, 0, log.callbacks(), {.steers = true});
  ASSERT_TRUE(log.waitForState(ConnectionState::kConnected));
  {
    test::Process victim({GAN_SERVICE_TEST_TOOL, "watch", run.path().string()});
    ASSERT_TRUE(test::waitUntil([&] { return sink.clients() == 2; }));
    victim.signal(SIGKILL);
    EXPECT_TRUE(test::waitUntil([&] { return sink.clients() == 1; }));
  }
  run.rows(10);
  EXPECT_TRUE(log.waitForSteps(10));
  client.stopWatching();
  EXPECT_TRUE(test::waitUntil([&] { return sink.clients() == 0; }));
}

TEST(Watch, OnlyCountsAsSteeringWhereTheClientSaysSoAndMay) {
  FakeRun run;
  FakeSink sink;
  FakeEngine engine(run, &sink, {.listen = "127.0.0.1:0"});
  const auto watch = [&](const Target& target, bool steers) {
    WatchLog log;
    RunClient client(target);
    client.watch(0, 0, log.callbacks(), {.steers = steers});
    EXPECT_TRUE(log.waitForState(ConnectionState::kConnected));
    const int counted = sink.clients();
    client.stopWatching();
    EXPECT_TRUE(test::waitUntil([&] { return sink.clients() == 0; }));
    return counted;
  };
  const Target local{run.path().string()};
  EXPECT_EQ(watch(local, false), 0);
  EXPECT_EQ(watch(local, true), 1);
  const auto token = readToken(run.folder().access(), Role::kWatch);
  ASSERT_TRUE(token);
  const Target watcher{"tcp:" + engine.server().tcpAddress(), token->secret,
                       readFile(run.folder().access() / "certificate.pem", 1U << 16U)};
  EXPECT_EQ(watch(watcher, true), 0) << "its role is watch";
}

TEST(Watch, WithoutScalarsOnlyCountsThem) {
  FakeRun run;
  run.rows(30);
  FakeEngine engine(run);
  const auto channel = grpc::CreateChannel("unix:" + engine.server().unixSocket(), grpc::InsecureChannelCredentials());
  const auto stub = v1::RunService::NewStub(channel);
  grpc::ClientContext context;
  context.AddMetadata(kVersionMetadata, kProtocolVersion);
  v1::WatchRequest request;
  request.set_without_scalars(true);
  const auto stream = stub->Watch(&context, request);
  v1::WatchUpdate update;
  ASSERT_TRUE(stream->Read(&update));
  EXPECT_EQ(update.scalars_size(), 0);
  EXPECT_EQ(update.next_row(), 30U);
  EXPECT_EQ(update.step(), 30);
  EXPECT_EQ(update.events_json_size(), 1);
  context.TryCancel();
}

TEST(Watch, PassesOnWholeWhatTheEngineDoesNotKnow) {
  FakeRun run;
  FakeEngine engine(run);
  run.journal(OtherEvent{"weather", R"({"sky":{"clouds":3}})"});
  run.journal(StatusChanged{});
  WatchLog log;
  RunClient client({run.path().string()});
  client.watch(0, 0, log.callbacks());
  ASSERT_TRUE(log.waitFor([](const WatchLog& all) { return all.sequences_.size() == 3; }));
  client.stopWatching();
  const Event weather = eventFromJson(log.events_[1]);
  EXPECT_EQ(weather.what, decltype(Event::what)(OtherEvent{"weather", R"({"sky":{"clouds":3}})"}));
  EXPECT_EQ(log.sequences_, numbersFrom<std::uint64_t>(1, 3));
}

TEST(Watch, PassesOnWholeANameThatTheEngineDoesNotKnow) {
  FakeRun run;
  FakeEngine engine(run);
  run.journal(OtherEvent{"command", R"({"command":{"id":"a","client":"","kind":"set","step":-1,"path":"","values":{}},)"
                                    R"("answer":{"result":"deferred","step":9,"reason":{}},"previous":{}})"});
  run.journal(StatusChanged{});
  WatchLog log;
  RunClient client({run.path().string()});
  client.watch(0, 0, log.callbacks());
  ASSERT_TRUE(log.waitFor([](const WatchLog& all) { return all.sequences_.size() == 3; }));
  client.stopWatching();
  EXPECT_NE(log.events_[1].find(R"("result":"deferred")"), std::string::npos) << log.events_[1];
  EXPECT_EQ(log.sequences_, numbersFrom<std::uint64_t>(1, 3));
}

TEST(Watch, ANumberThatAClientWasToldIsNotGivenAgainAfterAPowerCut) {
  FakeRun run;
  std::uint64_t told = 0;
  {
    FakeEngine engine(run);
    for (int i = 0; i < 3; ++i) run.journal(LoadMeasured{});
    WatchLog log;
    RunClient client({run.path().string()});
    client.watch(0, 0, log.callbacks());
    ASSERT_TRUE(log.waitFor([](const WatchLog& all) { return all.sequences_.size() == 4; }));
    client.stopWatching();
    told = log.sequences_.back();
  }
  run.journal(LoadMeasured{});  // nobody was told of it
  test::cutPower(run.folder().journal());
  EXPECT_EQ(JournalWriter(run.folder().journal()).append({.segment = 1, .what = StatusChanged{}}).sequence, told + 1);
}

TEST(Watch, OfOneClientTooManyIsRefused) {
  FakeRun run;
  FakeEngine engine(run);
  std::vector<std::unique_ptr<DeafClient>> clients;
  for (int i = 0; i < 64; ++i) clients.push_back(std::make_unique<DeafClient>(engine.server().unixSocket()));
  WatchLog log;
  RunClient client({run.path().string()});
  client.watch(0, 0, log.callbacks());
  ASSERT_TRUE(log.waitForState(ConnectionState::kLost));
  client.stopWatching();
  EXPECT_NE(log.states_[1].second.find("64 clients"), std::string::npos) << log.states_[1].second;
}

}  // namespace
}  // namespace gan
