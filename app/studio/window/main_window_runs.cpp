// What a person can do with a run of the list, open or not: the menu of the list, which is one of the Run menu, too.
#include <QAction>
#include <QClipboard>
#include <QDesktopServices>
#include <QDockWidget>
#include <QGuiApplication>
#include <QInputDialog>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTimer>
#include <QUrl>
#include <algorithm>
#include <array>

#include "dialogs/command_field.h"
#include "link/run_marks_file.h"
#include "run_list/run_list.h"
#include "run_list/run_panel.h"
#include "state/texts.h"
#include "style/plain_text.h"
#include "style/tab_order.h"
#include "window/actions.h"
#include "window/main_window.h"
#include "window/open_run.h"
#include "window/start_page.h"

namespace gan {
namespace {

const QString kMarks = QStringLiteral("marks:");
const QString kBin = QStringLiteral("bin:");

/// Those that need a run.
constexpr std::array kOfARun = {"listed_open",   "listed_compare", "listed_rename",    "listed_note",
                                "listed_tags",   "listed_star",    "listed_archive",   "listed_open_folder",
                                "listed_delete", "listed_forget",  "listed_copy_path", "listed_copy_command"};
/// Those that need its folder: what is noted of a run stands there.
constexpr std::array kOfALocalRun = {"listed_note",    "listed_tags",        "listed_star",
                                     "listed_archive", "listed_open_folder", "listed_delete"};

}  // namespace

void MainWindow::makeListedRunActions() {
  const auto prepare = [this](QAction* action, const QKeySequence& keys, auto&& does) {
    if (!keys.isEmpty()) {  // of the list alone: elsewhere these keys do something else
      action->setShortcutContext(Qt::WidgetShortcut);
      run_list_->addAction(action);
    }
    connect(action, &QAction::triggered, this, does);
  };
  const auto add = [&](const char* id, const Actions::Text& text, const QKeySequence& keys,
                       void (MainWindow::*does)(const RunPlace& run)) {
    QAction* action = actions_.add(Actions::Group::kListedRun, QLatin1String(id), text, keys);
    prepare(action, keys, [this, does] { (this->*does)(listed().run); });
  };
  const auto add_mark = [&](const char* id, const Actions::Text& text, bool RunMarks::*mark) {
    QAction* action = actions_.addCheckable(Actions::Group::kListedRun, QLatin1String(id), text);
    prepare(action, {},
            [this, mark](bool on) { runs_.mark(listed().run, [mark, on](RunMarks& marks) { marks.*mark = on; }); });
  };
  add("listed_open", {tr("&Open"), tr("Open this run.")}, {}, &MainWindow::openRun);
  add("listed_compare", {tr("Compare &with …"), tr("Show curves, settings and samples of runs side by side.")}, {},
      &MainWindow::chooseToCompare);
  add("listed_rename", {tr("Re&name …"), tr("Give the run another name in the list; its folder keeps its own.")},
      QKeySequence(Qt::Key_F2), &MainWindow::renameRun);
  add("listed_note", {tr("No&te …"), tr("Write down what the run is about, or what came of it.")}, {},
      &MainWindow::noteOfRun);
  add("listed_tags", {tr("Ta&gs …"), tr("Give the run words by which it is found.")}, {}, &MainWindow::tagRun);
  add_mark("listed_star", {tr("&Star"), tr("List the run before the others of its folder.")}, &RunMarks::starred);
  add_mark("listed_archive", {tr("&Archive"), tr("List the run only where archived runs are shown.")},
           &RunMarks::archived);
  add("listed_open_folder", {tr("Open &folder"), tr("Show the run's folder in the desktop's program for files.")}, {},
      &MainWindow::openFolderOf);
  add("listed_copy_path", {tr("Copy &path"), tr("Copy the path of the run's folder, or where else it is.")}, {},
      &MainWindow::copyPathOf);
  add("listed_copy_command",
      {tr("Copy &command"), tr("Copy the shell command that goes on with the run, or watches it while it trains.")}, {},
      &MainWindow::copyCommandOf);
  add("listed_delete", {tr("&Delete …"), tr("Move the run to the bin.")}, QKeySequence(Qt::Key_Delete),
      &MainWindow::askToDelete);
  add("listed_forget", {tr("Remove fro&m the list"), tr("List the run of another computer no longer; it stays.")}, {},
      &MainWindow::removeConnection);
  QAction* remove =
      actions_.add(Actions::Group::kListedRun, QStringLiteral("listed_remove_folder"),
                   {tr("&Remove folder from the list"), tr("List the runs of this folder no longer; they stay.")});
  prepare(remove, {}, [this] {
    const QString folder = listed().folder;
    runs_.removeFolder(folder);
    say(tr("%1 is listed no longer; nothing in it was changed.").arg(folder));
  });
}

void MainWindow::makeListedRunMenu() {
  const QAction* remove = actions_[QStringLiteral("listed_remove_folder")];
  listed_menu_ = new QMenu(Actions::groupTitle(Actions::Group::kListedRun), this);
  listed_menu_->setObjectName(QStringLiteral("listed_menu"));
  listed_menu_->setToolTipsVisible(true);  // they say why something cannot be done with a remote run
  listed_title_ = listed_menu_->addAction(QString());
  listed_title_->setEnabled(false);
  listed_menu_->addSeparator();
  for (QAction* action : actions_.in(Actions::Group::kListedRun)) {
    if (action == remove) listed_menu_->addSeparator();
    listed_menu_->addAction(action);
  }
  connect(listed_menu_, &QMenu::aboutToShow, this, [this] {
    menu_is_of_ = Listed{run_list_->currentRun(), run_list_->currentFolder()};
    refreshListed();
  });
  connect(listed_menu_, &QMenu::aboutToHide, this, [this] {
    // What was chosen in it is done first.
    QTimer::singleShot(0, this, [this] {
      if (listed_menu_->isVisible()) return;  // again
      menu_is_of_.reset();
      refreshListed();
    });
  });
  connect(run_list_, &RunList::menuWished, this, [this](const QPoint& at) { listed_menu_->popup(at); });
  refreshListed();
}

QMenu* MainWindow::makeRecentMenu() {
  auto* menu = new QMenu(tr("Open r&ecent"), this);
  menu->setObjectName(QStringLiteral("recent_menu"));
  menu->setToolTipsVisible(true);
  connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillRecentMenu(menu); });
  return menu;
}

