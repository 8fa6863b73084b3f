// What is done with runs of the list, by its menu and by keys.
#include <gtest/gtest.h>

#include <QAction>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QFile>
#include <QGuiApplication>
#include <QInputDialog>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>
#include <fstream>

#include "dialogs/compare_dialog.h"
#include "link/run_marks_file.h"
#include "log/alert_bar.h"
#include "run/journal.h"
#include "run/lock.h"
#include "run/run_folder.h"
#include "run_list/run_list.h"
#include "run_list/run_list_model.h"
#include "state/run_store.h"
#include "support/temporary_folder.h"
#include "window/main_window.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;

bool until(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, 20'000); }

/// A window over a folder with two finished runs, the first of which is open.
class RunMenu : public testing::Test {
 protected:
  RunMenu() {
    qputenv("GAN_STUDIO_SETTINGS", QByteArray::fromStdString((folder_ / "settings.ini").string()));
    qputenv("XDG_DATA_HOME", QByteArray::fromStdString((folder_ / "data").string()));
    makeRun("first");
    makeRun("it's second");
    preferences_ = std::make_unique<Preferences>();
    window_ = std::make_unique<MainWindow>(*preferences_);
    window_->resize(1600, 900);
    window_->show();
    list_ = window_->findChild<RunList*>();
  }
  ~RunMenu() override {
    window_.reset();
    qunsetenv("XDG_DATA_HOME");
    qunsetenv("GAN_STUDIO_SETTINGS");
  }
  void SetUp() override {
    window_->open(first_);
    ASSERT_TRUE(until([this] { return window_->run() && window_->run()->isOpen() && index(second_).isValid(); }));
    activate();
  }
  /// Without a window manager nobody does it when a dialog has closed.
  void activate() {
    window_->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(window_.get()));
  }

  void makeRun(const char* name) {
    RunManifest manifest;
    manifest.id = "0123456789abcdef";
    const RunFolder run = RunFolder::create(folder_ / "runs" / name, RunConfig(), manifest);
    JournalWriter journal(run.journal());
    journal.append({.segment = 1, .what = SegmentStarted{}});
    journal.append({.segment = 1, .what = StatusChanged{RunStatus::kStopped, {}}});
  }
  QString pathOf(const char* name) const { return QString::fromStdString((folder_ / "runs" / name).string()); }
  const RunListModel& runs() const { return *static_cast<const RunListModel*>(list_->model()); }
  QModelIndex index(const QString& run) const { return runs().indexOf(RunPlace::ofFolder(run)); }
  QString shown(const QString& run) const { return index(run).data().toString(); }
  RunMarks marks(const QString& run) const { return readRunMarks(run.toStdString()); }
  template <typename T = QWidget>
  T* find(const char* name) const {
    return window_->findChild<T*>(QLatin1String(name));
  }
  QAction* action(const char* name) const { return find<QAction>(name); }
  QMenu* menu() const { return find<QMenu>("listed_menu"); }
  QStringList complaints() const {
    QStringList texts;
    for (const AlertNotice& notice : window_->findChild<AlertBar*>()->notices()) texts << notice.text;
    return texts;
  }
  void rightClick(const QModelIndex& row) {
    const QPoint at = list_->visualRect(row).center();
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, list_->viewport()->mapToGlobal(at));
    QCoreApplication::sendEvent(list_->viewport(), &event);
  }
  /// As a person chooses it in the menu of a run.
  void choose(const QString& run, const char* name) {
    rightClick(index(run));
    ASSERT_TRUE(menu()->isVisible());
    ASSERT_TRUE(action(name)->isEnabled());
    menu()->hide();
    action(name)->trigger();
  }
  void answer(const char* dialog, const QString& text) {
    auto* asked = find<QInputDialog>(dialog);
    ASSERT_TRUE(asked);
    asked->setTextValue(text);
    asked->accept();
  }

  TemporaryFolder folder_;
  const QString first_ = pathOf("first");
  const QString second_ = pathOf("it's second");
  std::unique_ptr<Preferences> preferences_;
  std::unique_ptr<MainWindow> window_;
  RunList* list_ = nullptr;
};

