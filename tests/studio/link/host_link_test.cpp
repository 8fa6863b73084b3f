#include "link/host_link.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <QHash>
#include <QTest>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <vector>

#include "service/fake_run.h"
#include "studio/support/asking_ssh.h"
#include "support/process.h"

namespace gan {
namespace {

constexpr int kPatience = 20'000;

/// A host, of which this test's process makes the runs, and a person who knows its password.
class HostLinkTest : public testing::Test {
 protected:
  HostLinkTest() {
    access_->setPerson(&person_, [this](std::uint64_t number, const AccessQuestion&) {
      ++questions_;
      access_->answer(number, AccessAnswer{.text = password_});
    });
    QObject::connect(&link_, &HostLink::listed, &person_, [this](const auto& news, const auto& gone) {
      ++lists_;
      for (const HostRun& run : news) runs_[run.place.target] = run;
      for (const RunPlace& place : gone) runs_.remove(place.target);
    });
    QObject::connect(&link_, &HostLink::lost, &person_, [this](const Message& why) { losses_.push_back(why); });
    QObject::connect(&link_, &HostLink::failed, &person_, [this](const Message& why) { failures_.push_back(why); });
  }
  ~HostLinkTest() override { access_->setPerson(nullptr); }

  RunPlace folder(const QString& below = {}) const {
    return RunPlace::ofTarget(QStringLiteral("ssh://ann@node") + QString::fromStdString(run_.temporary().string()) +
                              below);
  }
  static bool until(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, kPatience); }

  gan::FakeRun run_;  // not gan::test::FakeRun, which neighbours use
  test::AskingSsh ssh_{run_.temporary()};
  QObject person_;
  QString password_ = QStringLiteral("secret");
  int questions_ = 0;
  std::shared_ptr<EngineAccess> access_ = std::make_shared<EngineAccess>();
  HostLink link_{access_};
  int lists_ = 0;
  QHash<QString, HostRun> runs_;
  std::vector<Message> losses_;
  std::vector<Message> failures_;
};

TEST_F(HostLinkTest, ListsWhatIsThereAndFollowsIt) {
  run_.rows(12);
  run_.journal(StatusChanged{RunStatus::kFinished, {}});
  link_.list(folder());
  ASSERT_TRUE(until([this] { return lists_ == 1; })) << (failures_.empty() ? "" : failures_[0].english());
  ASSERT_EQ(runs_.size(), 1);
  const HostRun& run = runs_.begin().value();
  EXPECT_EQ(run.place.target, folder(QStringLiteral("/run")).target);
  EXPECT_EQ(run.glance.status, RunStatus::kFinished);
  EXPECT_EQ(run.glance.step, 12);
  EXPECT_FALSE(run.glance.writer_alive);
  std::filesystem::remove_all(run_.path());
  EXPECT_TRUE(until([this] { return runs_.isEmpty(); }));
}

TEST(ListedRuns, AreSoManyInAllMessagesTogether) {
  const auto place = [](int number) { return RunPlace::ofTarget(QStringLiteral("ssh://node/runs/%1").arg(number)); };
  ListedRuns runs(2);
  EXPECT_TRUE(runs.take(place(1)));
  EXPECT_TRUE(runs.take(place(2)));
  EXPECT_FALSE(runs.take(place(3)));
  EXPECT_TRUE(runs.take(place(1))) << "news of one that is there";
  EXPECT_FALSE(runs.forget(place(3)));
  EXPECT_TRUE(runs.forget(place(2)));
  EXPECT_TRUE(runs.take(place(3)));
}

TEST_F(HostLinkTest, OneLoginServesAllListsOfAHost) {
  link_.list(folder());
  ASSERT_TRUE(until([this] { return lists_ == 1; }));
  link_.list(folder(QStringLiteral("/run")));
  ASSERT_TRUE(until([this] { return lists_ == 2; }));
  EXPECT_EQ(questions_, 1);
  EXPECT_EQ(ssh_.logins(), 1);
}

TEST_F(HostLinkTest, SaysWhyThereIsNoListAndTriesAgainWhenAsked) {
  password_ = QStringLiteral("wrong");
  link_.list(folder());
  ASSERT_TRUE(until([this] { return failures_.size() == 1; }));
  EXPECT_EQ(failures_[0].id, "ssh_denied");
  password_ = QStringLiteral("secret");
  link_.list(folder());
  EXPECT_TRUE(until([this] { return lists_ == 1; }));
}

TEST_F(HostLinkTest, TakesAListThatBrokeUpAgainByItself) {
  link_.list(folder());
  ASSERT_TRUE(until([this] { return lists_ == 1; }));
  ::kill(ssh_.pid(), SIGKILL);
  ASSERT_TRUE(until([this] { return losses_.size() == 1; }));
  EXPECT_FALSE(losses_[0].empty());
  ASSERT_TRUE(until([this] { return lists_ == 2; }));
  EXPECT_EQ(ssh_.logins(), 2);
  ::kill(ssh_.pid(), SIGKILL);
  EXPECT_TRUE(until([this] { return lists_ == 3; }));
  EXPECT_TRUE(failures_.empty());
}

TEST_F(HostLinkTest, IsNotTakenUpAgainWhereWaitingMendsNothing) {
  link_.list(folder());
  ASSERT_TRUE(until([this] { return lists_ == 1; }));
  password_ = QStringLiteral("wrong");
  ::kill(ssh_.pid(), SIGKILL);
  ASSERT_TRUE(until([this] { return failures_.size() == 1; }));
  EXPECT_EQ(failures_[0].id, "ssh_denied");
  EXPECT_EQ(ssh_.logins(), 2);
  QTest::qWait(1500);  // the next would have come
  EXPECT_EQ(ssh_.logins(), 2);
  EXPECT_EQ(lists_, 1);
}

TEST_F(HostLinkTest, AFolderThatIsNotThereIsNamed) {
  link_.list(folder(QStringLiteral("/nothing")));
  ASSERT_TRUE(until([this] { return failures_.size() == 1; }));
  EXPECT_NE(failures_[0].english().find("nothing"), std::string::npos);
}

TEST_F(HostLinkTest, ARunThatCannotBeReadSaysWhy) {
  std::filesystem::create_directory(run_.temporary() / "broken");
  std::ofstream(run_.temporary() / "broken" / "run.yaml") << "data: {}\n";
  std::ofstream(run_.temporary() / "broken" / "manifest.json") << "not JSON";
  link_.list(folder());
  ASSERT_TRUE(until([this] { return lists_ == 1; }));
  EXPECT_FALSE(runs_[folder(QStringLiteral("/broken")).target].problem.empty());
  EXPECT_TRUE(runs_[folder(QStringLiteral("/run")).target].problem.empty());
}

}  // namespace
}  // namespace gan
