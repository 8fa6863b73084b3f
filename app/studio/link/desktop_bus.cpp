#include "link/desktop_bus.h"

#include <QCoreApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusReply>
#include <QDBusUnixFileDescriptor>
#include <QFileInfo>
#include <QHash>
#include <QStringList>
#include <QVariantMap>
#include <algorithm>
#include <optional>
#include <utility>

namespace gan {
namespace {

constexpr int kTimeoutMs = 3000;

/// A service's interface, as its specification names it.
struct Interface {
  QString service;
  QString path;
  QString name;
};

Interface notifications() {
  return {QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("/org/freedesktop/Notifications"),
          QStringLiteral("org.freedesktop.Notifications")};
}

/// systemd's and elogind's: holds while the descriptor that it returns is open.
Interface logins() {
  return {QStringLiteral("org.freedesktop.login1"), QStringLiteral("/org/freedesktop/login1"),
          QStringLiteral("org.freedesktop.login1.Manager")};
}

/// Of desktops without it: holds while its number is not given back.
Interface powerManagement() {
  return {QStringLiteral("org.freedesktop.PowerManagement"), QStringLiteral("/org/freedesktop/PowerManagement/Inhibit"),
          QStringLiteral("org.freedesktop.PowerManagement.Inhibit")};
}

/// Where there is none, Qt would start one.
bool hasSessionBus() {
  return qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS") ||
         QFileInfo::exists(qEnvironmentVariable("XDG_RUNTIME_DIR") + QStringLiteral("/bus"));
}

bool hasSystemBus() {
  return qEnvironmentVariableIsSet("DBUS_SYSTEM_BUS_ADDRESS") ||
         QFileInfo::exists(QStringLiteral("/run/dbus/system_bus_socket"));
}

std::optional<QVariant> ask(const QDBusConnection& bus, const Interface& interface, const QString& method,
                            const QVariantList& arguments) {
  if (!bus.isConnected()) return std::nullopt;
  QDBusMessage message = QDBusMessage::createMethodCall(interface.service, interface.path, interface.name, method);
  message.setArguments(arguments);
  const QDBusMessage reply = bus.call(message, QDBus::Block, kTimeoutMs);
  if (reply.type() != QDBusMessage::ReplyMessage) return std::nullopt;
  return reply.arguments().value(0);
}

}  // namespace

/// Asks and waits for answers, on a thread where nobody minds.
class DesktopCalls : public QObject {
  Q_OBJECT

 public:
  DesktopCalls(QObject* parent, std::function<void(const QString& about)> activated)
      : QObject(parent), activated_(std::move(activated)) {
    const Interface notices = notifications();
    session_.connect(notices.service, notices.path, notices.name, QStringLiteral("ActionInvoked"), this,
                     SLOT(onAction(uint, QString)));
  }
  ~DesktopCalls() override { release(); }

  void notify(const DesktopBus::Notification& notification, const QString& show) {
    const QVariantMap hints{{QStringLiteral("urgency"), QVariant::fromValue<uchar>(notification.urgent ? 2 : 1)},
                            {QStringLiteral("desktop-entry"), QStringLiteral("org.ganstudio.Studio")}};
    const auto id = ask(session_, notifications(), QStringLiteral("Notify"),
                        {QStringLiteral("GAN Studio"), shown_.value(notification.about), QStringLiteral("gan-studio"),
                         notification.title, notification.text.toHtmlEscaped(),
                         QStringList{QStringLiteral("default"), show}, hints, -1});
    if (id) shown_.insert(notification.about, id->toUInt());
  }

  void inhibit(const QString& why) {
    release();
    if (why.isEmpty()) return;
    const QString who = QStringLiteral("GAN Studio");
    if (hasSystemBus()) {
      const auto held = ask(QDBusConnection::systemBus(), logins(), QStringLiteral("Inhibit"),
                            {QStringLiteral("sleep"), who, why, QStringLiteral("block")});
      if (held) awake_ = held->value<QDBusUnixFileDescriptor>();
      if (awake_.isValid()) return;
    }
    const auto cookie = ask(session_, powerManagement(), QStringLiteral("Inhibit"), {who, why});
    if (cookie) cookie_ = cookie->toUInt();
  }

 private slots:
  void onAction(uint id, const QString& /*action*/) {
    const auto found = std::find(shown_.cbegin(), shown_.cend(), id);
    if (found != shown_.cend()) activated_(found.key());
  }

 private:
  void release() {
    awake_ = {};
    if (cookie_) ask(session_, powerManagement(), QStringLiteral("UnInhibit"), {*std::exchange(cookie_, {})});
  }

  const std::function<void(const QString& about)> activated_;
  QDBusConnection session_ = hasSessionBus() ? QDBusConnection::sessionBus() : QDBusConnection(QString());
  QHash<QString, uint> shown_;  ///< The newest notification about each.
  QDBusUnixFileDescriptor awake_;
  std::optional<uint> cookie_;
};

DesktopBus::DesktopBus(QObject* parent) : QObject(parent) {}

DesktopBus::~DesktopBus() { keepAwake({}); }

void DesktopBus::post(std::function<void(DesktopCalls&)> work) {
  const auto tell = background_.teller();
  background_.post([shared = shared_, there = background_.there(), tell, self = this, work = std::move(work)] {
    if (shared->calls == nullptr) {
      shared->calls = new DesktopCalls(
          there, [tell, self](const QString& about) { tell([self, about] { emit self->activated(about); }); });
    }
    work(*shared->calls);
  });
}

void DesktopBus::notify(const Notification& notification) {
  post([notification, show = tr("Show")](DesktopCalls& calls) { calls.notify(notification, show); });
}

void DesktopBus::keepAwake(const QString& why) {
  if (std::exchange(awake_for_, why) == why) return;
  post([why](DesktopCalls& calls) { calls.inhibit(why); });
}

}  // namespace gan

#include "desktop_bus.moc"
