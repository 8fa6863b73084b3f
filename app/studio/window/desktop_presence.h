#pragma once

#include <QObject>
#include <QPointer>
#include <QStringList>
#include <optional>

#include "link/desktop_bus.h"
#include "log/alert_bar.h"
#include "run/event.h"
#include "run_list/run_place.h"

class QSystemTrayIcon;

namespace gan {

class Preferences;
struct RunRow;
class RunStore;

/// The icon that says beside the clock how a run goes.
QString traySign(RunStatus status, bool died, bool troubled);

/// Runs outside the window: a notification when the open or a listed one has ended, or a rule found a trouble in it,
/// and nobody looks; a sign of the open one beside the clock; and a computer that does not fall
/// asleep while one is trained here. Each as the preferences say, and where the desktop knows how. GUI thread.
class DesktopPresence : public QObject {
  Q_OBJECT

 public:
  /// Both must outlive it.
  DesktopPresence(Preferences& preferences, QWidget* window);
  ~DesktopPresence() override;

  /// Null: no run is open.
  void follow(RunStore* run, const RunPlace& place);
  /// Names of runs that are trained here besides the open one.
  void setOthers(const QStringList& names);
  /// Run or preferences have changed.
  void refresh();
  /// That a listed run, which is not open, has ended.
  void tellEnd(const RunRow& run);
  /// What a rule found in a listed run, which is not open.
  void tellTrouble(const RunRow& run);

 signals:
  /// A person wants to see the run that a notification was about.
  void runChosen(const gan::RunPlace& run);

 private:
  void onAlert(const AlertNotice& notice);
  void onSummary();
  void tell(const RunPlace& run, const QString& name, const QString& text, bool urgent);
  void refreshTray();
  void showWindow();
  bool trainsHere() const;

  Preferences& preferences_;
  QWidget* window_;
  DesktopBus bus_;
  QPointer<RunStore> run_;
  RunPlace place_;
  std::optional<RunStatus> status_;  ///< That was seen last; nothing: what comes is history.
  bool died_ = false;
  QString name_;
  QStringList others_;
  QSystemTrayIcon* tray_ = nullptr;  ///< Null while there is none.
};

}  // namespace gan
