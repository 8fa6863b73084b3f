#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTextDocument>

#include "fake_run.h"
#include "loss_chart/readings.h"
#include "loss_chart/rows_model.h"

namespace gan::test {
namespace {

const QString kG = QStringLiteral("loss/g");
const QString kD = QStringLiteral("loss/d");

ChartReply twoSeries() {
  ChartReply reply{.stamp = 1, .first_step = 1, .last_step = 4, .curves = {}};
  reply.curves.push_back(
      {.name = kG, .raw = {column(1, 0.1F), column(2, 0.25F), column(4, NAN)}, .smoothed = {}, .superseded = {}});
  reply.curves.push_back({.name = kD, .raw = {column(2, 3), column(4, -1e-20F)}, .smoothed = {}, .superseded = {}});
  return reply;
}

TEST(ChartRows, CsvHasOneRowAStepAndLeavesOutWhatWasNotRecorded) {
  const ChartRows rows = rowsOf(twoSeries(), {kG, kD}, 1, 4);
  const std::string csv = csvHeading(rows) + csvLines(rows);
  EXPECT_EQ(csv,
            "step,epoch,unix_seconds,loss/g,loss/d\r\n"
            "1,0.01,1700000001,0.1,\r\n"
            "2,0.02,1700000002,0.25,3\r\n"
            "4,0.04,1700000004,nan,-1e-20\r\n");
}

TEST(ChartRows, OfSeveralRunsEachRowNamesItsOwnAndAllHaveTheSameCells) {
  const QString fid = QStringLiteral("fid");
  ChartRows rows = inColumns(rowsOf(twoSeries(), {kG, kD}, 1, 2), {fid, kD, kG});
  rows.run = QStringLiteral("a \"b\"");
  EXPECT_EQ(csvHeading(rows) + csvLines(rows),
            "run,step,epoch,unix_seconds,fid,loss/d,loss/g\r\n"
            "\"a \"\"b\"\"\",1,0.01,1700000001,,,0.1\r\n"
            "\"a \"\"b\"\"\",2,0.02,1700000002,,3,0.25\r\n");
}

TEST(ChartRows, CsvQuotesNamesAsRfc4180Says) {
  ChartReply reply;
  reply.curves = {{.name = QStringLiteral("a,\"b\""), .raw = {column(1, 1)}, .smoothed = {}, .superseded = {}}};
  EXPECT_EQ(csvHeading(rowsOf(reply, {QStringLiteral("a,\"b\"")}, 1, 1)),
            "step,epoch,unix_seconds,\"a,\"\"b\"\"\"\r\n");
}

TEST(ChartRows, OnlyWhatIsInViewAndShown) {
  const ChartRows rows = rowsOf(twoSeries(), {kD}, 3, 4);
  ASSERT_EQ(rows.rows.size(), 1U);
  EXPECT_EQ(rows.rows[0].first_step, 4);
  EXPECT_EQ(rows.names, QStringList({kD}));
}

TEST(RowsModel, KeepsTheRulesOfModelsAndItsRowsWhileARunGoesOn) {
  RowsModel model;
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
  FakeRun run{.last_step = 10};
  ChartQuery query;
  query.names = QStringList{kG};
  model.setRows(rowsOf(run.answer(query), {kG}, 1, 100));
  ASSERT_EQ(reset.count(), 1);
  run.last_step = 25;
  model.setRows(rowsOf(run.answer(query), {kG}, 1, 100));
  EXPECT_EQ(reset.count(), 1) << "rows were inserted";
  EXPECT_EQ(model.rowCount(), 25);
  EXPECT_EQ(model.index(24, RowsModel::kStep).data().toString(), QStringLiteral("25"));
  model.setRows({});
  EXPECT_EQ(model.rowCount(), 0);
}

TEST(RowsModel, SaysNaNForAValueThatIsNone) {
  RowsModel model;
  model.setRows(rowsOf(twoSeries(), {kG, kD}, 1, 4));
  EXPECT_EQ(model.index(2, RowsModel::kFirstSeries).data().toString(), QStringLiteral("NaN"));
  EXPECT_EQ(model.index(0, RowsModel::kFirstSeries + 1).data().toString(), QString());
  EXPECT_EQ(model.headerData(RowsModel::kFirstSeries, Qt::Horizontal, Qt::DisplayRole).toString(),
            QStringLiteral("G loss"));
}

TEST(RowsModel, TipsOfHeadingsShowForeignNamesLetterByLetter) {
  const QString name = QStringLiteral("<b>x</b>");
  ChartReply reply;
  reply.curves = {{.name = name, .raw = {column(1, 1)}, .smoothed = {}, .superseded = {}}};
  RowsModel model;
  model.setRows(rowsOf(reply, {name}, 1, 1));
  QTextDocument shown;
  shown.setHtml(model.headerData(RowsModel::kFirstSeries, Qt::Horizontal, Qt::ToolTipRole).toString());
  EXPECT_EQ(shown.toPlainText(), name);
}

TEST(Readings, AreThoseOfTheNearestRecordedPoint) {
  ChartReply reply;
  reply.curves = {{.name = kG, .raw = {column(10, 1), column(20, 2)}, .smoothed = {}, .superseded = {}}};
  const auto at = [&](double step) { return readingsAt(reply, {kG}, step).at(0); };
  EXPECT_EQ(at(-100).step, 10);
  EXPECT_EQ(at(14).step, 10);
  EXPECT_EQ(at(16).step, 20);
  EXPECT_EQ(at(16).value, 2);
  EXPECT_EQ(at(1000).step, 20);
  EXPECT_EQ(neighbour(reply, {kG}, 10, 1), 20);
  EXPECT_EQ(neighbour(reply, {kG}, 20, 1), 20);
}

TEST(Readings, OfAColumnOfManyStepsTellItsExtremes) {
  ChartColumn wide = column(100, 5);
  wide.last_step = 199;
  wide.min = 1;
  wide.max = 9;
  wide.last = 7;
  ChartReply reply;
  reply.curves = {{.name = kG, .raw = {wide}, .smoothed = {}, .superseded = {}}};
  const Reading reading = readingsAt(reply, {kG}, 190).at(0);
  EXPECT_EQ(reading.step, 199);
  EXPECT_EQ(reading.value, 7);
  ASSERT_TRUE(reading.extremes);
  EXPECT_EQ(reading.extremes->second, 9);
}

}  // namespace
}  // namespace gan::test
