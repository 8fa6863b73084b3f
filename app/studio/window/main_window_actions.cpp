// What a person can do in the window: the actions, the menus made from them, and the dialogs they open.
#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QMenu>
#include <QMenuBar>
#include <QToolButton>

#include "dialogs/attach_dialog.h"
#include "dialogs/host_dialog.h"
#include "dialogs/new_run_dialog.h"
#include "latent_explorer/latent_explorer.h"
#include "log/alert_bar.h"
#include "loss_chart/loss_chart.h"
#include "sample_gallery/sample_gallery.h"
#include "style/icons.h"
#include "style/theme.h"
#include "window/action_keys.h"
#include "window/actions.h"
#include "window/export_dialogs.h"
#include "window/main_window.h"
#include "window/manual_window.h"
#include "window/open_run.h"
#include "window/preferences_dialog.h"
#include "window/run_page.h"
#include "window/start_page.h"
#include "window/steer_panel.h"
#include "window/tour.h"

namespace gan {
namespace {

/// Where runs are made when nobody chose a folder.
QString defaultRunsFolder() { return QDir::homePath() + QStringLiteral("/gan-studio-runs"); }

}  // namespace

void MainWindow::makeActions() {
  makeRunActions();
  makeListedRunActions();
  makeViewActions();
  makeSteerActions();
  makeSampleActions();
  makeDataActions();
  makeJobActions();
  makeHelpActions();
  giveKeys(actions_, preferences_.chosenKeys());
}

void MainWindow::makeRunActions() {
  const auto add = [this](const char* id, const Actions::Text& text, const QKeySequence& keys, const char* icon_name,
                          auto&& does) {
    QAction* action = actions_.add(Actions::Group::kRun, QLatin1String(id), text, keys, QLatin1String(icon_name));
    connect(action, &QAction::triggered, this, does);
  };
  add("new_run", {tr("&New run …"), tr("Choose what to train on what, and start it.")}, QKeySequence::New, "new-run",
      [this] { newRun(); });
  add("try_shapes", {tr("Try the s&hapes …"), tr("Train on plain shapes that the program draws itself: a first run.")},
      QKeySequence(tr("Ctrl+Shift+Y")), "sample", [this] {
        NewRunDialog* dialog = makeNewRunDialog();
        dialog->setPreset(QStringLiteral("shapes-cgan"));
        dialog->open();
      });
  add("train_on_images",
      {tr("Train on my &images …"), tr("Choose a folder of images, look at what is in it, and train on it.")},
      QKeySequence(tr("Ctrl+Shift+T")), "search", [this] { chooseData(true); });
  add("open_run", {tr("&Open run …"), tr("Open a run's folder, live or finished.")}, QKeySequence::Open, "open-folder",
      [this] { chooseRun(); });
  add("attach", {tr("A&ttach to a run …"), tr("Open a run of another computer, over ssh or where its engine listens.")},
      QKeySequence(tr("Ctrl+Alt+O")), "", [this] { attach(); });
  add("browse_host",
      {tr("Run&s of another computer …"),
       tr("Look through a folder of runs of another computer over ssh, and open one.")},
      QKeySequence(tr("Ctrl+Alt+H")), "", [this] { browseHost(); });
  add("open_weights", {tr("Explore &weights …"), tr("Look about in the latent space of a generator's weights alone.")},
      QKeySequence(tr("Ctrl+Shift+W")), "", [this] { chooseWeights(); });
  add("add_folder", {tr("&Add folder of runs …"), tr("Show the runs of a folder in the list.")},
      QKeySequence(tr("Ctrl+Shift+O")), "open-folder", [this] { addFolder(); });
  add("compare", {tr("Com&pare with …"), tr("Show curves, settings and samples of several runs side by side.")},
      QKeySequence(tr("Ctrl+Shift+B")), "", [this] { chooseToCompare({}); });
  add("resume", {tr("&Resume"), tr("Start an engine that goes on from the last checkpoint.")},
      QKeySequence(tr("Ctrl+Shift+R")), "continue", [this] { resumeRun(runPlace()); });
  add("go_on",
      {tr("&Go on from …"),
       tr("Choose a checkpoint by its picture; train on, roll back or branch from it, with other settings or longer.")},
      QKeySequence(tr("Ctrl+Shift+H")), "checkpoint", [this] { goOnFrom({}); });
  add("close_run", {tr("&Close run"), tr("Close the run's panels; its training goes on.")}, QKeySequence::Close, "",
      [this] { closeRun(); });
  add("preferences", {tr("Pre&ferences …"), tr("Choose how the window looks, what it remembers, and its keys.")},
      QKeySequence(tr("Ctrl+,")), "", [this] { showPreferences(); });
  add("quit", {tr("&Quit"), tr("Close the window; trainings go on.")}, QKeySequence(tr("Ctrl+Q")), "",
      [this] { close(); });
}

void MainWindow::makeViewActions() {
  const auto add = [this](const char* id, const Actions::Text& text, const QKeySequence& keys, const char* icon_name,
                          auto&& does) {
    QAction* action = actions_.add(Actions::Group::kView, QLatin1String(id), text, keys, QLatin1String(icon_name));
    connect(action, &QAction::triggered, this, does);
  };
  add("show_losses", {tr("&Losses and samples"), tr("Show the curves and the pictures.")}, QKeySequence(tr("Ctrl+1")),
      "", [this] { open_->page->showLosses(); });
  add("show_data", {tr("&Data"), tr("Show what is in a set of images.")}, QKeySequence(tr("Ctrl+2")), "",
      [this] { showData(); });
  add("show_log", {tr("L&og"), tr("Show everything that happened in the run.")}, QKeySequence(tr("Ctrl+3")), "",
      [this] { open_->page->showLog(); });
  add("show_processes", {tr("&Processes"), tr("Show what the processes of the training spend their time on.")},
      QKeySequence(tr("Ctrl+4")), "", [this] { open_->page->showProcesses(); });
  add("show_explorer", {tr("E&xplore"), tr("Look about in the latent space of the generator.")},
      QKeySequence(tr("Ctrl+5")), "", [this] { open_->page->showExplorer(); });
  add("show_evaluation", {tr("E&valuate"), tr("Show how good the pictures are, over the steps of the run.")},
      QKeySequence(tr("Ctrl+6")), "", [this] { open_->page->showEvaluation(); });
  QAction* enlarge =
      actions_.addCheckable(Actions::Group::kView, QStringLiteral("enlarge"),
                            {tr("&Maximise chart or pictures"),
                             tr("Give the part of the page that one works in all the window, or no longer.")},
                            QKeySequence(Qt::Key_F11));
  connect(enlarge, &QAction::triggered, this, [this] {
    open_->page->showLosses();
    toggleEnlarged(open_->page->currentPart());
  });
  actions_.addCheckable(Actions::Group::kView, QStringLiteral("show_runs"),
                        {tr("R&uns"), tr("Show or hide the list of runs.")}, QKeySequence(tr("Ctrl+Shift+1")));
  actions_.addCheckable(Actions::Group::kView, QStringLiteral("show_archived"),
                        {tr("Arc&hived runs"), tr("List the runs that were archived, too, or no longer.")});
  add("find_run", {tr("&Find a run"), tr("Put the cursor into the words that listed runs have.")},
      QKeySequence(tr("Ctrl+F")), "search", [this] { findRun(); });
  actions_.addCheckable(Actions::Group::kView, QStringLiteral("show_steer"),
                        {tr("&Steer"), tr("Show or hide the controls.")}, QKeySequence(tr("Ctrl+Shift+2")));
  actions_.addCheckable(Actions::Group::kView, QStringLiteral("show_jobs"),
                        {tr("Slurm &jobs"), tr("Show or hide your jobs in Slurm's queue.")},
                        QKeySequence(tr("Ctrl+Shift+3")));
  add("export_chart", {tr("&Export chart …"), tr("Write the chart as a picture, a drawing or values.")},
      QKeySequence(tr("Ctrl+E")), "export", [this] { open_->page->exportChart(); });
  add("copy_chart", {tr("&Copy chart"), tr("Copy the chart as a picture to the clipboard.")}, {}, "",
      [this] { open_->page->copyChart(); });

  makeDesktopActions();
  auto* themes = new QActionGroup(this);
  const auto theme = [&](const char* id, Theme value, const Actions::Text& text) {
    QAction* action = actions_.addCheckable(Actions::Group::kView, QLatin1String(id), text);
    action->setActionGroup(themes);
    action->setChecked(preferences_.theme() == value);
    connect(action, &QAction::triggered, this, [this, value] {
      preferences_.setTheme(value);
      applyTheme(value);
    });
  };
  theme("theme_system", Theme::kSystem, {tr("Desktop's colours"), tr("Light or dark as the desktop is.")});
  theme("theme_light", Theme::kLight, {tr("Light"), tr("Dark text on light ground.")});
  theme("theme_dark", Theme::kDark, {tr("Dark"), tr("Light text on dark ground.")});

  auto* languages = new QActionGroup(this);
  const auto language = [&](const char* id, const QString& code, const QString& name) {
    QAction* action = actions_.addCheckable(Actions::Group::kView, QLatin1String(id),
                                            {name, tr("Show the window in this language.")});
    action->setActionGroup(languages);
    action->setChecked(preferences_.language() == code);
    connect(action, &QAction::triggered, this, [this, code] {
      preferences_.setLanguage(code);
      emit languageChosen(code);
    });
  };
  language("language_system", {}, tr("Desktop's language"));
  language("language_english", QStringLiteral("en"), QStringLiteral("English"));
  language("language_chinese", QStringLiteral("zh_CN"), QStringLiteral("简体中文"));
}

void MainWindow::makeSteerActions() {
  const auto add = [this](const char* id, const Actions::Text& text, const QKeySequence& keys, const char* icon_name,
                          auto&& does) {
    QAction* action = actions_.add(Actions::Group::kSteer, QLatin1String(id), text, keys, QLatin1String(icon_name));
    connect(action, &QAction::triggered, this, does);
  };
  add("pause", {tr("&Pause"), tr("Pause after the step under way, or go on.")}, QKeySequence(tr("Ctrl+P")), "pause",
      [this] {
        const bool paused = open_->store.summary().status == RunStatus::kPaused;
        paused ? open_->steering.goOn() : open_->steering.pause();
      });
  add("single_step", {tr("S&ingle step"), tr("Make one step while the run is paused.")}, QKeySequence(tr("Ctrl+.")),
      "single-step", [this] { open_->steering.singleStep(); });
  add("sample", {tr("&Sample now"), tr("Make a picture of samples now, also while paused.")},
      QKeySequence(tr("Ctrl+G")), "sample", [this] {
        open_->steering.sample();
        open_->page->setCursorStep({});  // else it would come unseen
      });
  add("checkpoint", {tr("&Checkpoint"), tr("Write a checkpoint now; it is kept always.")}, QKeySequence::Save,
      "checkpoint", [this] { open_->steering.checkpoint(); });
  add("roll_back", {tr("&Roll back …"), tr("Go on from an earlier checkpoint instead.")}, QKeySequence(tr("Ctrl+R")),
      "roll-back", [this] { goOnFrom(GoOn::kRollBack); });
  add("branch", {tr("&Branch …"), tr("Make a new run that goes on from a checkpoint.")}, QKeySequence(tr("Ctrl+B")),
      "branch", [this] { goOnFrom(GoOn::kBranch); });
  // No shortcut: it asks nothing, and every combination of keys has a harmless one beside it.
  add("stop", {tr("S&top"), tr("Finish the step, write a last checkpoint, end. Resume goes on from there.")}, {},
      "stop", [this] { open_->steering.stop(); });
  add("apply", {tr("&Apply"), tr("Send all changed settings together.")}, QKeySequence(tr("Ctrl+Return")), "apply",
      [this] { open_->steering.apply(); });
  add("undo", {tr("&Undo"), tr("Take back the last change of settings.")}, QKeySequence::Undo, "undo",
      [this] { open_->steering.undo(); });
  add("focus_settings", {tr("Settings: G &learning rate"), tr("Put the cursor into the generator's learning rate.")},
      QKeySequence(tr("Ctrl+L")), "", [this] {
        open_->panel->focusOn(open_->store.isClassifier() ? QStringLiteral("optimizer.classifier.learning_rate")
                                                          : QStringLiteral("optimizer.generator.learning_rate"));
      });
}

void MainWindow::makeSampleActions() {
  const auto add = [this](const char* id, const Actions::Text& text, const QKeySequence& keys, const char* icon_name,
                          auto&& does) {
    QAction* action = actions_.add(Actions::Group::kSamples, QLatin1String(id), text, keys, QLatin1String(icon_name));
    connect(action, &QAction::triggered, this, does);
  };
  add("newest_samples", {tr("&Newest"), tr("Show the newest picture, and follow.")}, QKeySequence(tr("Ctrl+End")),
      "newest", [this] { open_->page->setCursorStep({}); });
  add("save_samples", {tr("&Save picture …"), tr("Write the picture that is shown large.")},
      QKeySequence(tr("Ctrl+Shift+E")), "save", [this] { open_->page->saveSamples(); });
  add("copy_samples",
      {tr("Cop&y the samples"),
       tr("Copy the picture that is shown large, or the image chosen on it, to the clipboard.")},
      {}, "", [this] {
        open_->page->showLosses();
        open_->page->gallery().copyPicture();
      });
  add("enlarge_sample",
      {tr("Enlar&ge one sample"), tr("Show one image of the sheet alone, the chosen one, or all of them again.")}, {},
      "zoom-in", [this] {
        open_->page->showLosses();
        open_->page->gallery().toggleSingle();
      });
  add("export_samples", {tr("E&xport samples …"), tr("Write many pictures into files.")},
      QKeySequence(tr("Ctrl+Shift+X")), "export", [this] { open_->page->exportDialogs().exportSamples(); });
  add("export_points", {tr("Export the kept p&oints …"), tr("Write the pictures of the shelf's points into files.")},
      QKeySequence(), "", [this] { open_->page->exportDialogs().exportPoints(); });
  add("export_film", {tr("&Make film …"), tr("Write the film of the timeline into a file.")},
      QKeySequence(tr("Ctrl+Shift+M")), "", [this] { open_->page->exportDialogs().makeFilm(); });
  add("export_sheet", {tr("Make s&heet …"), tr("Write many small pictures into one.")}, QKeySequence(), "",
      [this] { open_->page->exportDialogs().makeSheet(); });
  add("show_exports", {tr("Sho&w exports"), tr("Show what is exported of the run, and how far it is.")},
      QKeySequence(tr("Ctrl+Shift+P")), "", [this] { open_->page->showExports(); });
  add("evaluate", {tr("E&valuate a checkpoint …"), tr("Score its pictures, in a process beside the run.")},
      QKeySequence(tr("Ctrl+Shift+A")), "", [this] { open_->page->evaluate(); });
  const auto explore = [this](void (LatentExplorer::*does)()) {
    return [this, does] {
      open_->page->showExplorer();
      (open_->page->explorer().*does)();
    };
  };
  add("explore_seed", {tr("Explore a new s&eed"), tr("Look at another place of the latent space.")},
      QKeySequence(tr("Ctrl+Shift+G")), "", explore(&LatentExplorer::newSeed));
  add("explore_keep", {tr("&Keep the point"), tr("Put the explored point on the shelf.")},
      QKeySequence(tr("Ctrl+Shift+K")), "", explore(&LatentExplorer::keep));
  add("explore_keyframe", {tr("Add to the &film"), tr("Make the explored point the next keyframe of the timeline.")},
      QKeySequence(tr("Ctrl+Shift+F")), "", explore(&LatentExplorer::addToTimeline));
  add("explore_copy_picture", {tr("&Copy the picture"), tr("Copy the explored picture to the clipboard.")},
      QKeySequence(tr("Ctrl+Shift+C")), "", explore(&LatentExplorer::copyPicture));
  add("explore_copy_line", {tr("Copy the &line"), tr("Copy the line of text that brings back the explored point.")},
      QKeySequence(tr("Ctrl+Shift+L")), "", explore(&LatentExplorer::copyLine));
  add("explore_paste_line", {tr("&Paste a line"), tr("Show the point whose line of text is on the clipboard.")},
      QKeySequence(tr("Ctrl+Shift+V")), "", explore(&LatentExplorer::pasteLine));
}

void MainWindow::offerFor(bool classifier) {
  for (const char* id :
       {"sample", "newest_samples", "save_samples", "copy_samples", "enlarge_sample", "show_explorer", "explore_seed",
        "explore_keep", "explore_keyframe", "explore_copy_picture", "explore_copy_line", "explore_paste_line",
        "export_samples", "export_points", "export_film", "export_sheet", "show_exports", "evaluate"}) {
    actions_[QLatin1String(id)]->setVisible(!classifier);
  }
  samples_menu_->menuAction()->setVisible(!classifier);
  rename("show_losses", classifier ? tr("&Losses and accuracy") : tr("&Losses and samples"),
         classifier ? tr("Show the curves.") : tr("Show the curves and the pictures."));
  rename("show_evaluation", classifier ? tr("&Test") : tr("E&valuate"),
         classifier ? tr("Show which classes are taken for which.")
                    : tr("Show how good the pictures are, over the steps of the run."));
  offerSettingsFor(classifier);
}

void MainWindow::offerSettingsFor(bool classifier) {
  rename("focus_settings", classifier ? tr("Settings: &learning rate") : tr("Settings: G &learning rate"),
         classifier ? tr("Put the cursor into the learning rate.")
                    : tr("Put the cursor into the generator's learning rate."));
}

void MainWindow::rename(const char* id, const QString& title, const QString& description) {
  QAction* action = actions_[QLatin1String(id)];
  if (action->text() == title) return;
  action->setText(title);
  action->setIconText(plainTitle(*action));  // what buttons show
  action->setStatusTip(description);
  actions_.setKeys(*action, action->shortcut());  // which its tool tip names
}

void MainWindow::makeHelpActions() {
  const auto add = [this](const char* id, const Actions::Text& text, const QKeySequence& keys, const char* icon_name,
                          auto&& does) {
    QAction* action = actions_.add(Actions::Group::kHelp, QLatin1String(id), text, keys, QLatin1String(icon_name));
    connect(action, &QAction::triggered, this, does);
  };
  add("palette", {tr("&Commands and shortcuts …"), tr("Find anything that can be done, with its keys.")},
      QKeySequence(tr("Ctrl+K")), "palette", [this] { (new CommandPalette(actions_, this))->open(); });
  add("manual", {tr("&Manual"), tr("Read about the panel that one works in.")}, QKeySequence(Qt::Key_F1), "",
      [this] { showManual(); });
  actions_[QStringLiteral("manual")]->setShortcutContext(Qt::ApplicationShortcut);  // of other windows of ours, too
  add("tour", {tr("&Tour"), tr("Show the window in five steps.")}, {}, "", [this] { startTour(); });
  add("about", {tr("&About GAN Studio"), tr("Version and licence.")}, {}, "info", [this] { showAbout(); });
}

void MainWindow::makeMenus() {
  makeListedRunMenu();
  for (const auto group : {Actions::Group::kRun, Actions::Group::kView, Actions::Group::kSteer,
                           Actions::Group::kSamples, Actions::Group::kData, Actions::Group::kHelp}) {
    QMenu* menu = menuBar()->addMenu(Actions::groupTitle(group));
    if (group == Actions::Group::kSamples) samples_menu_ = menu;
    QActionGroup* previous = nullptr;
    for (QAction* action : actions_.in(group)) {
      if (action->actionGroup() != previous) menu->addSeparator();
      previous = action->actionGroup();
      menu->addAction(action);
    }
    if (group != Actions::Group::kRun) continue;
    menu->setToolTipsVisible(true);  // they say why something cannot be done with a remote run
    menu->insertMenu(actions_[QStringLiteral("open_weights")], makeRecentMenu());
    menu->insertMenu(actions_[QStringLiteral("quit")], listed_menu_);
  }
  menuBar()->setObjectName(QStringLiteral("main_menu"));
  auto* palette = new QToolButton;
  palette->setObjectName(QStringLiteral("palette_button"));
  palette->setDefaultAction(actions_[QStringLiteral("palette")]);
  palette->setAutoRaise(true);
  palette->setAccessibleName(plainTitle(*actions_[QStringLiteral("palette")]));
  menuBar()->setCornerWidget(palette);
}

void MainWindow::newRun() { makeNewRunDialog()->open(); }

NewRunDialog* MainWindow::makeNewRunDialog() {
  const QString beside = runPlace().folder();
  const QString folder = beside.isEmpty() ? runs_.folders().value(0, defaultRunsFolder()) : QFileInfo(beside).path();
  auto* dialog = new NewRunDialog(launcher_, folder, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  offerManual(*dialog, QStringLiteral("first-training"));
  dialog->offerHosts(host_launcher_, preferences_.hosts());
  connect(dialog, &NewRunDialog::started, this, &MainWindow::openRun);
  dialog->setDevicePrice(preferences_.devicePrice());
  connect(dialog, &NewRunDialog::devicePriceChosen, this, [this](double price) { preferences_.setDevicePrice(price); });
  dialog->setSlurmSite(preferences_.slurmSite());
  connect(dialog, &NewRunDialog::slurmSiteUsed, this,
          [this](const SlurmSite& site) { preferences_.setSlurmSite(site); });
  connect(dialog, &NewRunDialog::submitted, this, &MainWindow::onSubmitted);
  connect(dialog, &NewRunDialog::submittedThere, this, &MainWindow::onSubmittedThere);
  return dialog;
}

void MainWindow::chooseRun() {
  auto* dialog = new QFileDialog(this, tr("Open run"), preferences_.lastFolder(QStringLiteral("runs")));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::Directory);
  dialog->setOption(QFileDialog::ShowDirsOnly);
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& folder) {
    preferences_.setLastFolder(QStringLiteral("runs"), QFileInfo(folder).path());
    openRun(RunPlace::ofFolder(folder));
  });
  dialog->open();
}

