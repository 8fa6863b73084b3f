// Where the window's panels stand, and what makes room for what.
#include <QAction>
#include <QCloseEvent>
#include <QDockWidget>
#include <QMenuBar>
#include <QScreen>
#include <QStackedWidget>
#include <QTabBar>
#include <algorithm>
#include <utility>

#include "run_list/run_list.h"
#include "run_list/run_panel.h"
#include "style/tab_order.h"
#include "window/main_window.h"
#include "window/open_run.h"
#include "window/run_page.h"
#include "window/window_place.h"

namespace gan {
namespace {

/// In a window that is less wide, the open run has the room that the list of runs had.
constexpr int kNarrowWindow = 1500;
constexpr int kSideLetters = 48;
constexpr int kRunLines = 8;

}  // namespace

void MainWindow::makeDocks() {
  runs_dock_->setObjectName(QStringLiteral("runs_dock"));
  runs_dock_->setWidget(run_panel_);
  run_list_->setEmptyText(tr("No runs here yet. New run starts one; Add folder of runs shows those of a folder."));
  addDockWidget(Qt::LeftDockWidgetArea, runs_dock_);
  steer_dock_->setObjectName(QStringLiteral("steer_dock"));
  addDockWidget(Qt::LeftDockWidgetArea, steer_dock_);
  makeJobsDock();
  setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  const auto bind = [](QAction* action, QDockWidget* dock) {
    connect(action, &QAction::triggered, dock, &QDockWidget::setVisible);
    connect(dock->toggleViewAction(), &QAction::toggled, action, &QAction::setChecked);
    action->setChecked(!dock->isHidden());
  };
  bind(actions_[QStringLiteral("show_runs")], runs_dock_);
  bind(actions_[QStringLiteral("show_jobs")], jobs_dock_);
  // Without a run it is hidden, which is no wish of anybody's.
  QAction* show_steer = actions_[QStringLiteral("show_steer")];
  const auto wish = [this](bool on) {
    steer_wished_ = on;
    if (on && enlarged_) enlarge(std::nullopt);  // both have no room
    showSteer();
  };
  connect(show_steer, &QAction::triggered, this, wish);
  connect(steer_dock_->toggleViewAction(), &QAction::triggered, this, wish);
  steer_dock_->installEventFilter(this);  // its own button closes it
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
  if (watched == steer_dock_ && event->type() == QEvent::Close && open_) {
    steer_wished_ = false;
    actions_[QStringLiteral("show_steer")]->setChecked(false);
  }
  return QMainWindow::eventFilter(watched, event);
}

void MainWindow::showSteer() {
  const bool has_room = !enlarged_ || steer_dock_->isFloating();
  steer_dock_->setVisible(open_ && steer_wished_ && has_room);
  QAction* show_steer = actions_[QStringLiteral("show_steer")];
  show_steer->setChecked(steer_wished_);
  show_steer->setEnabled(open_ != nullptr);
}

void MainWindow::placeDocks(bool anew) {
  const bool strip = open_ && width() < kNarrowWindow && !runs_dock_->isFloating();
  const bool changes = strip != run_list_->isStrip();
  if (changes) {
    run_panel_->setStrip(strip);
    actions_[QStringLiteral("find_run")]->setEnabled(!strip);  // it has no line for words
    delete runs_dock_->titleBarWidget();
    runs_dock_->setTitleBarWidget(strip ? new QWidget : nullptr);
  }
  const auto is_ours = [this](QDockWidget* dock) {
    return !dock->isFloating() && dockWidgetArea(dock) == Qt::LeftDockWidgetArea;
  };
  if ((!anew && !changes) || !is_ours(runs_dock_) || !is_ours(steer_dock_)) return;
  splitDockWidget(runs_dock_, steer_dock_, strip ? Qt::Horizontal : Qt::Vertical);
  const int side = fontMetrics().averageCharWidth() * kSideLetters;
  resizeDocks({strip ? steer_dock_ : runs_dock_}, {side}, Qt::Horizontal);
  if (!strip) {
    const int runs = fontMetrics().height() * 3 / 2 * kRunLines;
    resizeDocks({runs_dock_, steer_dock_}, {runs, std::max(runs, height() - runs)}, Qt::Vertical);
  }
}

QList<QWidget*> MainWindow::partsAsRead() const {
  QList<QWidget*> parts{menuBar()};
  const auto add = [this, &parts](Qt::DockWidgetArea area) {
    QList<QWidget*> docks;
    for (QDockWidget* dock : {runs_dock_, steer_dock_, jobs_dock_}) {
      if (!dock->isFloating() && dockWidgetArea(dock) == area) docks << dock;
    }
    std::ranges::stable_sort(docks, {}, [](const QWidget* dock) { return std::pair(dock->x(), dock->y()); });
    parts += docks;
  };
  add(Qt::TopDockWidgetArea);
  add(Qt::LeftDockWidgetArea);
  if (open_) parts << open_->page->tabBar() << open_->page->cornerWidget();
  parts << pages_ << alerts_;
  add(Qt::RightDockWidgetArea);
  add(Qt::BottomDockWidgetArea);
  return parts;
}

bool MainWindow::focusNextPrevChild(bool next) {
  const auto reason = next ? Qt::TabFocusReason : Qt::BacktabFocusReason;
  QWidget* stop = nextTabStop(*this, partsAsRead(), reason);
  if (stop != nullptr) stop->setFocus(reason);
  return stop != nullptr;
}

void MainWindow::keepOnScreen() {
  if (windowState() & (Qt::WindowMaximized | Qt::WindowFullScreen)) return;
  const QRect place = onScreen(geometry(), screen()->availableGeometry());
  if (place != geometry()) setGeometry(place);
}

void MainWindow::enlarge(std::optional<RunPage::Part> part) {
  const QVector<QDockWidget*> gave_room = std::exchange(made_room_, {});
  for (QDockWidget* dock : gave_room) dock->show();
  enlarged_ = part.has_value();
  if (part) {
    for (QDockWidget* dock : {runs_dock_, jobs_dock_}) {
      if (!dock->isHidden() && !dock->isFloating()) made_room_ << dock;
    }
    for (QDockWidget* dock : made_room_) dock->hide();
  }
  showSteer();
  if (open_) open_->page->enlarge(part);
  actions_[QStringLiteral("enlarge")]->setChecked(part.has_value());
}

void MainWindow::toggleEnlarged(RunPage::Part part) {
  const bool has_it = open_->page->enlarged().has_value();
  enlarge(has_it ? std::nullopt : std::optional(part));
}

}  // namespace gan
