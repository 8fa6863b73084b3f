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
  model.setValuesAtCursor({{{kLossG, 0.5}, {kScore, 0.25}}, {}});
  model.setNames({kScore, kLossG});
  model.setShown({kScore});
  model.setNames({});
  EXPECT_EQ(model.rowCount(), 0);
}

TEST(SeriesModel, ShowsTheLossesBeforeAnybodyChose) {
  SeriesModel model;
  model.setNames({kLossG, kScore, kLossD});
  EXPECT_EQ(model.shownNames(), QStringList({kLossG, kLossD}));
  const QStringList of_a_classifier = {QStringLiteral("train/loss"), QStringLiteral("validation/loss"),
                                       QStringLiteral("train/top1"), QStringLiteral("validation/top5")};
  model.setNames(of_a_classifier + QStringList{QStringLiteral("gradient_norm/classifier")});
  EXPECT_EQ(model.shownNames(), of_a_classifier);
}

TEST(SeriesModel, KeepsWhatThePersonSwitchedWhenNamesCome) {
  SeriesModel model;
  model.setNames({kLossG});
  ASSERT_TRUE(model.setData(model.indexOf(kLossG), Qt::Unchecked, Qt::CheckStateRole));
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
  model.setData(model.indexOf(kScore), Qt::Checked, Qt::CheckStateRole);
  EXPECT_EQ(changed.count(), 2);
  model.setData(model.indexOf(kScore), Qt::Checked, Qt::CheckStateRole);
  EXPECT_EQ(changed.count(), 2);
}

TEST(SeriesModel, ValuesFollowTheirSeriesWhenTheOrderChanges) {
  SeriesModel model;
  model.setNames({kLossG, kLossD});
  model.setValuesAtCursor({{{kLossG, 0.5}, {kLossD, 2.0}}, {}});
  model.setNames({kLossD, kLossG});
  const QModelIndex losses = model.index(0, 0);
  EXPECT_EQ(model.index(0, SeriesModel::kAtCursor, losses).data().toString(), QStringLiteral("2.0000"));
  EXPECT_EQ(model.index(1, SeriesModel::kAtCursor, losses).data().toString(), QStringLiteral("0.5000"));
}

