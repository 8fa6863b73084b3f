#include "loss_chart/cursor_item.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>

namespace gan {
namespace {

constexpr double kMargin = 6;
constexpr double kDot = 3.5;

/// Widths of a box's columns in this font.
struct Columns {
  double sample = 0;
  double title = 0;
  double value = 0;
  double extra = 0;

  Columns(const CursorBox& box, const QFontMetricsF& metrics) : sample(metrics.averageCharWidth() * 3) {
    for (const CursorBox::Row& row : box.rows) {
      title = std::max(title, metrics.horizontalAdvance(row.title));
      value = std::max(value, metrics.horizontalAdvance(row.value));
      extra = std::max(extra, metrics.horizontalAdvance(row.extra));
    }
  }
  double whole() const { return sample + kMargin + title + 2 * kMargin + value + (extra > 0 ? kMargin + extra : 0); }
};

double lineOf(const QFontMetricsF& metrics) { return metrics.height() * 1.15; }

}  // namespace

void CursorItem::setLook(const QPalette& palette, const QFont& font) {
  palette_ = palette;
  font_ = font;
  update();
}

void CursorItem::setPlot(const QRectF& plot) {
  if (plot == plot_) return;
  prepareGeometryChange();
  plot_ = plot;
  whole_ = plot.adjusted(-200, -200, 200, 200);  // labels may hang over
}

void CursorItem::setCursor(std::optional<double> x, const QString& label) {
  if (x == cursor_x_ && label == cursor_label_) return;
  cursor_x_ = x;
  cursor_label_ = label;
  update();
}

void CursorItem::setBoxes(std::optional<double> x, QVector<CursorBox> boxes) {
  if (!x && !box_x_) return;
  box_x_ = x;
  boxes_ = x ? std::move(boxes) : QVector<CursorBox>();
  update();
}

QVector<QRectF> CursorItem::boxPlaces() const {
  const QFontMetricsF metrics(font_);
  QVector<QRectF> places;
  for (const CursorBox& box : boxes_) {
    const double width = std::max(metrics.horizontalAdvance(box.heading), Columns(box, metrics).whole()) + 2 * kMargin;
    const double height = lineOf(metrics) * static_cast<double>(box.rows.size() + 1) + 2 * kMargin;
    const bool is_right = *box_x_ + 2 * kMargin + width <= plot_.right();
    const double left = is_right ? *box_x_ + 2 * kMargin : std::max(plot_.left(), *box_x_ - 2 * kMargin - width);
    const double below_label = plot_.top() + metrics.height() + 2 * kMargin;
    const double below_others = places.isEmpty() ? below_label : places.last().bottom() + kMargin;
    places.append({left, std::max(box.lane.top() + kMargin, below_others), width, height});
  }
  return places;
}

void CursorItem::drawCursor(QPainter* painter) const {
  if (!cursor_x_ || *cursor_x_ < plot_.left() - 0.5 || *cursor_x_ > plot_.right() + 0.5) return;
  painter->setPen(QPen(palette_.color(QPalette::Highlight), 1.5));
  painter->drawLine(QPointF(*cursor_x_, plot_.top()), QPointF(*cursor_x_, plot_.bottom()));
  const QFontMetricsF metrics(font_);
  const double width = metrics.horizontalAdvance(cursor_label_) + 2 * kMargin;
  const double left = std::clamp(*cursor_x_ - width / 2, plot_.left(), std::max(plot_.left(), plot_.right() - width));
  const QRectF label(left, plot_.top(), width, metrics.height() + 2);
  painter->setPen(Qt::NoPen);
  painter->setBrush(palette_.color(QPalette::Highlight));
  painter->drawRoundedRect(label, 3, 3);
  painter->setPen(palette_.color(QPalette::HighlightedText));
  painter->drawText(label, Qt::AlignCenter, cursor_label_);
}

void CursorItem::drawBox(QPainter* painter, const CursorBox& box, const QRectF& place) const {
  const QFontMetricsF metrics(font_);
  const Columns columns(box, metrics);
  const double line = lineOf(metrics);
  painter->setPen(QPen(palette_.color(QPalette::Mid)));
  QColor back = palette_.color(QPalette::ToolTipBase);
  back.setAlphaF(0.94F);
  painter->setBrush(back);
  painter->drawRoundedRect(place, 4, 4);

  const QColor text = palette_.color(QPalette::ToolTipText);
  QColor pale = text;
  pale.setAlphaF(0.7F);
  double y = place.top() + kMargin;
  const double x = place.left() + kMargin;
  painter->setPen(text);
  painter->drawText(QRectF(x, y, place.width(), line), Qt::AlignVCenter | Qt::AlignLeft, box.heading);
  for (const CursorBox::Row& row : box.rows) {
    y += line;
    painter->setPen(QPen(row.colour, 2, row.dash == Qt::SolidLine ? Qt::SolidLine : Qt::DotLine, Qt::FlatCap));
    painter->drawLine(QPointF(x, y + line / 2), QPointF(x + columns.sample, y + line / 2));
    painter->setPen(text);
    const double title_x = x + columns.sample + kMargin;
    painter->drawText(QRectF(title_x, y, columns.title + 1, line), Qt::AlignVCenter | Qt::AlignLeft, row.title);
    const double value_x = title_x + columns.title + 2 * kMargin;
    painter->drawText(QRectF(value_x, y, columns.value, line), Qt::AlignVCenter | Qt::AlignRight, row.value);
    painter->setPen(pale);
    painter->drawText(QRectF(value_x + columns.value + kMargin, y, columns.extra + 1, line),
                      Qt::AlignVCenter | Qt::AlignLeft, row.extra);
  }
}

void CursorItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setFont(font_);
  if (box_x_ && box_x_ != cursor_x_) {
    QColor pale = palette_.color(QPalette::Text);
    pale.setAlphaF(0.6F);
    painter->setPen(QPen(pale, 1));
    painter->drawLine(QPointF(*box_x_, plot_.top()), QPointF(*box_x_, plot_.bottom()));
  }
  drawCursor(painter);
  painter->setPen(QPen(palette_.color(QPalette::Base), 1));
  for (const CursorBox& box : boxes_) {
    for (const CursorBox::Row& row : box.rows) {
      if (!row.point || !plot_.contains(*row.point)) continue;
      painter->setBrush(row.colour);
      painter->drawEllipse(*row.point, kDot, kDot);
    }
  }
  const QVector<QRectF> places = boxPlaces();
  for (qsizetype i = 0; i < boxes_.size(); ++i) drawBox(painter, boxes_[i], places[i]);
  painter->restore();
}

}  // namespace gan
