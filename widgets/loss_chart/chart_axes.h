#pragma once

#include <QString>
#include <QVector>
#include <QtGlobal>
#include <optional>
#include <span>
#include <vector>

#include "loss_chart/chart_data.h"

namespace gan {

/// Where a step lies on the x axis: at itself, at its epoch, or at its time in seconds since an origin. Epoch and time
/// are interpolated between the columns that it was made from, and extended beyond them; strictly increasing, so that
/// a place on the axis has a step.
class XScale {
 public:
  /// Steps.
  XScale() = default;
  /// Steps since one.
  explicit XScale(qint64 origin_step) : origin_step_(static_cast<double>(origin_step)) {}
  XScale(ChartAxis axis, const ChartColumns& columns, double origin_seconds);

  double at(double step) const;
  double stepAt(double x) const;

 private:
  struct Knot {
    double step;
    double x;
  };
  void addKnot(double step, double x);
  double slope() const;  // x a step, at the right end

  bool is_steps_ = true;
  double origin_step_ = 0;
  std::vector<Knot> knots_;
};

/// Which steps a chart shows, of those that there are. Fitted, it shows all; with the newest step in view it moves
/// along as the run goes on; else it stays.
class StepWindow {
 public:
  void clear() { *this = StepWindow(); }
  bool hasExtent() const { return has_extent_; }
  void setExtent(qint64 first, qint64 last);
  /// Steps before the extent that there is something to be seen of; 0: none. A fitted window shows the end of them.
  void setHistory(qint64 first);
  double extentFirst() const { return extent_first_; }
  /// Of what can be in view.
  double reachFirst() const { return std::min(extent_first_, history_first_.value_or(extent_first_)); }
  double extentLast() const { return extent_last_; }

  double first() const { return first_; }
  double last() const { return last_; }
  bool isFitted() const { return fitted_; }
  bool showsNewest() const { return fitted_ || last_ >= extent_last_; }

  void fit();
  /// Kept as it is until an extent is known, then moved and shortened into it.
  void set(double first, double last);

 private:
  void clamp();

  bool has_extent_ = false;
  bool fitted_ = true;
  double extent_first_ = 0;
  double extent_last_ = 0;
  std::optional<double> history_first_;
  double first_ = 0;
  double last_ = 0;
};

/// What the value axis spans, in log10 of values where is_log.
struct ValueRange {
  double low = 0;
  double high = 1;
  bool is_log = false;
  bool has_values = false;
};

struct ValueRangeOptions {
  bool logarithmic = false;
  bool ignores_outliers = false;  ///< Fits the 1st to 99th percentile of columns' minima and maxima.
};

/// Columns of the shown curves that lie between two steps, with some air above and below. Logarithmic only if all
/// values are positive.
ValueRange valueRangeOf(std::span<const ChartColumns* const> curves, double first_step, double last_step,
                        ValueRangeOptions options);

/// A labelled place on an axis. Labels of one axis differ from each other.
struct Tick {
  double position = 0;
  QString label;
};

/// The smallest of 1, 2, 5 times a power of ten that divides the range into at most `at_most` parts.
double niceStep(double range, int at_most);

/// Values between low and high: at most `at_most` + 1 of them, but two where so few would be less.
QVector<Tick> valueTicks(double low, double high, int at_most);
/// As valueTicks(), whole numbers only.
QVector<Tick> stepTicks(double low, double high, int at_most);
/// Seconds as durations, at whole seconds, minutes, hours or days.
QVector<Tick> durationTicks(double low, double high, int at_most);
/// low, high and positions are log10 of values: decades where two or more are in view, else 1, 2, 5 or finer steps.
QVector<Tick> logTicks(double low, double high, int at_most);

}  // namespace gan
