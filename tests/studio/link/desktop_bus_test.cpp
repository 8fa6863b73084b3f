#include "link/desktop_bus.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <QDBusConnection>
#include <QDBusUnixFileDescriptor>
#include <QProcess>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>
#include <QVariantMap>
#include <algorithm>
#include <array>

namespace gan {

/// What a desktop answers: it writes down what it was asked for.
class FakeDesktop : public QObject {
  Q_OBJECT
  Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")

 public:
  QStringList summaries;
  QStringList bodies;
  QList<uint> replaced;
  QVariantMap hints;

 public slots:
  uint Notify(const QString& /*application*/, uint replaces, const QString& /*icon*/, const QString& summary,
              const QString& body, const QStringList& /*actions*/, const QVariantMap& given, int /*timeout*/) {
    summaries << summary;
    bodies << body;
    replaced << replaces;
    hints = given;
    return 7;
  }

 signals:
  void ActionInvoked(uint id, const QString& action);
};

/// Keeps a computer awake while the end of a pipe that it has handed out is open.
class FakeLogins : public QObject {
  Q_OBJECT
  Q_CLASSINFO("D-Bus Interface", "org.freedesktop.login1.Manager")

 public:
  QStringList asked;
  int watched = -1;
  bool held() const {
    pollfd look{watched, POLLIN, 0};
    return watched >= 0 && ::poll(&look, 1, 0) == 0;
  }

 public slots:
  QDBusUnixFileDescriptor Inhibit(const QString& what, const QString& /*who*/, const QString& why,
                                  const QString& mode) {
    asked << what << why << mode;
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) return {};
    watched = ends[0];
    QDBusUnixFileDescriptor given(ends[1]);
    ::close(ends[1]);
    return given;
  }
};

namespace {

constexpr int kPatience = 20'000;  // ms

/// A bus of its own for the whole program, since Qt keeps its connections.
class Bus : public testing::Environment {
 public:
  void SetUp() override {
    const QString program = QStandardPaths::findExecutable(QStringLiteral("dbus-daemon"));
    if (program.isEmpty()) return;
    daemon_.start(program,
                  {QStringLiteral("--session"), QStringLiteral("--nofork"), QStringLiteral("--print-address")});
    if (!daemon_.waitForReadyRead(kPatience)) return;
    const QByteArray address = daemon_.readLine().trimmed();
    qputenv("DBUS_SESSION_BUS_ADDRESS", address);
    qputenv("DBUS_SYSTEM_BUS_ADDRESS", address);
    works = !address.isEmpty();
  }
  void TearDown() override {
    daemon_.terminate();
    daemon_.waitForFinished(kPatience);
  }

  bool works = false;

 private:
  QProcess daemon_;
};

Bus* const kBus = static_cast<Bus*>(testing::AddGlobalTestEnvironment(new Bus));

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
  bus.notify({.title = QStringLiteral("flowers"), .text = QStringLiteral("a < b"), .urgent = true});
  ASSERT_TRUE(QTest::qWaitFor([&] { return fake.summaries.size() == 1; }, kPatience));
  EXPECT_EQ(fake.summaries.first(), QStringLiteral("flowers"));
  EXPECT_EQ(fake.bodies.first(), QStringLiteral("a &lt; b")) << "a body is markup";
  EXPECT_EQ(fake.hints.value(QStringLiteral("urgency")).toInt(), 2);
  bus.notify({.title = QStringLiteral("flowers"), .text = QStringLiteral("finished")});
  ASSERT_TRUE(QTest::qWaitFor([&] { return fake.summaries.size() == 2; }, kPatience));
  EXPECT_EQ(fake.replaced, (QList<uint>{0, 7}));
  emit fake.ActionInvoked(8, QStringLiteral("default"));  // another program's
  emit fake.ActionInvoked(7, QStringLiteral("default"));
  ASSERT_TRUE(QTest::qWaitFor([&] { return !activated.isEmpty(); }, kPatience));
  QTest::qWait(50);
  EXPECT_EQ(activated.size(), 1);
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

#include "desktop_bus_test.moc"