void MainWindow::fillRecentMenu(QMenu* menu) {
  constexpr int kNameLetters = 60;
  menu->clear();
  for (const RunPlace& run : preferences_.recentRuns()) {
    if (run == runPlace()) continue;
    const int number = static_cast<int>(menu->actions().size()) + 1;
    const int width = kNameLetters * fontMetrics().averageCharWidth();
    QString name = fontMetrics().elidedText(printable(runs_.nameOf(run)), Qt::ElideMiddle, width);
    name.replace(QLatin1Char('&'), QStringLiteral("&&"));
    // Only the first nine have a digit to press.
    QAction* entry = menu->addAction(number < 10 ? QStringLiteral("&%1  ").arg(number) + name : name, this,
                                     [this, run] { openRun(run); });
    entry->setData(run.target);
    entry->setToolTip(plainToolTip(run.target));
  }
  if (menu->isEmpty()) menu->addAction(tr("No other run was open"))->setEnabled(false);
}

void MainWindow::makeRunPanel() {
  if (const auto columns = preferences_.runColumns()) run_panel_->setColumns(*columns);
  QAction* archived = actions_[QStringLiteral("show_archived")];
  connect(archived, &QAction::triggered, run_panel_, &RunPanel::showArchived);
  connect(run_panel_, &RunPanel::archivedToggled, this, [this, archived](bool shown) {
    archived->setChecked(shown);
    preferences_.setShowsArchivedRuns(shown);
  });
  run_panel_->showArchived(preferences_.showsArchivedRuns());
  connect(run_panel_, &RunPanel::columnsChosen, this, [this](const QStringList& columns) {
    preferences_.setRunColumns(columns);
    showPictures();
  });
  showPictures();
  connect(run_list_, &RunList::currentRowChanged, this, &MainWindow::refreshListed);
  connect(&runs_, &RunListStore::runsChanged, this, [this] {
    refreshTitle();
    refreshListed();
  });
  connect(&runs_, &RunListStore::marked, this, [this](const RunPlace& run) { settle(kMarks + run.target); });
  connect(&runs_, &RunListStore::notMarked, this, [this](const RunPlace& run, const Message& why) {
    complain(kMarks + run.target, tr("Nothing is noted of the run %1: %2").arg(runs_.nameOf(run), translated(why)));
    refreshListed();  // what was ticked is not so
  });
  connect(&runs_, &RunListStore::binned, this, [this](const RunPlace& run) {
    settle(kBin + run.target);
    preferences_.forgetRun(run);
    start_->showRecent();
    say(tr("%1 is in the bin.").arg(run.target));
  });
  connect(&runs_, &RunListStore::notBinned, this,
          [this](const RunPlace& run, const Message& why) { complain(kBin + run.target, translated(why)); });
}

