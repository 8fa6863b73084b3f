#include "link/local_server.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <QFile>
#include <QSignalSpy>
#include <QTest>
#include <fstream>

#include "core/host_name.h"
#include "core/units.h"
#include "protocol/endpoint.h"
#include "run/lock.h"
#include "studio/support/fake_run_source.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

constexpr int kPatience = 20'000;  // ms

/// Stands in for gan-engine: writes its number, and does as the test says.
class LocalServerTest : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(run_);
    QObject::connect(server_.get(), &LocalServer::ready, [this] { ++ready_; });
    QObject::connect(server_.get(), &LocalServer::failed, [this](const Message& why) { whys_.push_back(why); });
  }
  ~LocalServerTest() override { qunsetenv("GAN_ENGINE"); }

  void standIn(const std::string& commands) {
    const fs::path program = folder_.path() / "engine.sh";
    std::ofstream(program) << "#!/bin/sh\necho $$ >> " << started().string() << "\n" << commands << "\n";
    fs::permissions(program, fs::perms::owner_all);
    qputenv("GAN_ENGINE", QByteArray::fromStdString(program.string()));
  }
  fs::path started() const { return folder_.path() / "started"; }
  std::vector<pid_t> pids() const {
    std::vector<pid_t> found;
    std::ifstream stream(started());
    for (pid_t pid = 0; stream >> pid;) found.push_back(pid);
    return found;
  }
  void publish(pid_t pid) {
    writeEndpoint(run_, {.unix_socket = "/nowhere",
                         .tcp = "",
                         .host = hostName(),
                         .pid = pid,
                         .protocol = "1.0",
                         .started_unix_seconds = unixSeconds()});
  }
  static bool until(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, kPatience); }

  TemporaryFolder folder_;
  const fs::path run_ = folder_.path() / "run";
  test::EndingsAwaited endings_;
  std::unique_ptr<LocalServer> server_ = std::make_unique<LocalServer>(QString::fromStdString(run_.string()));
  int ready_ = 0;
  std::vector<Message> whys_;
};

TEST_F(LocalServerTest, WhereAnEngineAnswersNoneIsStarted) {
  standIn("sleep 60");
  publish(::getpid());
  server_->want();
  ASSERT_TRUE(until([&] { return ready_ == 1; }));
  EXPECT_TRUE(pids().empty());
}

TEST_F(LocalServerTest, StartsAnEngineAndEndsItWhenItIsLetGo) {
  standIn("echo \"$@\" > " + (folder_.path() / "arguments").string() + "; exec sleep 60");
  server_->want();
  ASSERT_TRUE(until([&] { return pids().size() == 1; }));
  EXPECT_EQ(ready_, 0) << "it does not answer yet";
  publish(pids().front());
  ASSERT_TRUE(until([&] { return ready_ == 1; }));
  std::string arguments;
  std::getline(std::ifstream(folder_.path() / "arguments"), arguments);
  EXPECT_EQ(arguments, "serve " + run_.string() + " --json");
  server_->want();
  ASSERT_TRUE(until([&] { return ready_ == 2; }));
  EXPECT_EQ(pids().size(), 1U) << "one is enough";
  const pid_t engine = pids().front();
  server_.reset();
  EXPECT_TRUE(waitForEndings(std::chrono::milliseconds(kPatience)));
  EXPECT_NE(::kill(engine, 0), 0);
}

TEST_F(LocalServerTest, WaitsForTheEngineThatTrainsTheRun) {
  standIn("sleep 60");
  const RunLock lock(run_);
  server_->want();
  QTest::qWait(500);
  EXPECT_EQ(ready_, 0);
  EXPECT_TRUE(pids().empty());
  publish(::getpid());
  EXPECT_TRUE(until([&] { return ready_ == 1; }));
}

TEST_F(LocalServerTest, OneThatCannotAnswerSaysWhyAndTheNextWishTriesAgain) {
  standIn(
      R"(echo '{"error": {"id": "run_not_found", "text": "{path} is none.", "arguments": {"path": "x"}}}'; exit 2)");
  server_->want();
  ASSERT_TRUE(until([&] { return whys_.size() == 1; }));
  EXPECT_EQ(whys_.front().english(), "x is none.");
  server_->want();
  ASSERT_TRUE(until([&] { return whys_.size() == 2; }));
  EXPECT_EQ(pids().size(), 2U);
}

TEST_F(LocalServerTest, OneThatWasKilledIsStartedAgainWhenItIsWanted) {
  standIn("exec sleep 60");
  server_->want();
  ASSERT_TRUE(until([&] { return pids().size() == 1; }));
  publish(pids().front());
  ASSERT_TRUE(until([&] { return ready_ == 1; }));
  ::kill(pids().front(), SIGKILL);
  ASSERT_TRUE(until([&] { return ::kill(pids().front(), 0) != 0; }));
  server_->want();
  EXPECT_TRUE(until([&] { return pids().size() == 2; }));
  EXPECT_TRUE(whys_.empty()) << "the link to it says what happened";
}

TEST_F(LocalServerTest, WithoutAnEngineItSaysSo) {
  qputenv("GAN_ENGINE", QByteArray::fromStdString((folder_.path() / "none").string()));
  server_->want();
  ASSERT_TRUE(until([&] { return !whys_.empty(); }));
  EXPECT_EQ(whys_.front().id, "engine_not_started");
}

}  // namespace
}  // namespace gan
