#pragma once

#include <QObject>
#include <QPointF>
#include <QStringList>
#include <optional>
#include <vector>

#include "comparison/comparison_lanes.h"
#include "loss_chart/cursor_item.h"

namespace gan {

class PlotView;

/// A place on the axis that compared runs share, by the mouse or by keys, and what the runs say there: of one series in
/// a box beside the pointer, or, where keys have moved it, of each in a box beside the cursor.
class ComparisonCursor : public QObject {
  Q_OBJECT

 public:
  /// Both must outlive it.
  ComparisonCursor(const ComparedCurves& curves, PlotView& plot, QObject* parent);

  /// What is drawn now, and what the runs are called.
  void setDrawn(const std::vector<ComparisonLane>& lanes, const ComparisonLook& look, const QStringList& names);
  /// Nothing: there is none.
  std::optional<double> place() const { return place_; }
  void clear();

 signals:
  void moved();

 private:
  void step(int points);
  void moveTo(std::optional<double> place);
  void update();
  CursorBox boxAt(const ComparisonLane& lane, double x) const;
  QString placeText(double x) const;
  const ComparisonLane* laneAt(double pixel) const;

  const ComparedCurves& curves_;
  PlotView& plot_;
  std::vector<ComparisonLane> lanes_;
  ComparisonLook look_;
  QStringList names_;
  std::optional<QPointF> pointer_;
  std::optional<double> place_;
  bool by_keys_ = false;
};

}  // namespace gan
