#include "link/desktop_bus.h"

#include <gtest/gtest.h>

#include <QDBusConnection>
#include <QSignalSpy>
#include <QTest>
#include <optional>

#include "studio/support/fake_desktop.h"

namespace gan {
namespace {

using test::FakeDesktop;
using test::FakeLogins;
using test::kBus;

constexpr int kPatience = 20'000;  // ms

class DesktopBusTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!kBus->works) GTEST_SKIP() << "needs dbus-daemon";
    desktop_.emplace(QDBusConnection::connectToBus(QString::fromLocal8Bit(qgetenv("DBUS_SESSION_BUS_ADDRESS")),
                                                   QStringLiteral("desktop")));
  }
  void offer(const QString& service, const QString& path, QObject* object) {
    ASSERT_TRUE(desktop_->registerService(service));
    ASSERT_TRUE(
        desktop_->registerObject(path, object, QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals));
  }

  std::optional<QDBusConnection> desktop_;
};

TEST_F(DesktopBusTest, ShowsOneNotificationAfterTheOtherAndHearsThatSomebodyWantsToSee) {
  FakeDesktop fake;
  offer(QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("/org/freedesktop/Notifications"), &fake);
  DesktopBus bus;
  QSignalSpy activated(&bus, &DesktopBus::activated);
  const QString flowers = QStringLiteral("/runs/flowers");
  bus.notify({.title = QStringLiteral("flowers"), .text = QStringLiteral("a < b"), .urgent = true, .about = flowers});
  ASSERT_TRUE(QTest::qWaitFor([&] { return fake.summaries.size() == 1; }, kPatience));
  EXPECT_EQ(fake.summaries.first(), QStringLiteral("flowers"));
  EXPECT_EQ(fake.bodies.first(), QStringLiteral("a &lt; b")) << "a body is markup";
  EXPECT_EQ(fake.hints.value(QStringLiteral("urgency")).toInt(), 2);
  bus.notify({.title = QStringLiteral("flowers"), .text = QStringLiteral("finished"), .about = flowers});
  ASSERT_TRUE(QTest::qWaitFor([&] { return fake.summaries.size() == 2; }, kPatience));
  const QString others = QStringLiteral("/others/flowers");
  bus.notify({.title = QStringLiteral("flowers"), .text = QStringLiteral("failed"), .about = others});
  ASSERT_TRUE(QTest::qWaitFor([&] { return fake.summaries.size() == 3; }, kPatience));
  EXPECT_EQ(fake.replaced, (QList<uint>{0, 7, 0})) << "of another run it is another one";
  emit fake.ActionInvoked(9, QStringLiteral("default"));  // another program's
  emit fake.ActionInvoked(7, QStringLiteral("default"));
  ASSERT_TRUE(QTest::qWaitFor([&] { return !activated.isEmpty(); }, kPatience));
  QTest::qWait(50);
  EXPECT_EQ(activated.size(), 1);
  EXPECT_EQ(activated[0][0].toString(), flowers);
  emit fake.ActionInvoked(8, QStringLiteral("default"));
  ASSERT_TRUE(QTest::qWaitFor([&] { return activated.size() == 2; }, kPatience));
  EXPECT_EQ(activated[1][0].toString(), others);
}

TEST_F(DesktopBusTest, KeepsAwakeUntilItIsToldNotToOrGoes) {
  FakeLogins fake;
  offer(QStringLiteral("org.freedesktop.login1"), QStringLiteral("/org/freedesktop/login1"), &fake);
  {
    DesktopBus bus;
    bus.keepAwake(QStringLiteral("flowers is being trained"));
    bus.keepAwake(QStringLiteral("flowers is being trained"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return fake.held(); }, kPatience));
    EXPECT_EQ(fake.asked, (QStringList{QStringLiteral("sleep"), QStringLiteral("flowers is being trained"),
                                       QStringLiteral("block")}));
    bus.keepAwake({});
    ASSERT_TRUE(QTest::qWaitFor([&] { return !fake.held(); }, kPatience));
    bus.keepAwake(QStringLiteral("again"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return fake.held(); }, kPatience));
  }
  EXPECT_TRUE(QTest::qWaitFor([&] { return !fake.held(); }, kPatience));
}

TEST_F(DesktopBusTest, WhereNobodyAnswersNothingHappens) {
  DesktopBus bus;
  bus.notify({.title = QStringLiteral("flowers"), .text = QStringLiteral("finished")});
  bus.keepAwake(QStringLiteral("flowers is being trained"));
  QTest::qWait(100);
}

}  // namespace
}  // namespace gan