TEST_F(RunMenu, IsAboutTheRunThatWasClickedAndTheOpenOneStaysOpen) {
  rightClick(index(second_));
  ASSERT_TRUE(menu()->isVisible());
  EXPECT_TRUE(menu()->actions().first()->text().contains(QLatin1String("second")));
  EXPECT_TRUE(action("listed_open")->isEnabled());
  EXPECT_EQ(window_->runPlace().target, first_);
  menu()->hide();
  rightClick(index(first_));
  EXPECT_FALSE(action("listed_open")->isEnabled()) << "it is open";
  menu()->hide();
  rightClick(index(first_).parent());
  for (const char* name : {"listed_rename", "listed_delete", "listed_copy_path", "listed_star"}) {
    EXPECT_FALSE(action(name)->isEnabled()) << name;
  }
  EXPECT_TRUE(action("listed_remove_folder")->isEnabled());
  menu()->hide();
  EXPECT_EQ(window_->runPlace().target, first_);
}

TEST_F(RunMenu, ComparesARunWithTheOpenOne) {
  choose(second_, "listed_compare");
  auto* dialog = find<CompareDialog>("compare_dialog");
  ASSERT_TRUE(dialog);
  QStringList checked;
  for (const RunPlace& run : dialog->checked()) checked << run.target;
  checked.sort();
  EXPECT_EQ(checked, QStringList({first_, second_}));
  dialog->close();
}

/// Deleting the neighbour of what was clicked would be the worst.
TEST_F(RunMenu, StaysAboutARunThatGoesWhileItIsOpen) {
  rightClick(index(second_));
  ASSERT_TRUE(action("listed_delete")->isEnabled());
  fs::remove_all(second_.toStdString());
  ASSERT_TRUE(until([this] { return !index(second_).isValid(); }));
  EXPECT_FALSE(action("listed_delete")->isEnabled());
  action("listed_copy_path")->trigger();
  EXPECT_NE(QGuiApplication::clipboard()->text(), first_);
  menu()->hide();
}

TEST_F(RunMenu, ANameStandsInListAndTitleAndGoesWhenItIsEmptied) {
  choose(first_, "listed_rename");
  answer("rename_run", QStringLiteral(" Roses & <b>tulips</b> "));
  const QString name = QStringLiteral("Roses & <b>tulips</b>");
  ASSERT_TRUE(until([&] { return shown(first_) == name; }));
  EXPECT_EQ(marks(first_).name, name);
  EXPECT_TRUE(window_->windowTitle().contains(name));
  choose(first_, "listed_rename");
  EXPECT_EQ(find<QInputDialog>("rename_run")->textValue(), name);
  answer("rename_run", QString());
  EXPECT_TRUE(until([&] { return shown(first_) == QLatin1String("first"); }));
  EXPECT_FALSE(window_->windowTitle().contains(name));
}

TEST_F(RunMenu, NoteAndTagsAreKeptWithTheRun) {
  choose(second_, "listed_note");
  auto* note = find<QInputDialog>("note_of_run")->findChild<QPlainTextEdit*>();
  ASSERT_TRUE(note) << "a note has lines";
  note->setFocus();
  QTest::keyClick(note, Qt::Key_Tab);
  EXPECT_FALSE(note->hasFocus());
  EXPECT_EQ(note->toPlainText(), QString());
  answer("note_of_run", QStringLiteral("one\ntwo"));
  ASSERT_TRUE(until([this] { return marks(second_).note == QLatin1String("one\ntwo"); }));
  choose(second_, "listed_tags");
  answer("tags_of_run", QStringLiteral("good, paper"));
  const QStringList tags{QStringLiteral("good"), QStringLiteral("paper")};
  ASSERT_TRUE(until([&] { return marks(second_).tags == tags; }));
  EXPECT_EQ(window_->runPlace().target, first_);
  activate();
  action("find_run")->trigger();
  auto* words = find<QLineEdit>("run_words");
  EXPECT_TRUE(words->hasFocus());
  QTest::keyClicks(words, QStringLiteral("two paper"));
  EXPECT_TRUE(until([this] { return index(second_).isValid() && !index(first_).isValid(); }));
}

