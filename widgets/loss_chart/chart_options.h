#pragma once

#include <QByteArray>
#include <QMap>
#include <QString>
#include <optional>

#include "loss_chart/chart_data.h"

namespace gan {

/// How a person likes their charts, whatever run is shown.
struct ChartOptions {
  ChartAxis axis = ChartAxis::kStep;
  double smoothing = 0.02;  ///< Over this share of the steps in view; 0: not at all.
  bool logarithmic = false;
  bool superseded = false;
  bool ignores_outliers = false;
  bool table = false;  ///< In place of the curves.

  bool operator==(const ChartOptions&) const = default;
};

constexpr double kMostSmoothing = 0.5;

/// The weight of an average over a share of so many steps, each with a value. In steps, a factor of 1.41 apart, so that
/// the same curve stands while a run grows: another weight runs over all values.
double smoothingWeight(double share, double steps);

struct SavedChart {
  ChartOptions options;
  QByteArray splitter;          ///< QSplitter::saveState()
  QMap<QString, bool> bands{};  ///< SeriesModel::bandWishes(); no more than kMostSavedBands are kept.
};
inline constexpr int kMostSavedBands = 64;
QByteArray toBytes(const SavedChart& chart);
/// Nothing where the bytes are not what toBytes() made, now or earlier: what was smoothed by a weight, or not at all,
/// is smoothed by the share that one begins with, or not at all.
std::optional<SavedChart> savedChart(const QByteArray& bytes);

}  // namespace gan
