#pragma once

#include <gtest/gtest.h>

#include <QTimer>
#include <vector>

#include "fake_run.h"
#include "loss_chart/loss_chart.h"
#include "loss_chart/series_model.h"
#include "widgets/settle.h"

namespace gan::test {

inline const QStringList kNames = {QStringLiteral("loss/g"), QStringLiteral("loss/d"), QStringLiteral("score/d_real")};

/// A chart, and a run that answers what it asks for.
class LossChartTest : public testing::Test {
 protected:
  LossChartTest() {
    chart_.resize(900, 400);
    series_.setNames(kNames);
    QObject::connect(&chart_, &LossChart::wanted, &chart_, [this](const ChartQuery& query) {
      queries_.push_back(query);
      if (answers_) QTimer::singleShot(0, &chart_, [this, query] { chart_.setReply(run_.answer(query)); });
    });
  }

  void showRun() {
    chart_.show();
    chart_.setExtent(1, run_.last_step);
    settle(chart_);
  }
  QString legendValue(int row) const {
    return series_.indexOf(kNames[row], SeriesModel::kAtCursor).data(Qt::DisplayRole).toString();
  }

  FakeRun run_;
  SeriesModel series_;
  LossChart chart_{series_};
  std::vector<ChartQuery> queries_;
  bool answers_ = true;
};

}  // namespace gan::test
