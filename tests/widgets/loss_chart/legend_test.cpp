#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QLineEdit>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include "fake_run.h"
#include "loss_chart/loss_chart.h"
#include "loss_chart/plot_view.h"
#include "loss_chart/series_model.h"
#include "widgets/settle.h"

namespace gan::test {
namespace {

const QString kNorms = QStringLiteral("gradient_norm/g");

QStringList layers(int count) {
  QStringList names;
  for (int i = 0; i < count; ++i) names << QStringLiteral("gradient_norm/g/block%1.weight").arg(i);
  return names;
}

/// A chart of a run with two losses and the gradients of 30 layers, of which one vanishes.
class LegendTest : public testing::Test {
 protected:
  LegendTest() {
    run_.last_step = 200;
    run_.value = [this](const QString& name, qint64 step) {
      if (name == vanishing_) return 1e-7F;
      return 1 + 0.01F * static_cast<float>(name.size()) + 0.001F * static_cast<float>(step % 7);
    };
    chart_.resize(900, 400);
    chart_.setSmoothing(0);
    series_.setNames(QStringList{QStringLiteral("loss/g"), QStringLiteral("loss/d")} + layers(30));
    QObject::connect(&chart_, &LossChart::wanted, &chart_, [this](const ChartQuery& query) {
      queries_.push_back(query);
      if (!query.isEmpty()) chart_.setReply(run_.answer(query));
    });
    view_ = chart_.findChild<QTreeView*>(QStringLiteral("chart_legend"));
    search_ = chart_.findChild<QLineEdit*>(QStringLiteral("chart_series_search"));
    band_ = chart_.findChild<QToolButton*>(QStringLiteral("chart_series_band"));
    chart_.setShowsSeries(true);
    chart_.show();
    chart_.setExtent(1, run_.last_step);
    chart_.activateWindow();
    settle(chart_);
  }
  QStringList seen(const QModelIndex& parent = {}) const {
    QStringList names;
    for (int row = 0; row < series_.rowCount(parent); ++row) {
      if (view_->isRowHidden(row, parent)) continue;
      const QModelIndex at = series_.index(row, 0, parent);
      names << at.data(SeriesModel::kNameRole).toString();
      if (view_->isExpanded(at)) names += seen(at);
    }
    return names;
  }