void MainWindow::findRun() {
  runs_dock_->show();
  runs_dock_->raise();
  run_panel_->findRuns();
}

/// They are read only where they are seen.
void MainWindow::showPictures() {
  const bool shown = run_list_->columns().contains(QStringLiteral("picture"));
  runs_.setPictureSize(shown ? run_list_->pictureSize() : QSize(), devicePixelRatioF());
}

MainWindow::Listed MainWindow::listed() const {
  return menu_is_of_.value_or(Listed{run_list_->currentRun(), run_list_->currentFolder()});
}

void MainWindow::refreshListed() {
  constexpr int kTitleLetters = 40;
  const Listed of = listed();
  const RunRow* row = runs_.model().find(of.run);
  for (const char* id : kOfARun) actions_[QLatin1String(id)]->setEnabled(row != nullptr);
  const QString refusal = whyNotHere(of.run);
  for (const char* id : kOfALocalRun) {
    QAction* action = actions_[QLatin1String(id)];
    if (!refusal.isEmpty()) action->setEnabled(false);
    actions_.setRefusal(*action, refusal);
  }
  QAction* forget = actions_[QStringLiteral("listed_forget")];
  if (refusal.isEmpty()) forget->setEnabled(false);
  actions_.setRefusal(*forget,
                      row != nullptr && refusal.isEmpty() ? tr("The runs of a folder are listed with it.") : QString());
  if (of.run == runPlace()) actions_[QStringLiteral("listed_open")]->setEnabled(false);
  actions_[QStringLiteral("listed_star")]->setChecked(row != nullptr && row->marks.starred);
  actions_[QStringLiteral("listed_archive")]->setChecked(row != nullptr && row->marks.archived);
  actions_[QStringLiteral("listed_remove_folder")]->setEnabled(!of.folder.isEmpty());
  const QString name = row != nullptr ? displayName(*row) : of.folder.isEmpty() ? tr("No run is chosen") : of.folder;
  const int width = kTitleLetters * fontMetrics().averageCharWidth();
  QString title = fontMetrics().elidedText(name, Qt::ElideMiddle, width);
  listed_title_->setText(title.replace(QLatin1Char('&'), QStringLiteral("&&")));
}

QInputDialog* MainWindow::makeTextDialog(const char* name, const RunPlace& run,
                                         const std::function<void(const QString& text)>& chosen) {
  auto* dialog = new QInputDialog(this);
  dialog->setObjectName(QLatin1String(name));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setInputMode(QInputDialog::TextInput);
  dialog->setWindowTitle(runs_.nameOf(run));
  dialog->resize(fontMetrics().averageCharWidth() * 60, dialog->sizeHint().height());
  connect(dialog, &QInputDialog::textValueSelected, this, chosen);
  return dialog;
}

void MainWindow::renameRun(const RunPlace& run) {
  QInputDialog* dialog = makeTextDialog("rename_run", run, [this, run](const QString& text) {
    if (!run.isLocal()) {
      runs_.addConnection(RunPlace::ofTarget(run.target, text.trimmed()));
    } else {
      const QString name = text.trimmed() == run.name ? QString() : text;
      runs_.mark(run, [name](RunMarks& marks) { marks.name = name; });
    }
  });
  dialog->setLabelText(run.isLocal() ? tr("Name of the run in the list; empty, it is the folder's:")
                                     : tr("Name of the run in the list; empty, it says where the run is:"));
  dialog->setTextValue(runs_.nameOf(run));
  dialog->open();
}

void MainWindow::removeConnection(const RunPlace& place) {
  const QString name = runs_.nameOf(place);
  runs_.removeConnection(place);
  say(tr("%1 is listed no longer; nothing in it was changed.").arg(name));
}