TEST(SeriesModel, AccessibleTextSaysTitleAndValue) {
  SeriesModel model;
  model.setNames({kLossG});
  model.setValuesAtCursor({{{kLossG, 0.5}}, {}});
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

QStringList layers(int count) {
  QStringList names;
  for (int i = 0; i < count; ++i) names << QStringLiteral("gradient_norm/g/block%1.weight").arg(i);
  return names;
}

QStringList titlesBelow(const SeriesModel& model, const QModelIndex& parent = {}) {
  QStringList titles;
  for (int row = 0; row < model.rowCount(parent); ++row) titles << model.index(row, 0, parent).data().toString();
  return titles;
}

TEST(SeriesModel, IsATreeByThePartsOfNamesWhereGroupsOfOneAreWhatTheyHold) {
  SeriesModel model;
  QAbstractItemModelTester tester(&model, Mode::Fatal);
  const QString norm = QStringLiteral("gradient_norm/g");
  model.setNames(QStringList{kLossD, kLossG, kScore} + layers(2));
  EXPECT_EQ(titlesBelow(model), QStringList({QStringLiteral("Losses (2)"), QStringLiteral("D(x)"),
                                             QStringLiteral("Gradient norms · G (2)")}));
  EXPECT_EQ(titlesBelow(model, model.indexOfGroup(norm)),
            QStringList({QStringLiteral("block0.weight"), QStringLiteral("block1.weight")}));
  model.setNames(QStringList{norm} + model.names());
  EXPECT_EQ(titlesBelow(model, model.indexOfGroup(QStringLiteral("gradient_norm"))),
            QStringList({QStringLiteral("G gradient norm"), QStringLiteral("G (2)")}))
      << "what the prefix itself names stands beside it";
}

TEST(SeriesModel, CheckingAGroupChecksWhatIsInIt) {
  SeriesModel model;
  model.setNames(QStringList{kLossG} + layers(3));
  const QModelIndex group = model.indexOfGroup(QStringLiteral("gradient_norm/g"));
  const auto state = [&] { return group.data(Qt::CheckStateRole).toInt(); };
  EXPECT_EQ(state(), Qt::Unchecked);
  QSignalSpy changed(&model, &SeriesModel::shownChanged);
  ASSERT_TRUE(model.setData(group, Qt::Checked, Qt::CheckStateRole));
  EXPECT_EQ(changed.count(), 1);
  EXPECT_EQ(model.shownNames(), QStringList{kLossG} + layers(3));
  EXPECT_EQ(state(), Qt::Checked);
  model.setData(model.indexOf(layers(3)[1]), Qt::Unchecked, Qt::CheckStateRole);
  EXPECT_EQ(state(), Qt::PartiallyChecked);
}

TEST(SeriesModel, ASearchFindsByAllItsWordsAndLimitsWhatAGroupsCheckBoxChecks) {
  SeriesModel model;
  model.setNames(QStringList{kLossG} + layers(12));
  model.setSearch(QStringLiteral(" WEIGHT  block1 "));
  const auto found = [](const QModelIndex& index) { return index.data(SeriesModel::kFoundRole).toBool(); };
  EXPECT_FALSE(found(model.indexOf(kLossG)));
  EXPECT_TRUE(found(model.indexOf(layers(12)[1])));
  EXPECT_FALSE(found(model.indexOf(layers(12)[2])));
  const QModelIndex group = model.indexOfGroup(QStringLiteral("gradient_norm/g"));
  EXPECT_TRUE(found(group));
  model.setData(group, Qt::Checked, Qt::CheckStateRole);
  EXPECT_EQ(model.shownNames(), QStringList({kLossG, layers(12)[1], layers(12)[10], layers(12)[11]}));
  EXPECT_EQ(group.data(Qt::CheckStateRole).toInt(), Qt::Checked) << "all that was found";
  model.setSearch(QStringLiteral("g loss"));
  EXPECT_TRUE(found(model.indexOf(kLossG))) << "titles are searched, too";
  EXPECT_FALSE(found(group));
}

TEST(SeriesModel, GroupsOfVeryManySeriesAreBandsUnlessThePersonWishesOtherwise) {
  SeriesModel model;
  const QString path = QStringLiteral("gradient_norm/g");
  model.setNames(QStringList{kLossG, path} + layers(30));
  model.setShown(model.names());
  ASSERT_EQ(model.bands().size(), 1);
  EXPECT_EQ(model.bands()[0].name, path);
  EXPECT_EQ(model.bands()[0].members, layers(30));
  EXPECT_EQ(model.curveNames(), QStringList({kLossG, path}));
  QSignalSpy changed(&model, &SeriesModel::shownChanged);
  model.setBand(model.indexOfGroup(path), false);
  EXPECT_EQ(changed.count(), 1);
  EXPECT_TRUE(model.bands().isEmpty());
  EXPECT_EQ(model.curveNames().size(), 32);
  model.setBand(model.indexOfGroup(path), true);
  model.setShown(layers(3));
  EXPECT_EQ(model.curveNames(), layers(3)) << "so few are drawn one by one";
}

TEST(SeriesModel, AGroupTellsScreenReadersWhatItHoldsAndItsMedian) {
  SeriesModel model;
  const QString path = QStringLiteral("gradient_norm/g");
  model.setNames(layers(30));
  model.setShown(layers(30));
  model.setValuesAtCursor({{}, {{path, 0.25}}});
  EXPECT_EQ(model.indexOfGroup(path).data(Qt::AccessibleTextRole).toString(),
            QStringLiteral("Gradient norms · G, 30 series, 30 shown, as a band: median 0.2500"));
  EXPECT_EQ(model.indexOfGroup(path, SeriesModel::kAtCursor).data().toString(), QStringLiteral("0.2500"));
}

}  // namespace
}  // namespace gan::test
