#include <gtest/gtest.h>

#include <csignal>

#include "core/atomic_file.h"
#include "protocol/run_client.h"
#include "protocol/studio.pb.h"
#include "protocol/token.h"
#include "service/deaf_client.h"
#include "service/fake_run.h"
#include "service/slow_line.h"
#include "support/process.h"

namespace gan {
namespace {

TEST(Watch, OfAClientWhoseProcessIsStoppedEndsWithinAMinute) {
  FakeRun run;
  FakeSink sink;
  FakeEngine engine(run, &sink);
  test::Process client({GAN_SERVICE_TEST_TOOL, "watch", run.path().string()});
  ASSERT_TRUE(test::waitUntil([&] { return sink.clients() == 1; }));
  client.signal(SIGSTOP);
  const auto ended = [&] {
    run.rows(200);
    return sink.clients() == 0;
  };
  EXPECT_TRUE(test::waitUntil(ended, std::chrono::seconds(60), std::chrono::milliseconds(100)));
  client.signal(SIGCONT);
  EXPECT_TRUE(test::waitUntil([&] { return sink.clients() == 1; }));  // it comes back by itself
}

TEST(Watch, OfAClientThatTakesAByteASecondEndsWithinAMinute) {
  FakeRun run(std::vector<std::string>{"a", "b", "c", "d", "e", "f", "g", "h"});
  FakeSink sink;
  FakeEngine engine(run, &sink);
  SlowLine line(run.temporary() / "slow.sock", engine.server().unixSocket());
  test::Process client({GAN_SERVICE_TEST_TOOL, "watch", "unix:" + (run.temporary() / "slow.sock").string()});
  ASSERT_TRUE(test::waitUntil([&] { return sink.clients() == 1; }));
  line.beSlow();
  const auto ended = [&] {
    run.rows(200);
    return sink.clients() == 0;
  };
  EXPECT_TRUE(test::waitUntil(ended, std::chrono::seconds(75), std::chrono::milliseconds(100)));
  EXPECT_EQ(RunClient({run.path().string()}).run().id(), run.folder().manifest().id);
}

TEST(RunServer, EndsWithinTwoSecondsThoughAClientsProcessIsStopped) {
  FakeRun run(std::vector<std::string>{"a", "b", "c", "d", "e", "f", "g", "h"});
  FakeSink sink;
  FakeEngine engine(run, &sink);
  test::Process client({GAN_SERVICE_TEST_TOOL, "watch", run.path().string()});
  ASSERT_TRUE(test::waitUntil([&] { return sink.clients() == 1; }));
  client.signal(SIGSTOP);
  for (int i = 0; i < 30; ++i) {  // until the socket's buffer is full
    run.rows(1000);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  EXPECT_LE(engine.stop().count(), 2.0);
}

TEST(RunServer, WaitsNoLongerThanItSaysForAWatcherOfTheNetworkThatTakesNothing) {
  FakeRun run(std::vector<std::string>{"a", "b", "c", "d", "e", "f", "g", "h"});
  FakeSink sink;
  FakeEngine engine(run, &sink, {.listen = "127.0.0.1:0"});
  const std::filesystem::path access = run.folder().access();
  const DeafClient deaf(engine.server().tcpAddress(), readFile(access / "certificate.pem", 65536),
                        readToken(access, Role::kWatch)->secret);
  for (int i = 0; i < 30; ++i) {  // until nothing more leaves
    run.rows(1000);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  const double took = engine.stop().count();
  EXPECT_GE(took, 4.9);
  EXPECT_LE(took, 7.5);
}

}  // namespace
}  // namespace gan