void MainWindow::attach() {
  auto* dialog = new AttachDialog(preferences_, this);
  offerManual(*dialog, QStringLiteral("network"));
  connect(dialog, &AttachDialog::chosen, this, [this](const RunPlace& place, const QString& engine) {
    questions_.access()->setEngine(place, engine);
    openRun(place);
    // One that was not there is not kept.
    connect(
        &open_->store, &RunStore::opened, this, [this, place, engine] { preferences_.setEngineAt(place, engine); },
        Qt::SingleShotConnection);
  });
  dialog->open();
}

void MainWindow::browseHost() {
  auto* dialog = new HostDialog(preferences_, questions_.access(), this);
  offerManual(*dialog, QStringLiteral("network"));
  connect(dialog, &HostDialog::chosen, this, &MainWindow::openRun);
  dialog->open();
}

void MainWindow::chooseWeights() {
  auto* dialog = new QFileDialog(this, tr("Explore weights"), preferences_.lastFolder(QStringLiteral("weights")),
                                 tr("Weights (*.safetensors)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
    preferences_.setLastFolder(QStringLiteral("weights"), QFileInfo(file).path());
    openWeights(file);
  });
  dialog->open();
}

void MainWindow::addFolder() {
  auto* dialog = new QFileDialog(this, tr("Add folder of runs"), preferences_.lastFolder(QStringLiteral("runs")));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::Directory);
  dialog->setOption(QFileDialog::ShowDirsOnly);
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& folder) { runs_.addFolder(folder); });
  dialog->open();
}

