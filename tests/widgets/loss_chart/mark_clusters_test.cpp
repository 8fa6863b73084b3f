#include <gtest/gtest.h>

#include "loss_chart/mark_item.h"

namespace gan::test {
namespace {

QVector<MarkCluster> cluster(const QVector<ChartMark>& marks) {
  return clustered(
      marks, [](double step) { return step / 10; }, 0, 100, 10);
}

ChartMark mark(qint64 step, ChartMark::Kind kind, const QString& text = QStringLiteral("text")) {
  return {.kind = kind, .step = step, .text = text, .superseded = false};
}

TEST(MarkClusters, MarksThatStandApartKeepTheirText) {
  const auto clusters = cluster({mark(500, ChartMark::Kind::kCommand, QStringLiteral("later")),
                                 mark(100, ChartMark::Kind::kCheckpoint, QStringLiteral("saved"))});
  ASSERT_EQ(clusters.size(), 2);
  EXPECT_EQ(clusters[0].text(), QStringLiteral("Step 100: saved"));
  EXPECT_EQ(clusters[1].x, 50);
}

TEST(MarkClusters, ManyTogetherAreCountedByKind) {
  QVector<ChartMark> marks;
  for (int i = 0; i < 12; ++i) marks.append(mark(500 + i, ChartMark::Kind::kCommand));
  marks.append(mark(512, ChartMark::Kind::kSegment));
  const auto clusters = cluster(marks);
  ASSERT_EQ(clusters.size(), 1);
  EXPECT_EQ(clusters[0].text(), QStringLiteral("Steps 500 to 512\n12 commands\n1 start or continuation"));
}

TEST(MarkClusters, AnAlertIsSeenAmongCommandsAndCheckpointsAreTicksBesideIt) {
  const auto clusters = cluster({mark(500, ChartMark::Kind::kCheckpoint), mark(501, ChartMark::Kind::kAlert),
                                 mark(502, ChartMark::Kind::kCommand), mark(545, ChartMark::Kind::kCheckpoint)});
  ASSERT_EQ(clusters.size(), 3);
  EXPECT_EQ(clusters[0].kind(), ChartMark::Kind::kCheckpoint);
  EXPECT_EQ(clusters[1].kind(), ChartMark::Kind::kAlert);
  EXPECT_EQ(clusters[1].marks.size(), 2);
  EXPECT_EQ(clusters[2].kind(), ChartMark::Kind::kCheckpoint);
}

TEST(MarkClusters, UnderThePointerASignGoesBeforeATick) {
  MarkItem item;
  item.setClusters(cluster({mark(500, ChartMark::Kind::kCheckpoint), mark(540, ChartMark::Kind::kCommand)}),
                   QRectF(0, 0, 100, 50));
  const MarkCluster* found = item.at({50, 48});
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->kind(), ChartMark::Kind::kCommand);
}

TEST(MarkClusters, WhatIsOutOfViewIsLeftOut) {
  EXPECT_TRUE(cluster({mark(-10, ChartMark::Kind::kAlert), mark(1010, ChartMark::Kind::kAlert)}).isEmpty());
}

TEST(MarkClusters, NoTwoSignsOverlapHoweverManyMarksThereAre) {
  QVector<ChartMark> marks;
  for (int i = 0; i < 5000; ++i) marks.append(mark((i * 7919) % 1000, ChartMark::Kind::kCommand));
  const auto clusters = cluster(marks);
  qsizetype count = 0;
  for (qsizetype i = 0; i < clusters.size(); ++i) {
    if (i > 0) {
      EXPECT_GE(clusters[i].x - clusters[i - 1].x, 10);
    }
    count += clusters[i].marks.size();
  }
  EXPECT_EQ(count, 5000);
}

}  // namespace
}  // namespace gan::test