TEST_F(RunMenu, AnArchivedRunIsListedOnlyWhereThatIsWished) {
  choose(second_, "listed_archive");
  ASSERT_TRUE(until([this] { return !index(second_).isValid(); }));
  EXPECT_TRUE(marks(second_).archived);
  action("show_archived")->trigger();
  ASSERT_TRUE(index(second_).isValid());
  EXPECT_TRUE(preferences_->showsArchivedRuns());
  choose(second_, "listed_archive");
  EXPECT_TRUE(until([this] { return !marks(second_).archived; }));
}

TEST_F(RunMenu, KeysOpenItAndStarTheCurrentRun) {
  list_->setFocus();
  list_->setCurrentIndex(index(second_));
  QTest::keyClick(list_, Qt::Key_F10, Qt::ShiftModifier);
  ASSERT_TRUE(menu()->isVisible());
  QTest::keyClick(menu(), Qt::Key_S);
  EXPECT_FALSE(menu()->isVisible());
  ASSERT_TRUE(until([this] { return index(second_).row() == 0; })) << "starred runs are first";
  EXPECT_TRUE(marks(second_).starred);
  EXPECT_EQ(window_->runPlace().target, first_);
  QTest::keyClick(list_, Qt::Key_Menu);
  ASSERT_TRUE(menu()->isVisible());
  EXPECT_TRUE(action("listed_star")->isChecked());
  menu()->hide();
}

TEST_F(RunMenu, F2AndDeleteAreForTheListAlone) {
  list_->setCurrentIndex(index(second_));
  auto* words = find<QLineEdit>("run_words");
  words->setFocus();
  for (const auto key : {Qt::Key_F2, Qt::Key_Delete}) QTest::keyClick(words, key);
  EXPECT_FALSE(find<QDialog>("rename_run"));
  EXPECT_FALSE(find<QDialog>("delete_run_question"));
  list_->setFocus();
  list_->setCurrentIndex(index(second_));
  QTest::keyClick(list_, Qt::Key_F2);
  ASSERT_TRUE(find<QInputDialog>("rename_run"));
  find<QInputDialog>("rename_run")->reject();
  activate();
  list_->setFocus();
  QTest::keyClick(list_, Qt::Key_Delete);
  auto* question = find<QMessageBox>("delete_run_question");
  ASSERT_TRUE(question);
  EXPECT_TRUE(question->text().contains(second_));
  QTest::keyClick(question, Qt::Key_Return);  // the default keeps it
  EXPECT_TRUE(fs::exists(second_.toStdString()));
}

TEST_F(RunMenu, CopiesThePathAndACommandThatAShellTakes) {
  choose(second_, "listed_copy_path");
  EXPECT_EQ(QGuiApplication::clipboard()->text(), second_);
  choose(second_, "listed_copy_command");
  QString quoted = second_;
  quoted.replace(QLatin1Char('\''), QStringLiteral("'\\''"));
  EXPECT_EQ(QGuiApplication::clipboard()->text(), QStringLiteral("gan-engine resume '%1'").arg(quoted));
  const RunLock lock(first_.toStdString());
  ASSERT_TRUE(until([this] { return runs().find(RunPlace::ofFolder(first_))->glance.writer_alive; }));
  choose(first_, "listed_copy_command");
  EXPECT_EQ(QGuiApplication::clipboard()->text(), QStringLiteral("gan-engine watch ") + first_);
}

TEST_F(RunMenu, ARunThatIsTrainedIsNotDeletedAndNamed) {
  const RunLock lock(second_.toStdString());
  ASSERT_TRUE(until([this] { return runs().find(RunPlace::ofFolder(second_))->glance.writer_alive; }));
  choose(second_, "listed_delete");
  EXPECT_FALSE(find<QMessageBox>("delete_run_question"));
  ASSERT_EQ(complaints().size(), 1);
  EXPECT_TRUE(complaints().first().contains(QLatin1String("it's second"))) << complaints().first().toStdString();
  EXPECT_TRUE(fs::exists(second_.toStdString()));
}

