#include "dialogs/compare_dialog.h"

#include <gtest/gtest.h>

#include <QLabel>
#include <QListWidget>
#include <QPushButton>

namespace gan {
namespace {

const QVector<RunPlace> kRuns = {{QStringLiteral("/a/run"), QStringLiteral("run")},
                                 {QStringLiteral("/b/run"), QStringLiteral("run")},
                                 {QStringLiteral("/b/other"), QStringLiteral("other")}};

class CompareDialogTest : public testing::Test {
 protected:
  QListWidget* list() { return dialog_.findChild<QListWidget*>(); }
  QPushButton* go() { return dialog_.findChild<QPushButton*>(QStringLiteral("go")); }
  QString complaint() { return dialog_.findChild<QLabel*>(QStringLiteral("complaint"))->text(); }

  CompareDialog& dialog_ = *new CompareDialog(kRuns, {kRuns[1]}, 2);
  std::unique_ptr<CompareDialog> owner_{&dialog_};
};

TEST_F(CompareDialogTest, NamesRunsOfOneNameByTheirFolders) {
  EXPECT_EQ(list()->item(0)->text(), QStringLiteral("run (a/run)"));
  EXPECT_EQ(list()->item(1)->text(), QStringLiteral("run (b/run)"));
  EXPECT_EQ(list()->item(2)->text(), QStringLiteral("other"));
}

TEST_F(CompareDialogTest, WantsTwoRunsAndNoMoreThanCanBeCompared) {
  ASSERT_EQ(dialog_.checked().size(), 1);
  EXPECT_EQ(dialog_.checked().first().target, QStringLiteral("/b/run"));
  EXPECT_FALSE(go()->isEnabled());
  EXPECT_TRUE(complaint().contains(QStringLiteral("two runs or more")));
  list()->item(0)->setCheckState(Qt::Checked);
  EXPECT_TRUE(go()->isEnabled());
  list()->item(2)->setCheckState(Qt::Checked);
  EXPECT_FALSE(go()->isEnabled());
}

TEST_F(CompareDialogTest, AnswersWithTheCheckedOnes) {
  QStringList chosen;
  QObject::connect(&dialog_, &CompareDialog::chosen, &dialog_, [&](const QVector<RunPlace>& runs) {
    for (const RunPlace& run : runs) chosen << run.target;
  });
  list()->item(2)->setCheckState(Qt::Checked);
  dialog_.setAttribute(Qt::WA_DeleteOnClose, false);
  go()->click();
  EXPECT_EQ(chosen, QStringList({QStringLiteral("/b/run"), QStringLiteral("/b/other")}));
}

TEST(CompareDialog, WithoutRunsSaysHowToGetThem) {
  CompareDialog dialog({}, {}, 2);
  EXPECT_TRUE(dialog.findChild<QLabel*>(QStringLiteral("complaint"))->text().contains(QStringLiteral("Add folder")));
}

}  // namespace
}  // namespace gan
