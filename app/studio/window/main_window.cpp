#include "window/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDir>
#include <QDockWidget>
#include <QFileInfo>
#include <QLocale>
#include <QMimeData>
#include <QScreen>
#include <QStackedWidget>
#include <QTabWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "dialogs/go_on_dialog.h"
#include "dialogs/new_run_dialog.h"
#include "dialogs/path_line.h"
#include "job_list/job_panel.h"
#include "link/weights_server.h"
#include "run/run_folder.h"
#include "run_list/run_list.h"
#include "run_list/run_panel.h"
#include "state/texts.h"
#include "style/icons.h"
#include "style/plain_text.h"
#include "window/desktop_presence.h"
#include "window/manual_window.h"
#include "window/open_run.h"
#include "window/run_page.h"
#include "window/run_status_bar.h"
#include "window/start_page.h"
#include "window/steer_panel.h"
#include "window/window_place.h"

namespace gan {
namespace {

/// Of the layout that is remembered.
const QString kPanels = QStringLiteral("panels");
const QString kSteer = QStringLiteral("steer");
const QByteArray kHidden = QByteArrayLiteral("hidden");

bool isWeights(const QString& path) { return path.endsWith(QLatin1String(".safetensors")); }

enum class Opened { kRun, kFolderOfRuns, kWeights, kRemote };

Opened kindOf(const QString& path) {
  if (isRemoteTarget(path)) return Opened::kRemote;
  const QFileInfo file(path);
  if (file.isFile()) return Opened::kWeights;
  const bool is_run = !file.isDir() || QFileInfo::exists(path + QStringLiteral("/run.yaml"));
  return is_run ? Opened::kRun : Opened::kFolderOfRuns;
}

bool holdsRuns(const QString& path) {
  try {
    return !findRuns(path.toStdString()).empty();
  } catch (const std::exception&) {
    return false;  // data, perhaps: the dialog says what it makes of it
  }
}

/// Of the complaint that an engine which was started does not train a run.
QString launchOf(const RunPlace& run) { return QStringLiteral("launch:") + run.target; }

}  // namespace

MainWindow::MainWindow(Preferences& preferences, std::shared_ptr<EngineAccess> access, QWidget* parent)
    : QMainWindow(parent),
      preferences_(preferences),
      actions_(this),
      questions_(*this, std::move(access)),
      run_panel_(new RunPanel(runs_.model())),
      run_list_(&run_panel_->list()),
      pages_(new QStackedWidget),
      home_(new QTabWidget),
      alerts_(new AlertBar),
      status_(new RunStatusBar),
      runs_dock_(new QDockWidget(tr("Runs"))),
      steer_dock_(new QDockWidget(tr("Steer"))),
      jobs_dock_(new QDockWidget(tr("Slurm jobs"))),
      job_panel_(new JobPanel(jobs_.model())),
      presence_(new DesktopPresence(preferences_, this)) {
  setObjectName(QStringLiteral("main_window"));
  setAcceptDrops(true);
  setDockOptions(AnimatedDocks | AllowTabbedDocks | AllowNestedDocks);
  makeActions();
  auto* middle = new QWidget;
  auto* layout = new QVBoxLayout(middle);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(pages_, 1);
  layout->addWidget(alerts_);
  home_->setObjectName(QStringLiteral("home"));
  home_->setAccessibleName(tr("No run is open"));
  home_->setDocumentMode(true);
  start_ = new StartPage(actions_, preferences_);
  connect(start_, &StartPage::runChosen, this, &MainWindow::openRun);
  home_->addTab(start_, tr("Start"));
  home_->addTab(makeDataPanel(), tr("Data"));
  pages_->addWidget(home_);
  setCentralWidget(middle);
  setStatusBar(status_);
  makeDocks();
  makeMenus();

  makeRunPanel();
  followListed();
  connect(run_list_, &RunList::runActivated, this, &MainWindow::openRun);
  connect(alerts_, &AlertBar::actionChosen, this, &MainWindow::onAlertAction);
  followLaunchers();
  // Of several folders of a computer the one that was used last says where its engine is, which is the first.
  const QVector<SavedHost> hosts = preferences_.hosts();
  for (auto host = hosts.rbegin(); host != hosts.rend(); ++host) {
    questions_.access()->setEngine(host->folder, host->engine);
  }
  connect(&questions_, &AccessQuestions::asking, this,
          [](QDialog* dialog) { offerManual(*dialog, QStringLiteral("network")); });
  for (const auto signal : {&DataModel::sourceChanged, &DataModel::workChanged}) {
    connect(&data_.model(), signal, this, &MainWindow::refreshData);
  }
  refreshData();

  setGeometry(firstPlace(screen()->availableGeometry()));
  restoreGeometry(preferences_.layout(QStringLiteral("geometry")));
  keepOnScreen();
  was_open_ = restoreState(preferences_.layout(kPanels));  // then they stand where they were put
  placeDocks(!was_open_);
  steer_wished_ = preferences_.layout(kSteer) != kHidden;
  showSteer();
  refresh();
}

void MainWindow::followLaunchers() {
  const auto is_said_there = [this](const RunPlace& run) {
    const auto* dialog = findChild<NewRunDialog*>();
    return dialog != nullptr && dialog->startsRun(run);
  };
  connect(&launcher_, &EngineLauncher::started, this, [this](const QString& run) {
    runs_.addFolder(QFileInfo(run).path());
    runs_.scanNow();
    settle(launchOf(RunPlace::ofFolder(run)));
    if (RunPlace::ofFolder(run) != runPlace()) return;
    open_->steering.startEnded(true);
    say(tr("An engine trains the run again."));
  });
  connect(&launcher_, &EngineLauncher::failed, this, [this, is_said_there](const QString& run, const Message& why) {
    const RunPlace place = RunPlace::ofFolder(run);
    if (is_said_there(place)) return;
    if (place == runPlace()) open_->steering.startEnded(false);
    sayNotTrained(place, why);
  });
  connect(&host_launcher_, &HostLauncher::started, this,
          [this, is_said_there](const RunPlace& asked, const RunPlace& run) {
            if (branches_there_.removeOne(asked.target)) return onBranched(run);
            settle(launchOf(asked));
            if (asked == runPlace()) {  // perhaps by another name than its host's list has
              open_->steering.startEnded(true);
              return say(tr("An engine trains the run again."));
            }
            const RunPlace listed = listRemote(run);
            if (!is_said_there(asked)) say(tr("An engine trains %1.").arg(listed.name));
          });
  connect(&host_launcher_, &HostLauncher::failed, this,
          [this, is_said_there](const RunPlace& asked, const Message& why) {
            if (branches_there_.removeOne(asked.target)) return complain(QStringLiteral("branch"), translated(why));
            if (is_said_there(asked)) return;
            if (asked == runPlace()) open_->steering.startEnded(false);
            sayNotTrained(asked, why);
          });
}

void MainWindow::sayNotTrained(const RunPlace& run, const Message& why) {
  complain(launchOf(run), tr("%1 does not train: %2").arg(run.target, translated(why)));
}

MainWindow::~MainWindow() {
  closeRun();
  // They show jobs_ and runs_, which go before what a QMainWindow holds.
  delete jobs_dock_;
  delete runs_dock_;
}

RunPlace MainWindow::runPlace() const { return open_ ? open_->place : RunPlace(); }

bool MainWindow::runGoesOn() const { return open_ && open_->store.isOpen() && open_->store.canSteer(); }

void MainWindow::open(const QStringList& paths) {
  for (const QString& path : paths) to_open_ << (isRemoteTarget(path) ? path : absolutePath(path));
  opening_.run(
      [wanted = to_open_] {
        QVector<Opened> kinds;
        for (const QString& path : wanted) kinds << kindOf(path);
        return kinds;
      },
      [this](const QVector<Opened>& kinds) {
        const QStringList wanted = std::exchange(to_open_, {});
        qsizetype last = -1;
        for (qsizetype i = 0; i < wanted.size(); ++i) {
          if (kinds[i] == Opened::kRun) runs_.addFolder(QFileInfo(wanted[i]).path());
          if (kinds[i] == Opened::kFolderOfRuns) runs_.addFolder(wanted[i]);
          if (kinds[i] != Opened::kFolderOfRuns) last = i;
        }
        for (qsizetype i = 0; i < last; ++i) {  // the last one is listed when it was reached
          if (kinds[i] == Opened::kRemote) listRemote(RunPlace::ofTarget(wanted[i]));
        }
        if (last < 0) return;
        kinds[last] == Opened::kWeights ? openWeights(wanted[last]) : openRun(RunPlace::ofTarget(wanted[last]));
      });
}

void MainWindow::openWeights(const QString& file) {
  if (weights_ && weights_->file() == file) return;
  closeRun();
  weights_ = std::make_unique<WeightsServer>(file);
  say(tr("Starting an engine …"));
  connect(&weights_->server(), &LocalServer::ready, this, [this] {
    openRun(RunPlace::ofFolder(weights_->run()));
    open_->exports.model().setRefusal(
        tr("Weights alone have no run folder for exports to lie in. From a shell, gan-engine sample, interpolate and "
           "sheet "
           "write their pictures into files."));
    open_->evaluations.setRefusal(
        tr("Weights alone have no images to be judged by. From a shell, gan-engine evaluate scores them by images that "
           "it is given."));
    open_->page->showExplorer();
  });
  connect(&weights_->server(), &LocalServer::failed, this, [this, file](const Message& why) {
    complain(QStringLiteral("open"), tr("%1 cannot be explored: %2").arg(file, translated(why)));
    QMetaObject::invokeMethod(
        this, [this] { weights_.reset(); }, Qt::QueuedConnection);  // not from its own signal
  });
  weights_->server().want();
}

QString MainWindow::whyNotHere(const RunPlace& run) {
  if (run.isEmpty() || run.isLocal()) return {};
  const QString host = run.host();
  return host.isEmpty() ? tr("The studio reaches this run through its engine alone: this works for runs in folders.")
                        : tr("The run is on %1: this works for runs of this computer.").arg(host);
}

QString MainWindow::whyNotStarted(const RunPlace& run) {
  if (run.isEmpty() || !run.path().isEmpty()) return {};
  return tr("The studio reaches this run through its engine alone: open it over ssh, and another one can be started.");
}

RunStore* MainWindow::run() { return open_ ? &open_->store : nullptr; }

/// It keeps the name that it has in the list, unless somebody gave it another one now.
RunPlace MainWindow::listRemote(const RunPlace& place) {
  const RunRow* known = runs_.model().find(place);
  const bool is_named = place.name != RunPlace::ofTarget(place.target).name;
  if (known != nullptr && !is_named) return known->place;
  runs_.addConnection(place);
  return place;
}

/// The open run, which was reached: it is found again.
void MainWindow::remember() {
  RunPlace place = runPlace();
  if (place.isLocal()) {
    runs_.addFolder(QFileInfo(place.folder()).path());
  } else {
    place = listRemote(place);
  }
  preferences_.setLastRun(place);
}

/// Of a local run the list knows it from the run's folder.
void MainWindow::showStanding() {
  if (!open_ || !open_->store.isOpen() || runPlace().isLocal()) return;
  const LinkState link = open_->store.linkState();
  const bool is_known = link == LinkState::kConnected || link == LinkState::kFinished;
  runs_.setStanding(runPlace(), is_known ? std::optional(open_->store.glance()) : std::nullopt);
}

void MainWindow::openRun(const RunPlace& place) {
  if (place.isEmpty() || place == runPlace()) return;
  const bool of_weights = weights_ && RunPlace::ofFolder(weights_->run()) == place;
  std::unique_ptr<WeightsServer> weights = of_weights ? std::move(weights_) : nullptr;
  closeRun();
  weights_ = std::move(weights);
  open_ = std::make_unique<OpenRun>(place, questions_.access(), preferences_, actions_);
  open_->page->addData(makeDataPanel());
  pages_->setCurrentIndex(pages_->addWidget(open_->page));
  steer_dock_->setWidget(open_->panel);
  open_->panel->show();
  showSteer();
  placeDocks(!was_open_);
  was_open_ = true;
  connect(open_->page, &RunPage::enlargeAsked, this, &MainWindow::toggleEnlarged);
  status_->follow(&open_->store);
  presence_->follow(&open_->store, place);
  connect(&open_->sampler, &SamplerWatch::measured, status_, &RunStatusBar::setSampler);
  run_list_->select(place);

  RunStore& store = open_->store;
  open_->steering.setStartable(weights_ == nullptr && whyNotStarted(place).isEmpty());
  connect(&store, &RunStore::opened, this, [this] {
    settle(QStringLiteral("open"));
    if (!weights_) remember();
    if (!runPlace().path().isEmpty()) setRunData();  // its images lie where it does, and there they can be looked at
    refresh();
  });
  connect(&store, &RunStore::failed, this, [this](const Message& why) {
    sayNotOpened(runPlace(), why);
    // Not from inside a signal of what is to be deleted.
    QMetaObject::invokeMethod(this, &MainWindow::closeRun, Qt::QueuedConnection);
  });
  connect(&store, &RunStore::linkChanged, this, [this] {
    if (runGoesOn()) settle(launchOf(runPlace()));  // slowly, or by somebody else
    refresh();
  });
  connect(&store, &RunStore::summaryChanged, this, &MainWindow::refresh);
  followAlerts();
  connect(&open_->steering, &Steering::changed, this, &MainWindow::refresh);
  connect(&open_->steering, &Steering::reported, this, [this](const QString& sentence) {
    if (!steer_dock_->isVisible()) say(sentence);  // else the answer stands there
  });
  connect(open_->page, &RunPage::complained, this, &MainWindow::complain);
  connect(open_->page, &RunPage::settled, this, &MainWindow::settle);
  connect(open_->page, &RunPage::reported, this, &MainWindow::say);
  connect(open_->page, &RunPage::goOnWished, this, [this](qint64 step) { goOnFrom({}, step); });
  connect(open_->page, &RunPage::branchWished, this, [this](qint64 step) { goOnFrom(GoOn::kBranch, step); });
  const auto show_others = [this] {
    offerOtherRuns();
    if (runPlace().isLocal()) open_->page->showOthers(runs_.runsBeside(runPlace()));
  };
  connect(&runs_, &RunListStore::runsChanged, open_->page, show_others);
  show_others();
  connect(open_->page, &RunPage::pointedAt, this,
          [this](const QString& text) { text.isEmpty() ? status_->clearMessage() : status_->showMessage(text); });
  refreshVisibility();
  open_->link.start();
  refresh();
}

void MainWindow::closeRun() {
  weights_.reset();
  if (!open_) return;
  enlarge({});
  delete go_on_dialog_;  // it shows what goes now
  run_list_->select({});
  if (!runPlace().isLocal()) runs_.setStanding(runPlace(), {});
  status_->follow(nullptr);
  presence_->follow(nullptr, {});
  dropAlerts();
  open_->store.disconnect(this);
  open_->steering.disconnect(this);
  open_.reset();
  placeDocks(false);
  showSteer();
  data_.closeRun();
  refresh();
}

void MainWindow::refresh() {
  const bool open = open_ && open_->store.isOpen();
  const bool steers = runGoesOn();
  const bool paused = open && open_->store.summary().status == RunStatus::kPaused;
  const bool died = open && open_->store.engineDied();
  refreshTitle();
  refreshListed();
  const auto enable = [this](const char* id, bool on) { actions_[QLatin1String(id)]->setEnabled(on); };
  // What waits for its answer stays enabled, or the focus would leave its button; sent twice it is not.
  for (const char* id : {"pause", "sample", "checkpoint", "roll_back", "stop"}) enable(id, steers);
  if (QAction* pause = actions_[QStringLiteral("pause")]; pause->data().toBool() != paused) {
    pause->setData(paused);
    pause->setText(paused ? tr("C&ontinue") : tr("&Pause"));
    pause->setIconText(plainTitle(*pause));
    pause->setIcon(icon(paused ? QStringLiteral("continue") : QStringLiteral("pause")));
  }
  enable("single_step", steers && paused);
  enable("apply", steers && !open_->steering.settings().edited().isEmpty());
  enable("undo", steers && open_->steering.canUndo());
  QAction* undo = actions_[QStringLiteral("undo")];
  const QString what = open ? open_->steering.undoText() : QString();
  undo->setToolTip(what.isEmpty() ? undo->statusTip() : plainToolTip(what));
  offerFor(open && open_->store.isClassifier());
  const QString refusal = whyNotStarted(runPlace());
  const bool stands = open && !weights_ && refusal.isEmpty() && open_->store.linkState() == LinkState::kFinished;
  enable("resume", stands);
  for (const char* id : {"branch", "go_on"}) enable(id, steers || stands);
  const bool finished = stands && open_->store.summary().status == RunStatus::kFinished;
  rename("resume", finished ? tr("Train &longer …") : tr("&Resume"),
         finished ? tr("Choose how much longer the run is trained, from where, and with which settings.")
                  : tr("Start an engine that goes on from the last checkpoint."));
  actions_.setRefusal(*actions_[QStringLiteral("resume")], refusal);
  for (const char* id : {"close_run",         "enlarge",
                         "show_losses",       "show_explorer",
                         "show_log",          "show_processes",
                         "export_chart",      "copy_chart",
                         "save_samples",      "copy_samples",
                         "enlarge_sample",    "newest_samples",
                         "explore_seed",      "explore_keep",
                         "explore_keyframe",  "explore_copy_picture",
                         "explore_copy_line", "explore_paste_line",
                         "show_exports",      "show_evaluation",
                         "focus_settings"}) {
    enable(id, open_ != nullptr);
  }
  // Their dialogs are about what the run is, which has to be read first.
  for (const char* id : {"export_samples", "export_points", "export_film", "export_sheet", "evaluate"}) {
    enable(id, open || weights_);
  }
  showDeath(died);
  showRefusal(open && open_->store.linkState() == LinkState::kRefused);
  showStanding();
  presence_->setOthers(runs_.trainedHere(runPlace()));
  presence_->refresh();
}

void MainWindow::refreshTitle() {
  if (!open_ || !open_->store.isOpen()) return setWindowTitle(tr("GAN Studio"));
  const RunRow* row = runs_.model().find(open_->place);
  const QString name = row ? displayName(*row) : QString::fromStdString(open_->store.facts().name);
  setWindowTitle(tr("%1 — GAN Studio").arg(name));
}

void MainWindow::refreshVisibility() {
  const bool visible = isVisible() && !isMinimized();
  runs_.setVisible(visible);
  jobs_.setVisible(visible && jobs_seen_);
  if (open_) open_->link.setVisible(visible);
}

void MainWindow::say(const QString& sentence) { status_->showMessage(sentence, 8000); }

void MainWindow::changeEvent(QEvent* event) {
  QMainWindow::changeEvent(event);
  if (event->type() == QEvent::WindowStateChange) refreshVisibility();
}

void MainWindow::showEvent(QShowEvent* event) {
  QMainWindow::showEvent(event);
  refreshVisibility();
}

void MainWindow::hideEvent(QHideEvent* event) {
  QMainWindow::hideEvent(event);
  refreshVisibility();
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  placeDocks(false);
}

void MainWindow::closeEvent(QCloseEvent* event) {
  enlarge({});
  preferences_.setLayout(QStringLiteral("geometry"), saveGeometry());
  preferences_.setLayout(kSteer, steer_wished_ ? QByteArray() : kHidden);
  // What is remembered is the list, not the strip.
  if (run_list_->isStrip()) splitDockWidget(runs_dock_, steer_dock_, Qt::Vertical);
  preferences_.setLayout(kPanels, saveState());
  event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  const auto urls = event->mimeData()->urls();
  if (urls.size() == 1 && urls.first().isLocalFile()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QString path = event->mimeData()->urls().value(0).toLocalFile();
  if (path.isEmpty()) return;
  event->acceptProposedAction();
  // A folder of a million images takes a while to look through.
  dropping_.run([path] { return isWeights(path) || holdsRuns(path); },
                [this, path](bool runs) { runs ? open(path) : lookAt(path); });
}

}  // namespace gan