void MainWindow::noteOfRun(const RunPlace& run) {
  const RunRow* row = runs_.model().find(run);
  if (row == nullptr) return;
  QInputDialog* dialog = makeTextDialog("note_of_run", run, [this, run](const QString& text) {
    runs_.mark(run, [text](RunMarks& marks) { marks.note = text; });
  });
  dialog->setOption(QInputDialog::UsePlainTextEditForTextInput);
  dialog->setLabelText(tr("Note:"));
  dialog->setTextValue(row->marks.note);
  auto* edit = dialog->findChild<QPlainTextEdit*>();
  edit->setAccessibleName(dialog->labelText());  // it came too late to be the label's, and to stand before the buttons
  edit->setTabChangesFocus(true);                // a tab in it would keep from the buttons who has keys alone
  takeTabPlace(*dialog);
  dialog->open();
}

void MainWindow::tagRun(const RunPlace& run) {
  const RunRow* row = runs_.model().find(run);
  if (row == nullptr) return;
  QInputDialog* dialog = makeTextDialog("tags_of_run", run, [this, run](const QString& text) {
    runs_.mark(run, [text](RunMarks& marks) { marks.tags = tagsOf(text); });
  });
  dialog->setLabelText(tr("Tags, with commas between them:"));
  dialog->setTextValue(row->marks.tags.join(QStringLiteral(", ")));
  dialog->open();
}

void MainWindow::openFolderOf(const RunPlace& run) {
  if (!QDesktopServices::openUrl(QUrl::fromLocalFile(run.folder()))) {
    say(tr("No program here shows folders; the run lies in %1.").arg(run.folder()));
  }
}

void MainWindow::copyPathOf(const RunPlace& run) { QGuiApplication::clipboard()->setText(run.target); }

void MainWindow::copyCommandOf(const RunPlace& run) {
  const bool goes_on = !run.path().isEmpty() && !isTrained(run);
  if (!goes_on) {
    const QStringList words{QStringLiteral("gan-engine"), QStringLiteral("watch"), run.target};
    return QGuiApplication::clipboard()->setText(shellText(words));
  }
  QStringList words{QStringLiteral("gan-engine"), QStringLiteral("resume"), run.path()};
  const auto changes = run == runPlace() ? open_->steering.waiting() : std::vector<Assignment>();
  for (const QString& change : overridesOf(changes)) words << QStringLiteral("--set") << change;
  QGuiApplication::clipboard()->setText(shellText(run.isLocal() ? words : overSsh(run, words)));
}

bool MainWindow::isTrained(const RunPlace& run) const {
  const RunRow* row = runs_.model().find(run);
  return (run == runPlace() && runGoesOn()) || (row != nullptr && row->glance.writer_alive);
}

void MainWindow::askToDelete(const RunPlace& run) {
  const QString name = runs_.nameOf(run);
  if (isTrained(run)) {
    return complain(kBin + run.target, tr("%1 is not deleted: an engine trains it. Stop it first.").arg(name));
  }
  const QVector<RunRow>& runs = runs_.model().runs();
  const bool has_branches = std::ranges::find(runs, run, &RunRow::parent) != runs.end();
  auto* question = new QMessageBox(QMessageBox::NoIcon, tr("Delete run"),
                                   tr("Move the run %1 to the bin?").arg(name) + QLatin1Char('\n') + run.target,
                                   QMessageBox::NoButton, this);
  question->setTextFormat(Qt::PlainText);
  question->setObjectName(QStringLiteral("delete_run_question"));
  question->setAttribute(Qt::WA_DeleteOnClose);
  question->setInformativeText(
      has_branches
          ? tr("Everything in its folder goes with it; the bin gives it back. Runs that branched from it stay, "
               "but show no longer what came before them.")
          : tr("Everything in its folder goes with it; the bin gives it back."));
  QPushButton* yes = question->addButton(tr("&Move to the bin"), QMessageBox::DestructiveRole);
  QPushButton* no = question->addButton(tr("&Keep it"), QMessageBox::RejectRole);
  yes->setObjectName(QStringLiteral("delete_run_yes"));
  question->setDefaultButton(no);
  question->setEscapeButton(no);
  connect(yes, &QPushButton::clicked, this, [this, run] { deleteRun(run); });
  question->open();
}

/// Whether somebody trains it is asked once more where it is moved.
void MainWindow::deleteRun(const RunPlace& run) {
  if (isTrained(run)) return askToDelete(run);  // it is, since the question
  if (run == runPlace()) closeRun();
  runs_.moveToBin(run);
}

}  // namespace gan