TEST_F(RunMenu, ARunThatIsTrainedSinceTheQuestionStays) {
  choose(second_, "listed_delete");
  auto* yes = find<QPushButton>("delete_run_yes");
  ASSERT_TRUE(yes);
  const RunLock lock(second_.toStdString());
  yes->click();
  ASSERT_TRUE(until([this] { return complaints().size() == 1; }));
  EXPECT_TRUE(fs::exists(second_.toStdString()));
}

TEST_F(RunMenu, TheOpenRunIsClosedAndGoesIntoTheBin) {
  const QString probe = pathOf("probe");
  std::ofstream(probe.toStdString()) << "x";
  if (!QFile::moveToTrash(probe)) GTEST_SKIP() << "there is no bin here";
  choose(first_, "listed_delete");
  auto* yes = find<QPushButton>("delete_run_yes");
  ASSERT_TRUE(yes);
  yes->click();
  ASSERT_TRUE(until([this] { return !fs::exists(first_.toStdString()) && !index(first_).isValid(); }));
  EXPECT_EQ(window_->runPlace().target, QString());
  ASSERT_TRUE(until([this] { return !preferences_->recentRuns().contains(RunPlace::ofFolder(first_)); }));
  EXPECT_NE(preferences_->lastRun().target, first_);
  EXPECT_EQ(find<QListWidget>("recent_runs")->count(), 0);
  EXPECT_TRUE(complaints().isEmpty());
  EXPECT_TRUE(index(second_).isValid());
}

TEST_F(RunMenu, AFolderLeavesTheListAndStaysOnTheDisk) {
  choose(second_, "listed_remove_folder");
  ASSERT_TRUE(until([this] { return list_->model()->rowCount() == 0; }));
  EXPECT_TRUE(preferences_->runFolders().isEmpty());
  EXPECT_TRUE(fs::exists(second_.toStdString()));
  EXPECT_EQ(window_->runPlace().target, first_) << "what is open stays open";
}

TEST_F(RunMenu, WhatCannotBeNotedIsSaidOnceAndGoesWhenItCould) {
  const fs::path file = fs::path(second_.toStdString()) / kRunMarksFile;
  std::ofstream(file) << "my own notes";
  choose(second_, "listed_star");
  ASSERT_TRUE(until([this] { return complaints().size() == 1; }));
  EXPECT_TRUE(complaints().first().contains(QString::fromStdString(file.string())));
  EXPECT_TRUE(complaints().first().contains(QLatin1String("it's second")));
  fs::remove(file);
  choose(second_, "listed_star");
  EXPECT_TRUE(until([this] { return complaints().isEmpty(); }));
  EXPECT_TRUE(marks(second_).starred);
}

TEST_F(RunMenu, RunsThatWereOpenAreOpenedAgainFromTheMenu) {
  auto* recent = find<QMenu>("recent_menu");
  emit recent->aboutToShow();
  ASSERT_EQ(recent->actions().size(), 1);
  EXPECT_FALSE(recent->actions().first()->isEnabled()) << "the open run is not offered, and no other was open";
  window_->open(second_);
  ASSERT_TRUE(until([this] { return window_->runPlace().target == second_ && window_->run()->isOpen(); }));
  emit recent->aboutToShow();
  ASSERT_EQ(recent->actions().size(), 1);
  EXPECT_EQ(recent->actions().first()->data().toString(), first_);
  EXPECT_TRUE(recent->actions().first()->text().endsWith(QStringLiteral("first")));
  recent->actions().first()->trigger();
  EXPECT_TRUE(until([this] { return window_->runPlace().target == first_ && window_->run()->isOpen(); }));
}

TEST_F(RunMenu, ChosenColumnsAreRemembered) {
  for (QAction* entry : find<QMenu>("run_columns_menu")->actions()) {
    if (entry->data().toString() == QLatin1String("best_score")) entry->trigger();
  }
  window_ = std::make_unique<MainWindow>(*preferences_);
  list_ = window_->findChild<RunList*>();
  EXPECT_TRUE(list_->columns().contains(QStringLiteral("best_score")));
  EXPECT_TRUE(list_->columns().contains(QStringLiteral("state")));
}

}  // namespace
}  // namespace gan::test
