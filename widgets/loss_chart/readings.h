#pragma once

#include <optional>
#include <vector>

#include "loss_chart/chart_data.h"

namespace gan {

/// What a series says at its recorded point nearest to a step.
struct Reading {
  QString name;
  qint64 step = 0;
  double value = 0;           ///< Smoothed where the chart smooths; NaN where no finite value was recorded.
  std::optional<double> raw;  ///< Beside a smoothed value.
  /// Of all values that share the point's column of pixels, where there are more than one.
  std::optional<QPair<double, double>> extremes;
};

/// When a point was recorded.
struct Moment {
  qint64 step = 0;
  double epoch = 0;
  double unix_seconds = 0;
};

const Curve* curveOf(const ChartReply& reply, const QString& name);

/// One for each of names that has any points, in their order.
std::vector<Reading> readingsAt(const ChartReply& reply, const QStringList& names, double step);
/// Of the recorded point of any of names that is nearest to the step.
std::optional<Moment> momentAt(const ChartReply& reply, const QStringList& names, double step);
/// The recorded point before (count < 0) or after a step, by so many columns; the step itself at the end.
qint64 neighbour(const ChartReply& reply, const QStringList& names, qint64 step, int count);

}  // namespace gan
