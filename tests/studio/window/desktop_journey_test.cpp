// The desktop around the window: it is told what becomes of a training while somebody looks elsewhere, and keeps the
// computer awake meanwhile.
#include <signal.h>

#include <QDBusConnection>
#include <QWidget>
#include <algorithm>

#include "studio/support/fake_desktop.h"
#include "studio/window/journey.h"
#include "support/small_training.h"

namespace gan::test {
namespace {

constexpr int kLong = 300'000;  // ms
constexpr int kNormal = 1;
constexpr int kUrgent = 2;

class DesktopJourney : public Journey {
 protected:
  void SetUp() override {
    if (!kBus->works) GTEST_SKIP() << "needs dbus-daemon";
    QDBusConnection bus = QDBusConnection::connectToBus(QString::fromLocal8Bit(qgetenv("DBUS_SESSION_BUS_ADDRESS")),
                                                        QStringLiteral("desktop"));
    const auto offer = [&bus](const QString& service, const QString& path, QObject* object) {
      require(bus.registerService(service), "the bus does not take " + service.toStdString());
      require(bus.registerObject(path, object, QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals),
              "the bus does not take " + path.toStdString());
    };
    offer(QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("/org/freedesktop/Notifications"), &desktop_);
    offer(QStringLiteral("org.freedesktop.login1"), QStringLiteral("/org/freedesktop/login1"), &logins_);
  }

  /// Trains a small run of this name, and opens it while it trains. steps 0: without end.
  void train(const std::string& name, std::int64_t steps) {
    const fs::path run = folder_.path() / name;
    std::vector<std::string> words = smallTraining(run, steps);
    words.insert(words.begin(), {program("gan-engine"), "train"});
    engine_ = std::make_unique<Process>(words);
    require(until([&] { return fs::exists(run / "endpoint.json"); }, kLong), engine_->errors());
    window_->open(QString::fromStdString(run.string()));
    require(until([&] { return window_->runGoesOn(); }), "the window does not reach the engine");
  }
  void pause() {
    trigger("pause");
    require(until([&] { return summary().status == RunStatus::kPaused; }), "the run does not pause");
  }
  void lookElsewhere() {
    elsewhere_.resize(200, 100);
    elsewhere_.show();
    elsewhere_.activateWindow();
    require(QTest::qWaitForWindowActive(&elsewhere_), "the other window does not get the keyboard");
  }
  bool isTold() {
    return until([&] { return !desktop_.summaries.isEmpty(); }, kLong);
  }

