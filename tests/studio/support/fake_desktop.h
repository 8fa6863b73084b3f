#pragma once

#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <QDBusConnection>
#include <QDBusUnixFileDescriptor>
#include <QObject>
#include <QProcess>
#include <QStandardPaths>
#include <QVariantMap>
#include <array>

namespace gan::test {

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
    return replaces != 0 ? replaces : next_++;
  }

 signals:
  void ActionInvoked(uint id, const QString& action);

 private:
  uint next_ = 7;
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

/// A bus of its own for the whole program, since Qt keeps its connections.
class Bus : public testing::Environment {
 public:
  void SetUp() override {
    const QString program = QStandardPaths::findExecutable(QStringLiteral("dbus-daemon"));
    if (program.isEmpty()) return;
    daemon_.start(program,
                  {QStringLiteral("--session"), QStringLiteral("--nofork"), QStringLiteral("--print-address")});
    if (!daemon_.waitForReadyRead(kPatienceMs)) return;
    const QByteArray address = daemon_.readLine().trimmed();
    qputenv("DBUS_SESSION_BUS_ADDRESS", address);
    qputenv("DBUS_SYSTEM_BUS_ADDRESS", address);
    works = !address.isEmpty();
  }
  void TearDown() override {
    daemon_.terminate();
    daemon_.waitForFinished(kPatienceMs);
  }

  bool works = false;

 private:
  static constexpr int kPatienceMs = 20'000;

  QProcess daemon_;
};

inline Bus* const kBus = static_cast<Bus*>(testing::AddGlobalTestEnvironment(new Bus));

}  // namespace gan::test
