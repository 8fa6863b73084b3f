#include "window/desktop_presence.h"

#include <QApplication>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QSystemTrayIcon>
#include <utility>

#include "core/host_name.h"
#include "run_list/run_list_model.h"
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

QString inWords(std::int64_t step) { return QLocale().toString(static_cast<qlonglong>(step)); }

}  // namespace

QString traySign(RunStatus status, bool died, bool troubled) {
  if (died) return QStringLiteral("state-lost");
  switch (status) {
    case RunStatus::kFinished:
      return QStringLiteral("state-finished");
    case RunStatus::kStopped:
      return QStringLiteral("state-stopped");
    case RunStatus::kDiverged:
      return QStringLiteral("state-diverged");
    case RunStatus::kFailed:
      return QStringLiteral("state-failed");
    case RunStatus::kStarting:
    case RunStatus::kRunning:
    case RunStatus::kPaused:
      break;
  }
  if (troubled) return QStringLiteral("warning");
  if (status == RunStatus::kStarting) return QStringLiteral("state-starting");
  return status == RunStatus::kPaused ? QStringLiteral("state-paused") : QStringLiteral("state-running");
}

DesktopPresence::DesktopPresence(Preferences& preferences, QWidget* window)
    : QObject(window), preferences_(preferences), window_(window) {
  connect(&bus_, &DesktopBus::activated, this, [this](const QString& about) {
    showWindow();
    emit runChosen(RunPlace::ofTarget(about));
  });
}

DesktopPresence::~DesktopPresence() = default;

void DesktopPresence::follow(RunStore* run, const RunPlace& place) {
  if (run_) run_->disconnect(this);
  run_ = run;
  place_ = place;
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
  const bool trains = trainsHere() && run_->summary().status != RunStatus::kPaused;
  const QString trained = trains ? name_ : others_.value(0);
  const bool awake = !trained.isEmpty() && preferences_.asksDesktop(Desktop::kKeepsAwake);
  bus_.keepAwake(awake ? tr("%1 is being trained").arg(trained) : QString());
  refreshTray();
}

void DesktopPresence::setOthers(const QStringList& names) {
  if (names == others_) return;
  others_ = names;
  refresh();
}

void DesktopPresence::tellEnd(const RunRow& run) {
  const QString name = printable(displayName(run));
  const QString step = inWords(run.glance.step);
  if (run.state == RunRow::State::kLost)
    return tell(run.place, name, tr("The engine is gone, at step %1.").arg(step), true);
  if (run.state == RunRow::State::kFinished)
    tell(run.place, name, tr("The training is finished, at step %1.").arg(step), false);
  if (run.state == RunRow::State::kFailed)
    tell(run.place, name, tr("The training has failed, at step %1.").arg(step), true);
  if (run.state == RunRow::State::kDiverged)
    tell(run.place, name, tr("The training has diverged, at step %1.").arg(step), true);
}

void DesktopPresence::tellTrouble(const RunRow& run) {
  if (!run.troubles.isEmpty()) tell(run.place, printable(displayName(run)), run.troubles.last(), true);
}

void DesktopPresence::onAlert(const AlertNotice& notice) {
  if (notice.severity == Severity::kInfo) return;
  if (!run_->tellsHistory() && !notice.actions.isEmpty()) tell(place_, name_, notice.text, true);
  refreshTray();
}

/// Only what a run changes to while it is looked at is told.
void DesktopPresence::onSummary() {
  const RunStatus status = run_->summary().status;
  const auto before = std::exchange(status_, status);
  const bool dead_before = std::exchange(died_, run_->engineDied());
  if (!before || !goesOn(*before) || run_->tellsHistory()) return;
  const QString step = inWords(run_->summary().step);
  if (died_ && !dead_before) return tell(place_, name_, tr("The engine is gone, at step %1.").arg(step), true);
  if (status == RunStatus::kFinished) tell(place_, name_, tr("The training is finished, at step %1.").arg(step), false);
  if (status == RunStatus::kFailed) tell(place_, name_, tr("The training has failed, at step %1.").arg(step), true);
  if (status == RunStatus::kDiverged) tell(place_, name_, tr("The training has diverged, at step %1.").arg(step), true);
}

void DesktopPresence::tell(const RunPlace& run, const QString& name, const QString& text, bool urgent) {
  const bool seen = window_->isVisible() && window_->isActiveWindow();
  if (seen || !preferences_.asksDesktop(Desktop::kNotifications)) return;
  bus_.notify({.title = name, .text = text, .urgent = urgent, .about = run.target});
}

void DesktopPresence::refreshTray() {
  const bool is_known = run_ && run_->isOpen();
  const bool wanted = is_known && preferences_.asksDesktop(Desktop::kTray) && QSystemTrayIcon::isSystemTrayAvailable();
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
  tray_->setToolTip(tr("%1: %2, step %3").arg(name_, state, inWords(run_->summary().step)));
  const QString sign = traySign(status, died_, run_->isTroubled());
  const QString drawn = sign + QApplication::palette().color(QPalette::Window).name();  // it lies on that colour
  if (tray_->property("drawn").toString() != drawn) {
    tray_->setProperty("drawn", drawn);
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
