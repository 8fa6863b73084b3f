#include "link/host_launcher.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <QTest>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "protocol/endpoint.h"
#include "service/fake_run.h"
#include "studio/support/asking_ssh.h"

namespace gan {
namespace {

/// A host with a run, on which a program of this test stands for gan-engine, and a person who knows its password.
class HostLauncherTest : public testing::Test {
 protected:
  HostLauncherTest() {
    access_->setPerson(&person_, [this](std::uint64_t number, const AccessQuestion& question) {
      ++questions_;
      over_ = question.over;
      if (answers_) access_->answer(number, AccessAnswer{.text = QStringLiteral("secret")});
    });
    QObject::connect(launcher_.get(), &HostLauncher::started, &person_,
                     [this](const RunPlace& asked, const RunPlace& run) {
                       started_.push_back({asked, run});
                     });
    QObject::connect(launcher_.get(), &HostLauncher::failed, &person_,
                     [this](const RunPlace& asked, const Message& why) {
                       failed_.push_back({asked, why});
                     });
  }
  ~HostLauncherTest() override {
    access_->setPerson(nullptr);
    if (const auto endpoint = readEndpoint(run_.path())) ::kill(endpoint->pid, SIGKILL);
  }

  RunPlace there(const char* name) const {
    return RunPlace::ofTarget(QStringLiteral("ssh://ann@node") +
                              QString::fromStdString((run_.temporary() / name).string()));
  }
  static QStringList training(const RunPlace& run) {
    return {QStringLiteral("train"), QStringLiteral("--preset"), QStringLiteral("shapes-dcgan"),
            QStringLiteral("--out"), run.path()};
  }
  static bool until(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, 20'000); }

  struct Started {
    RunPlace asked;
    RunPlace run;
  };
  struct Failed {
    RunPlace asked;
    Message why;
  };

  gan::FakeRun run_;  // not gan::test::FakeRun, which neighbours use
  test::AskingSsh ssh_{run_.temporary()};
  QObject person_;
  bool answers_ = true;
  int questions_ = 0;
  std::stop_token over_;
  std::shared_ptr<EngineAccess> access_ = std::make_shared<EngineAccess>();
  std::unique_ptr<HostLauncher> launcher_ = std::make_unique<HostLauncher>(access_);
  std::vector<Started> started_;
  std::vector<Failed> failed_;
};

TEST_F(HostLauncherTest, StartsATrainingThereAndSaysWhenItIsServed) {
  launcher_->start(there("run"), training(there("run")));
  ASSERT_TRUE(until([this] { return started_.size() + failed_.size() == 1; }));
  ASSERT_EQ(started_.size(), 1U) << failed_[0].why.english();
  EXPECT_EQ(started_[0].asked, there("run"));
  EXPECT_EQ(started_[0].run, there("run"));
  EXPECT_TRUE(readEndpoint(run_.path()).has_value());
}

TEST_F(HostLauncherTest, SaysWhyNothingWasStartedAndOneLoginServesThemAll) {
  launcher_->start(there("new"), training(there("new")));
  ASSERT_TRUE(until([this] { return failed_.size() == 1; }));
  EXPECT_EQ(failed_[0].asked, there("new"));
  EXPECT_EQ(failed_[0].why.id, "no_luck") << failed_[0].why.english();
  launcher_->start(there("run"), training(there("run")));
  ASSERT_TRUE(until([this] { return started_.size() == 1; }));
  EXPECT_EQ(questions_, 1);
  EXPECT_EQ(ssh_.logins(), 1);
}

TEST_F(HostLauncherTest, StartsNothingThatIsNoTrainingAndNothingWithoutSsh) {
  launcher_->start(there("run"), {QStringLiteral("data"), QStringLiteral("inspect")});
  ASSERT_TRUE(until([this] { return failed_.size() == 1; }));
  EXPECT_EQ(failed_[0].why.id, "start_not_a_training");
  const RunPlace tls = RunPlace::ofTarget(QStringLiteral("tls://node:7420"));
  launcher_->start(tls, training(there("run")));
  ASSERT_TRUE(until([this] { return failed_.size() == 2; }));
  EXPECT_EQ(failed_[1].asked, tls);
  EXPECT_EQ(failed_[1].why.id, "host_needs_ssh");
}

TEST_F(HostLauncherTest, GoneWhileItLogsInItAsksForNothing) {
  answers_ = false;
  launcher_->start(there("run"), training(there("run")));
  ASSERT_TRUE(until([this] { return questions_ == 1; }));
  launcher_.reset();
  EXPECT_TRUE(until([this] { return over_.stop_requested(); }));
  EXPECT_TRUE(started_.empty());
  EXPECT_TRUE(failed_.empty());
}

}  // namespace
}  // namespace gan