  FakeDesktop desktop_;
  FakeLogins logins_;
  QWidget elsewhere_;
  std::unique_ptr<Process> engine_;
};

TEST_F(DesktopJourney, KeepsTheComputerAwakeAndTellsThatTheTrainingIsFinished) {
  train("short", 3000);
  ASSERT_TRUE(until([&] { return logins_.held(); })) << "it may fall asleep";
  EXPECT_EQ(logins_.asked.value(0), QStringLiteral("sleep"));
  EXPECT_TRUE(logins_.asked.value(1).contains(QStringLiteral("short"))) << logins_.asked.value(1).toStdString();
  pause();
  EXPECT_TRUE(until([&] { return !logins_.held(); })) << "nothing is computed";
  EXPECT_TRUE(desktop_.summaries.isEmpty()) << "somebody looks";
  lookElsewhere();
  trigger("pause");
  EXPECT_TRUE(until([&] { return logins_.held(); }));
  ASSERT_TRUE(isTold());
  EXPECT_EQ(summary().status, RunStatus::kFinished);
  EXPECT_EQ(desktop_.summaries.last(), QStringLiteral("short"));
  EXPECT_TRUE(desktop_.bodies.last().contains(QLocale().toString(3000))) << desktop_.bodies.last().toStdString();
  EXPECT_EQ(desktop_.hints.value(QStringLiteral("urgency")).toInt(), kNormal);
  EXPECT_TRUE(until([&] { return !logins_.held(); })) << "it is done";
  picture(QStringLiteral("finished-while-away"));

  // Somebody chooses to see it.
  emit desktop_.ActionInvoked(7, QStringLiteral("default"));
  EXPECT_TRUE(until([&] { return window_->isActiveWindow(); }));
}

TEST_F(DesktopJourney, TellsThatTheEngineIsGone) {
  train("killed", 0);
  ASSERT_TRUE(until([&] { return logins_.held(); }));
  lookElsewhere();
  engine_->signal(SIGKILL);
  ASSERT_TRUE(isTold());
  EXPECT_EQ(desktop_.summaries.last(), QStringLiteral("killed"));
  EXPECT_EQ(desktop_.hints.value(QStringLiteral("urgency")).toInt(), kUrgent) << "it stays until it is seen";
  EXPECT_TRUE(until([&] { return !logins_.held(); }));
  picture(QStringLiteral("killed-while-away"));
}

TEST_F(DesktopJourney, ARunThatIsNotOpenKeepsItAwakeAndIsToldOfToo) {
  train("behind", 0);
  ASSERT_TRUE(until([&] { return logins_.held(); }));
  trigger("close_run");
  QTest::qWait(3000);  // the list has been looked through again
  EXPECT_TRUE(until([&] { return logins_.held(); })) << "it is trained all the same";
  EXPECT_TRUE(logins_.asked.value(logins_.asked.size() - 2).contains(QStringLiteral("behind")));
  EXPECT_TRUE(desktop_.summaries.isEmpty());
  lookElsewhere();
  engine_->signal(SIGKILL);
  ASSERT_TRUE(isTold());
  EXPECT_EQ(desktop_.summaries.last(), QStringLiteral("behind"));
  EXPECT_EQ(desktop_.hints.value(QStringLiteral("urgency")).toInt(), kUrgent);
  EXPECT_TRUE(until([&] { return !logins_.held(); }));
  picture(QStringLiteral("another-run-ended-while-away"));

  // Somebody chooses to see that run.
  emit desktop_.ActionInvoked(7, QStringLiteral("default"));
  ASSERT_TRUE(until([&] { return window_->run() != nullptr && window_->run()->isOpen(); }));
  EXPECT_EQ(window_->run()->facts().name, "behind");
}

TEST_F(DesktopJourney, TellsThatTheTrainingHasCollapsed) {
  train("collapsing", 0);
  pause();  // until somebody looks elsewhere
  for (const char* rate :
       {"setting_optimizer_generator_learning_rate", "setting_optimizer_discriminator_learning_rate"}) {
    const std::size_t before = handled(CommandKind::kSet).size();
    type(rate, QStringLiteral("1"));
    ASSERT_TRUE(waitApplied(CommandKind::kSet, before + 1)) << rate;
  }
  lookElsewhere();
  trigger("pause");
  ASSERT_TRUE(isTold());
  EXPECT_EQ(desktop_.summaries.last(), QStringLiteral("collapsing"));
  EXPECT_EQ(desktop_.hints.value(QStringLiteral("urgency")).toInt(), kUrgent);
  picture(QStringLiteral("collapsed-while-away"));
}

TEST_F(DesktopJourney, ACollapseOfARunThatIsNotOpenIsToldOfToo) {
  train("aside", 0);
  trigger("close_run");
  QTest::qWait(3000);  // the list has been looked through again
  lookElsewhere();
  Process steer({program("gan-engine"), "steer", (folder_.path() / "aside").string(), "set",
                 "optimizer.generator.learning_rate=1", "optimizer.discriminator.learning_rate=1"});
  ASSERT_EQ(steer.wait(), 0) << steer.errors();
  ASSERT_TRUE(isTold());
  EXPECT_EQ(desktop_.summaries.last(), QStringLiteral("aside"));
  EXPECT_EQ(desktop_.hints.value(QStringLiteral("urgency")).toInt(), kUrgent);
  picture(QStringLiteral("another-run-collapsed-while-away"));
}

}  // namespace
}  // namespace gan::test
