#include "window/desktop_presence.h"

#include <QApplication>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QSystemTrayIcon>
#include <utility>

#include "core/host_name.h"
#include "state/preferences.h"
#include "state/run_store.h"
#include "state/texts.h"
#include "style/icons.h"
#include "style/plain_text.h"

namespace gan {
namespace {

using Desktop = Preferences::Desktop;

bool goesOn(RunStatus status) {
  return status == RunStatus::kStarting || status == RunStatus::kRunning || status == RunStatus::kPaused;
}

/// The program's own sign, with a smaller one at its corner.
QIcon withSign(const QString& name) {
  constexpr int kSize = 64;
  QPixmap picture = QApplication::windowIcon().pixmap(kSize, kSize);
  if (picture.isNull()) return icon(name);
  QPainter painter(&picture);
  const QRect corner(kSize / 2, kSize / 2, kSize / 2, kSize / 2);
  painter.setPen(Qt::NoPen);
  painter.setBrush(QApplication::palette().window());
  painter.drawEllipse(corner);
  icon(name).paint(&painter, corner.adjusted(4, 4, -4, -4));
  return picture;
}

}  // namespace

DesktopPresence::DesktopPresence(Preferences& preferences, QWidget* window)
    : QObject(window), preferences_(preferences), window_(window) {
  connect(&bus_, &DesktopBus::activated, this, &DesktopPresence::showWindow);
}

DesktopPresence::~DesktopPresence() = default;

void DesktopPresence::follow(RunStore* run) {
  if (run_) run_->disconnect(this);
  run_ = run;
  status_.reset();
  died_ = false;
  name_.clear();
  if (run != nullptr) {
    connect(run, &RunStore::alerted, this, &DesktopPresence::onAlert);
    connect(run, &RunStore::alertSettled, this, &DesktopPresence::refresh);
  }
  refresh();
}

bool DesktopPresence::trainsHere() const {
  return run_ && run_->canSteer() && goesOn(run_->summary().status) &&
         run_->engine().contains(QStringLiteral(" on %1,").arg(QString::fromStdString(hostName())));
}

void DesktopPresence::refresh() {
  if (run_ && run_->isOpen()) {
    name_ = printable(QString::fromStdString(run_->facts().name));
    onSummary();
  }
  const bool awake =
      preferences_.asksDesktop(Desktop::kKeepsAwake) && trainsHere() && run_->summary().status != RunStatus::kPaused;
  bus_.keepAwake(awake ? tr("%1 is being trained").arg(name_) : QString());
  refreshTray();
}

void DesktopPresence::onAlert(const AlertNotice& notice) {
  if (notice.severity == Severity::kInfo) return;
  if (!run_->tellsHistory() && !notice.actions.isEmpty()) tell(notice.text, true);
  refreshTray();
}

/// Only what a run changes to while it is looked at is told.
void DesktopPresence::onSummary() {
  const RunStatus status = run_->summary().status;
  const auto before = std::exchange(status_, status);
  const bool dead_before = std::exchange(died_, run_->engineDied());
  if (!before || !goesOn(*before) || run_->tellsHistory()) return;
  const QString step = QLocale().toString(static_cast<qlonglong>(run_->summary().step));
  if (died_ && !dead_before) return tell(tr("The engine is gone, at step %1.").arg(step), true);
  if (status == RunStatus::kFinished) tell(tr("The training is finished, at step %1.").arg(step), false);
  if (status == RunStatus::kFailed) tell(tr("The training has failed, at step %1.").arg(step), true);
  if (status == RunStatus::kDiverged) tell(tr("The training has diverged, at step %1.").arg(step), true);
}

void DesktopPresence::tell(const QString& text, bool urgent) {
  const bool seen = window_->isVisible() && window_->isActiveWindow();
  if (seen || !preferences_.asksDesktop(Desktop::kNotifications)) return;
  bus_.notify({.title = name_, .text = text, .urgent = urgent});
}

void DesktopPresence::refreshTray() {
  const bool wanted = run_ && preferences_.asksDesktop(Desktop::kTray) && QSystemTrayIcon::isSystemTrayAvailable();
  if (!wanted) {
    delete std::exchange(tray_, nullptr);
    return;
  }
  if (tray_ == nullptr) {
    tray_ = new QSystemTrayIcon(this);
    auto* menu = new QMenu(window_);
    menu->addAction(tr("Show the &window"), this, &DesktopPresence::showWindow);
    menu->addAction(tr("&Close the window; trainings go on"), window_, &QWidget::close);
    connect(tray_, &QObject::destroyed, menu, &QObject::deleteLater);
    connect(tray_, &QSystemTrayIcon::activated, this, [this](QSystemTrayIcon::ActivationReason reason) {
      if (reason != QSystemTrayIcon::Context) showWindow();
    });
    tray_->setContextMenu(menu);
  }
  const RunStatus status = run_->summary().status;
  const QString state = died_ ? tr("the engine is gone") : statusText(status);
  const QString step = QLocale().toString(static_cast<qlonglong>(run_->summary().step));
  tray_->setToolTip(tr("%1: %2, step %3").arg(name_, state, step));
  const bool bad = died_ || status == RunStatus::kFailed || status == RunStatus::kDiverged;
  const QString sign = bad                              ? QStringLiteral("state-failed")
                       : run_->isTroubled()             ? QStringLiteral("warning")
                       : status == RunStatus::kFinished ? QStringLiteral("state-finished")
                       : status == RunStatus::kPaused   ? QStringLiteral("state-paused")
                                                        : QStringLiteral("state-running");
  if (tray_->property("sign").toString() != sign) {
    tray_->setProperty("sign", sign);
    tray_->setIcon(withSign(sign));
  }
  tray_->show();
}

void DesktopPresence::showWindow() {
  window_->setWindowState(window_->windowState() & ~Qt::WindowMinimized);
  window_->show();
  window_->raise();
  window_->activateWindow();
}

}  // namespace gan
