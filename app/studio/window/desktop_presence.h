#pragma once

#include <QObject>
#include <QPointer>
#include <optional>

#include "link/desktop_bus.h"
#include "log/alert_bar.h"
#include "run/event.h"

class QSystemTrayIcon;

namespace gan {

class Preferences;
class RunStore;

/// The open run outside its window: a notification when it has ended or a rule found a trouble and nobody looks, a sign
/// of it beside the clock, and a computer that does not fall asleep while it trains here. Each as the preferences say,
/// and where the desktop knows how. GUI thread.
class DesktopPresence : public QObject {
  Q_OBJECT

 public:
  /// Both must outlive it.
  DesktopPresence(Preferences& preferences, QWidget* window);
  ~DesktopPresence() override;

  /// Null: no run is open.
  void follow(RunStore* run);
  /// Run or preferences have changed.
  void refresh();

 private:
  void onAlert(const AlertNotice& notice);
  void onSummary();
  void tell(const QString& text, bool urgent);
  void refreshTray();
  void showWindow();
  bool trainsHere() const;

  Preferences& preferences_;
  QWidget* window_;
  DesktopBus bus_;
  QPointer<RunStore> run_;
  std::optional<RunStatus> status_;  ///< That was seen last; nothing: what comes is history.
  bool died_ = false;
  QString name_;
  QSystemTrayIcon* tray_ = nullptr;  ///< Null while there is none.
};

}  // namespace gan
