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
};

/// The shared cursor (a line with its step), the pointer's own line, and a box with values beside one of them.
class CursorItem : public QGraphicsItem {
 public:
  void setLook(const QPalette& palette, const QFont& font);
  void setPlot(const QRectF& plot);
  /// x in pixels and its label; nothing: none.
  void setCursor(std::optional<double> x, const QString& label);
  /// Where the box stands; nothing: no box. A line is drawn there if it is not the cursor's own.
  void setBox(std::optional<double> x, CursorBox box);

  QRectF boundingRect() const override { return whole_; }
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  void drawBox(QPainter* painter) const;
  void drawCursor(QPainter* painter) const;

  QPalette palette_;
  QFont font_;
  QRectF plot_;
  QRectF whole_;
  std::optional<double> cursor_x_;
  QString cursor_label_;
  std::optional<double> box_x_;
  CursorBox box_;
};

}  // namespace gan