  const QString vanishing_ = layers(30)[17];
  FakeRun run_;
  SeriesModel series_;
  LossChart chart_{series_};
  std::vector<ChartQuery> queries_;
  QTreeView* view_ = nullptr;
  QLineEdit* search_ = nullptr;
  QToolButton* band_ = nullptr;
};

TEST_F(LegendTest, SmallGroupsAreOpenAndLargeOnesClosedUntilSomebodyChoosesOtherwise) {
  const QStringList at_first = {QStringLiteral("loss"), QStringLiteral("loss/g"), QStringLiteral("loss/d"), kNorms};
  EXPECT_EQ(seen(), at_first);
  view_->setFocus();
  view_->setCurrentIndex(series_.indexOfGroup(QStringLiteral("loss")));
  QTest::keyClick(view_, Qt::Key_Left);
  EXPECT_EQ(seen(), QStringList({QStringLiteral("loss"), kNorms}));
  series_.setNames(series_.names() + QStringList{QStringLiteral("time/step_ms")});
  EXPECT_EQ(seen(), QStringList({QStringLiteral("loss"), kNorms, QStringLiteral("time/step_ms")})) << "it stays so";
  EXPECT_EQ(view_->currentIndex().data(SeriesModel::kNameRole).toString(), QStringLiteral("loss"));
}

TEST_F(LegendTest, ASearchShowsWhatItFoundAndEscapeEverythingAsItWas) {
  search_->setFocus();
  QTest::keyClicks(search_, QStringLiteral("block17"));
  EXPECT_EQ(seen(), QStringList({kNorms, vanishing_}));
  QTest::keyClick(search_, Qt::Key_Down);
  EXPECT_EQ(QApplication::focusWidget(), view_);
  search_->setFocus();
  QTest::keyClick(search_, Qt::Key_Escape);
  EXPECT_TRUE(search_->text().isEmpty());
  EXPECT_EQ(seen().size(), 4);
}

TEST_F(LegendTest, WithSpaceOnAGroupItsBandIsAskedForWithNamesOfWhatSticksOut) {
  view_->setFocus();
  view_->setCurrentIndex(series_.indexOfGroup(kNorms));
  QTest::keyClick(view_, Qt::Key_Space);
  settle(chart_);
  ASSERT_EQ(queries_.back().bands.size(), 1);
  EXPECT_EQ(queries_.back().bands[0].members, layers(30));
  EXPECT_EQ(queries_.back().names.size(), 2) << "the losses";
  const auto* plot = chart_.findChild<PlotView*>(QStringLiteral("chart_plot"));
  const QString text = plot->accessibleDescription();
  EXPECT_TRUE(text.contains(QStringLiteral("Gradient norms · G, median of 30: 1.3040"))) << text.toStdString();
  EXPECT_TRUE(text.contains(vanishing_ + QStringLiteral(": 1.00E-07"))) << text.toStdString();
  EXPECT_FALSE(series_.indexOfGroup(kNorms, SeriesModel::kAtCursor).data().toString().isEmpty());
}

TEST_F(LegendTest, TheKeyBAndTheButtonDrawAGroupOneByOneAndAgainAsABand) {
  view_->setFocus();
  EXPECT_FALSE(band_->isEnabled()) << "no row is current";
  series_.setShown(layers(30));
  view_->setCurrentIndex(series_.indexOfGroup(kNorms));
  EXPECT_TRUE(band_->isEnabled());
  EXPECT_TRUE(band_->isChecked());
  QTest::keyClick(view_, Qt::Key_B);
  EXPECT_FALSE(band_->isChecked());
  settle(chart_);
  EXPECT_EQ(queries_.back().names, layers(30));
  EXPECT_TRUE(queries_.back().bands.isEmpty());
  band_->click();
  EXPECT_EQ(series_.bands().size(), 1);
  view_->setCurrentIndex(series_.indexOfGroup(QStringLiteral("loss")));
  EXPECT_FALSE(band_->isEnabled()) << "two losses are no band";
}

TEST_F(LegendTest, HundredsOfCurvesShareTheColumns) {
  series_.setNames(layers(300));
  series_.setBand(series_.indexOfGroup(kNorms), false);
  series_.setShown(layers(300));
  settle(chart_);
  EXPECT_EQ(queries_.back().names.size(), 300);
  EXPECT_LE(queries_.back().names.size() * queries_.back().columns, 24'000);
  EXPECT_GE(queries_.back().columns, 64);
}

TEST_F(LegendTest, ABandsValuesStandInTheTable) {
  series_.setShown(layers(30));
  settle(chart_);
  chart_.findChild<QAction*>(QStringLiteral("chart_table"))->trigger();
  const auto* model = chart_.findChild<QAbstractItemView*>(QStringLiteral("chart_values"))->model();
  QStringList headings;
  for (int column = 3; column < model->columnCount(); ++column) {
    headings << model->headerData(column, Qt::Horizontal).toString();
  }
  EXPECT_EQ(headings,
            QStringList({QStringLiteral("Gradient norms · G, median of 30"), QStringLiteral("Gradient norms · G, 5 %"),
                         QStringLiteral("Gradient norms · G, 95 %"), vanishing_}));
  EXPECT_EQ(model->rowCount(), 200);
}

TEST_F(LegendTest, ADrawingOfABandHoldsItsAreasAndItsNames) {
  series_.setShown(layers(30));
  settle(chart_);
  const QByteArray svg = chart_.exported(QStringLiteral("a.svg"), nullptr).value_or(QByteArray());
  EXPECT_TRUE(svg.contains("<polygon") || svg.contains("<path"));
  EXPECT_TRUE(svg.contains("block17.weight")) << "beside its curve";
  EXPECT_FALSE(svg.contains("<image"));
}

}  // namespace
}  // namespace gan::test
