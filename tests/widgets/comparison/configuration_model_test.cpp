#include "comparison/configuration_model.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QTableView>
#include <QTest>

#include "comparison/configuration_view.h"

namespace gan::test {
namespace {

using Tester = QAbstractItemModelTester;

class Configuration : public testing::Test {
 protected:
  Configuration() {
    model_.setRuns({QStringLiteral("first"), QStringLiteral("second")});
    model_.setRows({{.path = QStringLiteral("data.batch_size"),
                     .title = QStringLiteral("Batch size"),
                     .values = {QStringLiteral("16"), QStringLiteral("32")},
                     .differs = true},
                    {.path = QStringLiteral("data.path"),
                     .title = QStringLiteral("Data"),
                     .values = {QStringLiteral(""), QString()},
                     .differs = false}});
  }
  QString cell(int row, int column) const { return model_.index(row, column).data().toString(); }

  ConfigurationModel model_;
  Tester tester_{&model_, Tester::FailureReportingMode::Fatal};
};

TEST_F(Configuration, ShowsWhatDiffersUnlessAllIsWished) {
  ASSERT_EQ(model_.rowCount(), 1);
  EXPECT_EQ(cell(0, ConfigurationModel::kTitle), QStringLiteral("Batch size"));
  EXPECT_EQ(cell(0, ConfigurationModel::kFirstRun), QStringLiteral("16"));
  EXPECT_EQ(cell(0, ConfigurationModel::kFirstRun + 1), QStringLiteral("32"));
  model_.setShowsAll(true);
  ASSERT_EQ(model_.rowCount(), 2);
  EXPECT_EQ(cell(1, ConfigurationModel::kFirstRun), QString()) << "an empty text";
  EXPECT_EQ(cell(1, ConfigurationModel::kFirstRun + 1), QStringLiteral("–")) << "nothing";
}

TEST_F(Configuration, NamesTheRunsAboveTheirValues) {
  EXPECT_EQ(model_.headerData(ConfigurationModel::kFirstRun + 1, Qt::Horizontal, Qt::DisplayRole).toString(),
            QStringLiteral("second"));
  EXPECT_EQ(model_.columnCount(), 4);
}

TEST_F(Configuration, IsCopiedWithTabs) {
  ConfigurationView view(model_);
  auto* table = view.findChild<QTableView*>();
  table->selectRow(0);
  QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
  EXPECT_EQ(QGuiApplication::clipboard()->text().trimmed(), QStringLiteral("Batch size\tdata.batch_size\t16\t32"));
}

TEST_F(Configuration, SaysSoWhereNothingDiffers) {
  ConfigurationView view(model_);
  auto* remark = view.findChild<QLabel*>(QStringLiteral("configuration_remark"));
  EXPECT_TRUE(remark->isHidden());
  model_.setRows({{.path = QStringLiteral("data.path"),
                   .title = QStringLiteral("Data"),
                   .values = {QStringLiteral("a"), QStringLiteral("a")},
                   .differs = false}});
  EXPECT_FALSE(remark->isHidden());
  view.findChild<QCheckBox*>()->setChecked(true);
  EXPECT_TRUE(remark->isHidden());
}

}  // namespace
}  // namespace gan::test
