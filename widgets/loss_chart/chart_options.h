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
  double smoothing = 0.9;
  bool logarithmic = false;
  bool superseded = false;
  bool ignores_outliers = false;
  bool table = false;  ///< In place of the curves.

  bool operator==(const ChartOptions&) const = default;
};

constexpr double kMostSmoothing = 0.999;

struct SavedChart {
  ChartOptions options;
  QByteArray splitter;          ///< QSplitter::saveState()
  QMap<QString, bool> bands{};  ///< SeriesModel::bandWishes(); no more than kMostSavedBands are kept.
};
inline constexpr int kMostSavedBands = 64;
QByteArray toBytes(const SavedChart& chart);
/// Nothing where the bytes are not what toBytes() made, now or before there were bands.
std::optional<SavedChart> savedChart(const QByteArray& bytes);

}  // namespace gan
