#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <memory>

#include "link/background.h"

namespace gan {

class DesktopCalls;

/// What a desktop does for a program over D-Bus: it shows notifications, and does not put the computer to sleep. Where
/// there is no bus, or nobody on it who does it, nothing happens. Never waits. GUI thread.
class DesktopBus : public QObject {
  Q_OBJECT

 public:
  struct Notification {
    QString title;
    QString text;         ///< Plain.
    bool urgent = false;  ///< Stays until a person has seen it.
    QString about = {};   ///< Where it leads, for activated(): of each the newest is shown.
  };

  explicit DesktopBus(QObject* parent = nullptr);
  /// The computer may sleep again.
  ~DesktopBus() override;

  /// Takes the place of the one about the same that was shown before.
  void notify(const Notification& notification);
  /// Until it is called with an empty reason.
  void keepAwake(const QString& why);

 signals:
  /// A person chose to see what a notification is about.
  void activated(const QString& about);

 private:
  struct Shared {
    DesktopCalls* calls = nullptr;  ///< Made and used on the thread of background_ alone.
  };
  /// Calls it on that thread.
  void post(std::function<void(DesktopCalls&)> work);

  QString awake_for_;
  const std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
  Background background_{QStringLiteral("desktop")};
};

}  // namespace gan
