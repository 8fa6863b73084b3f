#include "loss_chart/series_model.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTextDocument>

namespace gan::test {
namespace {

using Mode = QAbstractItemModelTester::FailureReportingMode;

const QString kLossG = QStringLiteral("loss/g");
const QString kLossD = QStringLiteral("loss/d");
const QString kScore = QStringLiteral("score/d_real");

TEST(SeriesModel, KeepsTheRulesOfModelsWhileSeriesComeAndGo) {
  SeriesModel model;
  QAbstractItemModelTester tester(&model, Mode::Fatal);
  model.setNames({kLossG});
  model.setNames({kLossG, kLossD, kScore});
  model.setValuesAtCursor({0.5, {}, 0.25});
  model.setNames({kScore, kLossG});
  model.setShown({kScore});
  model.setNames({});
  EXPECT_EQ(model.rowCount(), 0);
}

TEST(SeriesModel, ShowsTheLossesBeforeAnybodyChose) {
  SeriesModel model;
  model.setNames({kLossG, kScore, kLossD});
  EXPECT_EQ(model.shownNames(), QStringList({kLossG, kLossD}));
}

TEST(SeriesModel, KeepsWhatThePersonSwitchedWhenNamesCome) {
  SeriesModel model;
  model.setNames({kLossG});
  ASSERT_TRUE(model.setData(model.index(0, SeriesModel::kTitle), Qt::Unchecked, Qt::CheckStateRole));
  model.setNames({kLossG, kLossD});
  EXPECT_EQ(model.shownNames(), QStringList({kLossD}));
}

TEST(SeriesModel, ShowsANameThatComesAfterItWasChosen) {
  SeriesModel model;
  model.setShown({kScore});
  model.setNames({kLossG, kScore});
  EXPECT_EQ(model.shownNames(), QStringList({kScore}));
}

TEST(SeriesModel, SaysShownChangedOncePerChangeAndNotWithoutOne) {
  SeriesModel model;
  QSignalSpy changed(&model, &SeriesModel::shownChanged);
  model.setNames({kLossG, kScore});
  EXPECT_EQ(changed.count(), 1);
  model.setNames({kLossG, kScore, QStringLiteral("score/d_fake_before")});
  EXPECT_EQ(changed.count(), 1) << "a series that is not shown came";
  model.setData(model.index(1, SeriesModel::kTitle), Qt::Checked, Qt::CheckStateRole);
  EXPECT_EQ(changed.count(), 2);
  model.setData(model.index(1, SeriesModel::kTitle), Qt::Checked, Qt::CheckStateRole);
  EXPECT_EQ(changed.count(), 2);
}

TEST(SeriesModel, ValuesFollowTheirSeriesWhenTheOrderChanges) {
  SeriesModel model;
  model.setNames({kLossG, kLossD});
  model.setValuesAtCursor({0.5, 2.0});
  model.setNames({kLossD, kLossG});
  EXPECT_EQ(model.index(0, SeriesModel::kAtCursor).data().toString(), QStringLiteral("2.0000"));
  EXPECT_EQ(model.index(1, SeriesModel::kAtCursor).data().toString(), QStringLiteral("0.5000"));
}

TEST(SeriesModel, AccessibleTextSaysTitleAndValue) {
  SeriesModel model;
  model.setNames({kLossG});
  model.setValuesAtCursor({0.5});
  EXPECT_EQ(model.index(0, SeriesModel::kTitle).data(Qt::AccessibleTextRole).toString(),
            QStringLiteral("G loss: 0.5000"));
}

TEST(SeriesModel, ToolTipsShowForeignNamesLetterByLetter) {
  SeriesModel model;
  model.setNames({QStringLiteral("<b>loss</b>")});
  const QString tip = model.index(0, SeriesModel::kTitle).data(Qt::ToolTipRole).toString();
  QTextDocument shown;
  shown.setHtml(tip);
  EXPECT_TRUE(Qt::mightBeRichText(tip));
  EXPECT_EQ(shown.toPlainText(), QStringLiteral("<b>loss</b>"));
}

TEST(SeriesModel, OnlyTitlesCanBeChecked) {
  SeriesModel model;
  model.setNames({kLossG});
  EXPECT_FALSE(model.setData(model.index(0, SeriesModel::kAtCursor), Qt::Unchecked, Qt::CheckStateRole));
  EXPECT_FALSE(model.flags(model.index(0, SeriesModel::kAtCursor)).testFlag(Qt::ItemIsUserCheckable));
  EXPECT_TRUE(model.flags(model.index(0, SeriesModel::kTitle)).testFlag(Qt::ItemIsUserCheckable));
}

}  // namespace
}  // namespace gan::test