void MainWindow::showPreferences() {
  auto* dialog = new PreferencesDialog(actions_, preferences_, runs_, this);
  offerManual(*dialog, QStringLiteral("preferences"));
  connect(dialog, &PreferencesDialog::layoutResetWished, this, &MainWindow::layoutResetWished);
  connect(dialog, &PreferencesDialog::runsForgotten, start_, &StartPage::showRecent);
  dialog->open();
}

void MainWindow::showManual() {
  const QWidget* focus = QApplication::focusWidget();
  if (manual_ && focus != nullptr && focus->window() == manual_) return;  // it is read already
  if (!manual_) manual_ = new ManualWindow(this);
  manual_->showPage(manualPageOf(focus != nullptr ? focus : pages_->currentWidget()));
  manual_->show();
  manual_->raise();
  manual_->activateWindow();
}

void MainWindow::startTour() {
  if (auto* tour = findChild<Tour*>()) return tour->go(0);
  new Tour(Tour::ofTheWindow(), this);
}

void MainWindow::showAbout() {
  AlertNotice notice;
  notice.id = QStringLiteral("about");
  notice.severity = Severity::kInfo;
  notice.text =
      tr("GAN Studio %1. Its sources are under the Apache License 2.0; this program, which contains Qt Charts, "
         "is under the GNU General Public License 3.0.")
          .arg(QApplication::applicationVersion());
  alerts_->show(notice);
}

}  // namespace gan
