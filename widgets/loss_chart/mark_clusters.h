#pragma once

#include <QVector>
#include <functional>

#include "loss_chart/chart_data.h"

namespace gan {

/// Marks that lie so close together that they share one sign.
struct MarkCluster {
  double x = 0;  ///< Of the sign: that of its first mark.
  QVector<ChartMark> marks;

  /// Of its most important mark: alert, command, segment, checkpoint.
  ChartMark::Kind kind() const;
  /// What happened, a line each; of many, how many of which kind.
  QString text() const;
};

/// In order of their steps. Marks outside [left, right] are left out.
QVector<MarkCluster> clustered(QVector<ChartMark> marks, const std::function<double(double step)>& pixel_of,
                               double left, double right, double spacing);

/// "12 commands"
QString markCountText(ChartMark::Kind kind, int count);

}  // namespace gan
