#pragma once

#include <QVector>
#include <QWidget>
#include <optional>

#include "evaluation/score_curve.h"

namespace gan {

/// Scores as points with error bars, a scale for each score, one above the other over one axis of x. A point is chosen
/// by a click, or with the arrow keys; a filled one can be opened: by a double click or Enter. Another run's are
/// squares on a dashed line. The table beside it says the same in words.
class ScorePlot : public QWidget {
  Q_OBJECT

 public:
  enum class Axis { kSteps, kNumbers };
  ScorePlot(Axis axis, const QString& x_title, QWidget* parent = nullptr);

  void setLanes(const QVector<ScoreLane>& lanes);
  /// In place of lanes.
  void setEmptyText(const QString& text);
  /// A row of the model; -1: none.
  void setCurrent(int row);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  void chosen(int row);
  void activated(int row);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  struct Range {
    double low = 0;
    double high = 1;
  };
  struct Placed {
    const ScoreCurve* curve;
    const ScorePoint* point;
    QPointF at;
  };

  Range rangeOfX() const;
  static Range rangeOfY(const ScoreLane& lane);
  int labelWidth() const;
  QRectF areaOf(int lane) const;
  QPointF placeOf(int lane, const Range& xs, const Range& ys, const ScorePoint& point) const;
  std::optional<Placed> pointAt(const QPointF& position) const;
  QString xText(double value, double spacing) const;
  void paintLane(QPainter& painter, int lane) const;
  void paintAxes(QPainter& painter, int lane, const Range& xs, const Range& ys) const;
  void paintCurve(QPainter& painter, int lane, const ScoreCurve& curve, const Range& xs, const Range& ys) const;
  void paintLegend(QPainter& painter) const;
  bool comparesRuns() const;
  void move(int by);
  void describe();

  const Axis axis_;
  const QString x_title_;
  QVector<ScoreLane> lanes_;
  QString empty_text_;
  int current_ = -1;
};

}  // namespace gan
