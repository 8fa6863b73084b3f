#pragma once

#include <QColor>
#include <QFont>
#include <QGraphicsItem>
#include <QPalette>
#include <optional>

namespace gan {

/// What the box beside a cursor says.
struct CursorBox {
  QString heading;
  struct Row {
    QColor colour;
    Qt::PenStyle dash = Qt::SolidLine;
    QString title;
    QString value;
    QString extra;                 ///< Beside the value, paler: the extremes.
    std::optional<QPointF> point;  ///< A dot on the curve.
  };
  QVector<Row> rows;
  QRectF lane;  ///< The part of the plot that it stands in; empty: the whole.
};

/// The shared cursor (a line with its step), the pointer's own line, and boxes with values beside one of them.
class CursorItem : public QGraphicsItem {
 public:
  void setLook(const QPalette& palette, const QFont& font);
  void setPlot(const QRectF& plot);
  /// x in pixels and its label; nothing: none.
  void setCursor(std::optional<double> x, const QString& label);
  /// Where the boxes stand, from above to below; nothing: no box. A line is drawn there if it is not the cursor's own.
  void setBoxes(std::optional<double> x, QVector<CursorBox> boxes);
  /// None without a place.
  const QVector<CursorBox>& boxes() const { return boxes_; }
  /// What is drawn of each, in pixels: one that its lane has no room for moves those below it down.
  QVector<QRectF> boxPlaces() const;

  QRectF boundingRect() const override { return whole_; }
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  void drawBox(QPainter* painter, const CursorBox& box, const QRectF& place) const;
  void drawCursor(QPainter* painter) const;

  QPalette palette_;
  QFont font_;
  QRectF plot_;
  QRectF whole_;
  std::optional<double> cursor_x_;
  QString cursor_label_;
  std::optional<double> box_x_;
  QVector<CursorBox> boxes_;
};

}  // namespace gan
