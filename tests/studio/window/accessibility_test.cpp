// What a screen reader says of the window and its dialogs, what the keyboard reaches, and in which order.
#include "widgets/accessibility.h"

#include <gtest/gtest.h>

#include <QDialog>
#include <QDockWidget>
#include <QListWidget>
#include <QPushButton>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>
#include <algorithm>
#include <initializer_list>

#include "dialogs/login_dialog.h"
#include "dialogs/token_dialog.h"
#include "dialogs/trust_dialog.h"
#include "studio/window/run_window.h"
#include "window/comparison_window.h"
#include "window/tour.h"

namespace gan::test {
namespace {

class Accessibility : public RunWindow {
 protected:
  void openRun() {
    makeRun(folder_ / "run", 0, 20, RunStatus::kFinished);
    open(folder_ / "run");
  }
  /// The one that an action opens, once it has the keyboard.
  QDialog* openDialog(const char* opener, const char* name) const {
    if (!until([&] { return action(opener)->isEnabled(); })) return nullptr;
    action(opener)->trigger();
    for (auto* dialog : window_->findChildren<QDialog*>(QLatin1String(name))) {
      dialog->activateWindow();
      if (QTest::qWaitForWindowActive(dialog)) return dialog;
    }
    return nullptr;
  }
  static void expectUsable(QWidget& part, const std::string& what) {
    EXPECT_FALSE(tabStops(part).isEmpty()) << what;
    EXPECT_EQ(withoutName(part), "") << what;
    EXPECT_EQ(untold(part), "") << what;
    EXPECT_EQ(onlyForTheMouse(part), "") << what;
    EXPECT_EQ(againstReadingOrder(part), "") << what;
    EXPECT_EQ(traps(part), "") << what;
  }
};

TEST_F(Accessibility, NamesEveryControlOfTheStartPageAndTabLeavesEachOfThem) {
  activate();
  ASSERT_FALSE(tabStops(*window_).isEmpty());
  EXPECT_EQ(withoutName(*window_), "");
  EXPECT_EQ(traps(*window_), "");
}

TEST_F(Accessibility, NamesEveryControlOfEachPageOfARunAndTabLeavesEachOfThem) {
  openRun();
  for (const char* page :
       {"show_losses", "show_data", "show_log", "show_processes", "show_explorer", "show_evaluation", "show_jobs"}) {
    action(page)->trigger();
    QTest::qWait(0);
    ASSERT_GT(tabStops(*window_).size(), 3) << page;
    EXPECT_EQ(withoutName(*window_), "") << page;
    EXPECT_EQ(untold(*window_), "") << page;
    EXPECT_EQ(onlyForTheMouse(*window_), "") << page;
    EXPECT_EQ(traps(*window_), "") << page;
  }
}

/// The main window's parts that one comes through with a key, until one is where one began.
class TabThroughTheWindow : public Accessibility {
 protected:
  QString partOf(const QWidget* widget) const {
    for (const QWidget* at = widget; at != window_.get(); at = at->parentWidget()) {
      const QString name = at->objectName();
      if (qobject_cast<const QTabBar*>(at) && at->parentWidget()->objectName() == QLatin1String("run_page")) {
        return QStringLiteral("tabs");
      }
      for (const char* part :
           {"main_menu", "runs_dock", "steer_dock", "jobs_dock", "run_bar", "run_page", "alert_bar"}) {
        if (name == QLatin1String(part)) return name;
      }
    }
    return widget->objectName();
  }
  QStringList parts(Qt::Key key) const {
    QWidget* first = find("palette_button");
    first->setFocus();
    QStringList parts;
    int tabs = 0;
    do {
      const QString part = partOf(window_->focusWidget());
      if (parts.isEmpty() || parts.last() != part) parts << part;
      QTest::keyClick(window_->focusWidget(), key);
    } while (window_->focusWidget() != first && ++tabs < 2000);
    EXPECT_LT(tabs, 2000);
    return parts;
  }
  static QStringList named(std::initializer_list<const char*> names) {
    QStringList list;
    for (const char* name : names) list << QLatin1String(name);
    return list;
  }
};

TEST_F(TabThroughTheWindow, GoesAsOneReadsInEachShapeOfTheWindow) {
  openRun();
  const QStringList order = named({"main_menu", "runs_dock", "steer_dock", "tabs", "run_bar", "run_page"});
  QStringList backwards = order.mid(1);
  std::ranges::reverse(backwards);
  backwards.prepend(order.first());
  for (const QSize size : {QSize(1280, 800), QSize(1700, 1000)}) {
    window_->resize(size);
    QTest::qWait(0);
    for (const char* page : {"show_losses", "show_explorer", "show_log"}) {
      action(page)->trigger();
      QTest::qWait(0);
      EXPECT_EQ(parts(Qt::Key_Tab), order) << page << " " << size.width();
      EXPECT_EQ(parts(Qt::Key_Backtab), backwards) << page << " " << size.width();
    }
  }
}

TEST_F(TabThroughTheWindow, FollowsPanelsThatAPersonPutElsewhereAndComesToWhatIsBelowLast) {
  openRun();
  window_->addDockWidget(Qt::RightDockWidgetArea, find<QDockWidget>("steer_dock"));
  window_->addDockWidget(Qt::BottomDockWidgetArea, find<QDockWidget>("runs_dock"));
  window_->findChild<AlertBar*>()->show({QStringLiteral("note"), Severity::kError, QStringLiteral("A note."), {}});
  QTest::qWait(0);
  EXPECT_EQ(parts(Qt::Key_Tab),
            named({"main_menu", "tabs", "run_bar", "run_page", "alert_bar", "steer_dock", "runs_dock"}));
}

struct OpenedDialog {
  const char* opener;
  const char* name;
};

void PrintTo(const OpenedDialog& dialog, std::ostream* stream) { *stream << dialog.opener; }

class DialogAccessibility : public Accessibility, public testing::WithParamInterface<OpenedDialog> {};

TEST_P(DialogAccessibility, NamesEveryControlAndTabReadsThemInOrderAndLeavesEach) {
  openRun();
  QDialog* dialog = openDialog(GetParam().opener, GetParam().name);
  ASSERT_TRUE(dialog);
  expectUsable(*dialog, GetParam().opener);
  dialog->close();
}
INSTANTIATE_TEST_SUITE_P(
    OfTheWindow, DialogAccessibility,
    testing::Values(OpenedDialog{"new_run", "new_run_dialog"}, OpenedDialog{"go_on", "go_on_dialog"},
                    OpenedDialog{"branch", "go_on_dialog"}, OpenedDialog{"attach", "attach_dialog"},
                    OpenedDialog{"compare", "compare_dialog"}, OpenedDialog{"palette", "command_palette"},
                    OpenedDialog{"manual", "manual"}, OpenedDialog{"listed_rename", "rename_run"},
                    OpenedDialog{"listed_note", "note_of_run"}, OpenedDialog{"listed_tags", "tags_of_run"},
                    OpenedDialog{"listed_delete", "delete_run_question"}),
    [](const auto& dialog) { return std::string(dialog.param.opener); });

TEST_F(Accessibility, OfEachPageOfThePreferences) {
  QDialog* dialog = openDialog("preferences", "preferences");
  ASSERT_TRUE(dialog);
  auto* titles = find<QListWidget>("preferences_pages");
  ASSERT_GT(titles->count(), 1);
  for (int page = 0; page < titles->count(); ++page) {
    titles->setCurrentRow(page);
    ASSERT_GT(tabStops(*dialog).size(), 3);
    expectUsable(*dialog, titles->item(page)->text().toStdString());
  }
}

TEST_F(Accessibility, OfASlurmJob) {
  QDialog* dialog = openDialog("new_run", "new_run_dialog");
  ASSERT_TRUE(dialog);
  dialog->findChild<QTabWidget*>(QStringLiteral("new_run_pages"))->setCurrentIndex(1);
  ASSERT_GT(tabStops(*dialog).size(), 12);
  expectUsable(*dialog, "the page of the Slurm job");
}

TEST_F(Accessibility, OfEachPageOfAComparison) {
  makeRun(folder_ / "other", 0, 20, RunStatus::kFinished);
  openRun();
  QDialog* dialog = openDialog("compare", "compare_dialog");
  ASSERT_TRUE(dialog);
  auto* runs = dialog->findChild<QListWidget*>(QStringLiteral("compare_runs"));
  for (int tries = 0; runs->count() < 2 && tries < 100; ++tries) {  // it lists what was found until it was opened
    dialog->close();
    QTest::qWait(100);
    dialog = openDialog("compare", "compare_dialog");
    ASSERT_TRUE(dialog);
    runs = dialog->findChild<QListWidget*>(QStringLiteral("compare_runs"));
  }
  ASSERT_EQ(runs->count(), 2);
  for (int row = 0; row < runs->count(); ++row) runs->item(row)->setCheckState(Qt::Checked);
  dialog->findChild<QPushButton*>(QStringLiteral("go"))->click();
  auto* comparison = window_->findChild<ComparisonWindow*>();
  ASSERT_TRUE(comparison);
  comparison->activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(comparison));
  auto* pages = comparison->findChild<QTabWidget*>(QStringLiteral("comparison_tabs"));
  for (int page = 0; page < pages->count(); ++page) {
    pages->setCurrentIndex(page);
    QTest::qWait(0);
    expectUsable(*comparison, pages->tabText(page).toStdString());
  }
}

TEST_F(Accessibility, OfTheTour) {
  activate();
  action("tour")->trigger();
  auto* tour = window_->findChild<Tour*>();
  ASSERT_TRUE(tour);
  find<QPushButton>("tour_next")->click();  // then there is a way back
  ASSERT_EQ(tabStops(*tour).size(), 3);
  expectUsable(*tour, "the tour");
  EXPECT_FALSE(tour->accessibleName().isEmpty());
  EXPECT_FALSE(tour->accessibleDescription().isEmpty());
}

TEST_F(Accessibility, NamesEveryControlOfTheRunsOfAnotherComputerAndTabLeavesEachOfThem) {
  preferences_->setHosts({{RunPlace::ofTarget(QStringLiteral("ssh://lab/~/runs")), {}, 0}});
  QDialog* dialog = openDialog("browse_host", "host_dialog");
  ASSERT_TRUE(dialog);
  ASSERT_GT(tabStops(*dialog).size(), 3);
  EXPECT_EQ(withoutName(*dialog), "");
  EXPECT_EQ(onlyForTheMouse(*dialog), "");
  EXPECT_EQ(traps(*dialog), "");
}

TEST_F(Accessibility, NamesEveryControlOfTheQuestionsOfAccessAndTabLeavesEachOfThem) {
  const AccessQuestion secret{
      .kind = AccessQuestion::Kind::kSecret, .where = QStringLiteral("lab"), .text = QStringLiteral("Password: ")};
  const AccessQuestion other{.kind = AccessQuestion::Kind::kOtherCertificate,
                             .where = QStringLiteral("lab:7420"),
                             .shown = QStringLiteral("01"),
                             .before = QStringLiteral("02")};
  const AccessQuestion key{
      .kind = AccessQuestion::Kind::kHostKey, .where = QStringLiteral("lab"), .text = QStringLiteral("Are you sure?")};
  const AccessQuestion token{.kind = AccessQuestion::Kind::kToken, .where = QStringLiteral("lab:7420")};
  LoginDialog login(secret);
  TrustDialog certificate(other);
  TrustDialog host(key);
  TokenDialog asked(token);
  for (QDialog* dialog : {static_cast<QDialog*>(&login), static_cast<QDialog*>(&certificate),
                          static_cast<QDialog*>(&host), static_cast<QDialog*>(&asked)}) {
    dialog->setAttribute(Qt::WA_DeleteOnClose, false);
    dialog->show();
    ASSERT_TRUE(QTest::qWaitForWindowActive(dialog));
    ASSERT_GT(tabStops(*dialog).size(), 1) << dialog->objectName().toStdString();
    EXPECT_EQ(withoutName(*dialog), "") << dialog->objectName().toStdString();
    EXPECT_EQ(traps(*dialog), "") << dialog->objectName().toStdString();
    dialog->hide();
  }
}

}  // namespace
}  // namespace gan::test
