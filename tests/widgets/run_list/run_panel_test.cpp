#include "run_list/run_panel.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "run_list/run_list.h"
#include "run_list/run_list_model.h"
#include "widgets/run_list/runs.h"

namespace gan::test {
namespace {

class RunPanelTest : public testing::Test {
 protected:
  RunPanelTest() {
    RunRow old = run(QStringLiteral("old"));
    old.marks.archived = true;
    model.setRuns({run(QStringLiteral("apple")), run(QStringLiteral("pear")), old});
    panel.resize(500, 400);
    panel.show();
  }
  QStringList shown() const {
    QStringList names;
    const QModelIndex folder = model.index(0, 0);
    for (int row = 0; row < model.rowCount(folder); ++row) names += model.index(row, 0, folder).data().toString();
    return names;
  }
  QLineEdit* words() const { return panel.findChild<QLineEdit*>(QStringLiteral("run_words")); }
  QAction* entry(const QString& title) const {
    for (QAction* action : panel.findChild<QToolButton*>(QStringLiteral("run_columns"))->menu()->actions()) {
      if (action->text() == title) return action;
    }
    return nullptr;
  }

  RunListModel model;
  RunPanel panel{model};
};

TEST_F(RunPanelTest, ShowsTheRunsThatHaveTheWords) {
  EXPECT_EQ(shown(), QStringList({QStringLiteral("apple"), QStringLiteral("pear")}));
  panel.activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&panel));
  panel.findRuns();
  EXPECT_TRUE(words()->hasFocus());
  QTest::keyClicks(words(), QStringLiteral("pea"));
  EXPECT_EQ(shown(), QStringList{QStringLiteral("pear")});
  QTest::keyClick(words(), Qt::Key_Return);
  EXPECT_TRUE(panel.list().hasFocus());
  words()->clear();
  EXPECT_EQ(shown().size(), 2);
}

TEST_F(RunPanelTest, ShowsArchivedRunsOnRequest) {
  QSignalSpy toggled(&panel, &RunPanel::archivedToggled);
  panel.showArchived(true);
  EXPECT_TRUE(panel.showsArchived());
  EXPECT_TRUE(shown().contains(QStringLiteral("old")));
  EXPECT_EQ(toggled.count(), 1);
  panel.showArchived(false);
  EXPECT_FALSE(shown().contains(QStringLiteral("old")));
}

TEST_F(RunPanelTest, ColumnsAreChosenInItsMenu) {
  QSignalSpy chosen(&panel, &RunPanel::columnsChosen);
  QAction* best = entry(panel.list().columnTitle(QStringLiteral("best_score")));
  ASSERT_NE(best, nullptr);
  EXPECT_FALSE(best->isChecked());
  best->trigger();
  ASSERT_EQ(chosen.count(), 1);
  EXPECT_TRUE(chosen[0][0].toStringList().contains(QStringLiteral("best_score")));
  EXPECT_TRUE(panel.list().columns().contains(QStringLiteral("best_score")));
  panel.setColumns({QStringLiteral("tags")});
  EXPECT_FALSE(best->isChecked());
  EXPECT_EQ(panel.list().columns(), QStringList{QStringLiteral("tags")});
  EXPECT_EQ(chosen.count(), 1) << "nobody chose that";
}

TEST_F(RunPanelTest, AStripIsTheListAloneAndLeavesOutNoRun) {
  words()->setText(QStringLiteral("pear"));
  panel.setStrip(true);
  EXPECT_FALSE(words()->isVisible());
  EXPECT_EQ(shown().size(), 2) << "nothing would say why one is missing";
  EXPECT_EQ(panel.maximumWidth(), panel.list().maximumWidth());
  EXPECT_LE(panel.maximumWidth(), 3 * panel.fontMetrics().height());
  panel.setStrip(false);
  EXPECT_TRUE(words()->isVisible());
  EXPECT_EQ(shown(), QStringList{QStringLiteral("pear")});
  EXPECT_GT(panel.maximumWidth(), 10'000);
}

}  // namespace
}  // namespace gan::test
