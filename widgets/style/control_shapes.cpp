#include "style/control_shapes.h"

#include <QPainter>
#include <QStyleOption>

#include "style/control_colours.h"

namespace gan {
namespace {

constexpr double kRadius = 3;

}  // namespace

void drawShape(QPainter& painter, const QRect& rect, const ControlColours& colours, double width) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(colours.outline.isValid() ? QPen(colours.outline, width) : QPen(Qt::NoPen));
  painter.setBrush(colours.fill.isValid() ? QBrush(colours.fill) : QBrush(Qt::NoBrush));
  const double in = width / 2;
  painter.drawRoundedRect(QRectF(rect).adjusted(in, in, -in, -in), kRadius, kRadius);
  painter.restore();
}

bool showsFocus(const QStyleOption& option) {
  return option.state.testFlag(QStyle::State_HasFocus) && option.state.testFlag(QStyle::State_KeyboardFocusChange);
}

void drawFocus(QPainter& painter, const QRect& rect, const QPalette& palette, const QColor& ground) {
  drawShape(painter, rect, {.fill = {}, .outline = focusColour(palette, ground)}, kFocusWidth);
}

}  // namespace gan
