#pragma once

#include <QHash>
#include <QString>
#include <QStringList>
#include <QVector>
#include <optional>
#include <string>
#include <vector>

#include "loss_chart/chart_data.h"

namespace gan {

/// A recorded value for people, in their locale: "0.6931", "2.5e-05", "NaN"; at most 9 characters wide.
QString valueText(double value);
/// A step with the locale's grouping: "12,480".
QString stepText(double step);
/// For files: the shortest text that reads back as the same float, in the C locale; "nan", "inf", "-inf".
std::string exactText(float value);

/// What a series says at a step where the answer has that step's own value, as it has of the cursor's; else at the end
/// of a column that is nearest to it.
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

/// Finds the curves of an answer, which must stay as it is; there may be hundreds.
class CurveIndex {
 public:
  explicit CurveIndex(const ChartReply& reply);
  /// Null where the answer has no such curve.
  const Curve* find(const QString& name) const { return curves_.value(name, nullptr); }

 private:
  QHash<QString, const Curve*> curves_;
};

/// The one with the most columns of all curves and bands: they say where points were recorded. Null: there is none.
const ChartColumns* longestOf(const ChartReply& reply);

/// One for each of names that has any points, in their order.
std::vector<Reading> readingsAt(const ChartReply& reply, const QStringList& names, double step);
/// What a band says at a step where the answer has that step's own quantiles; else at its column nearest to it.
struct BandReading {
  qint64 step = 0;
  double median = 0;
  double low = 0;   ///< 5 % of the series are below,
  double high = 0;  ///< and above.
};
/// Nothing where no series has a value.
std::optional<BandReading> readingAt(const Band& band, double step);
/// Of the recorded point of any of names that is nearest to the step; without names, of any band.
std::optional<Moment> momentAt(const ChartReply& reply, const QStringList& names, double step);
/// The recorded point before (count < 0) or after a step, by so many columns; the step itself at the end.
qint64 neighbour(const ChartReply& reply, const QStringList& names, qint64 step, int count);

/// The columns of several curves side by side: one row for each first step.
struct ChartRows {
  struct Cell {
    std::optional<ChartColumn> raw;
    std::optional<ChartColumn> smoothed;
  };
  struct Row {
    qint64 first_step = 0;
    qint64 last_step = 0;
    double epoch = 0;
    double unix_seconds = 0;
    std::vector<Cell> cells;  ///< Parallel to names.
  };
  QString run;  ///< A column of its own before all others; empty: all are of one run, which needs none.
  QStringList names;
  bool has_smoothed = false;
  std::vector<Row> rows;
};

/// A band as curves that a table can hold, named by the titles: median, and what 5 % and 95 % of the series are below.
std::vector<Curve> curvesOf(const Band& band, const QStringList& titles);

/// Of the columns that touch [first_step, last_step].
ChartRows rowsOf(const ChartReply& reply, const QStringList& names, double first_step, double last_step);

/// The same rows with a cell for each of these names, which are all of theirs and may be more.
ChartRows inColumns(ChartRows rows, const QStringList& names);

/// RFC 4180, UTF-8, numbers as exactText(); rows of a step each. What was not recorded is empty, what is not finite is
/// "nan".
std::string csvHeading(const ChartRows& rows);
std::string csvLines(const ChartRows& rows);

}  // namespace gan
