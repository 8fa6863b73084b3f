#include "style/drawn_splitter.h"

#include <QPainter>
#include <QStyleOption>
#include <algorithm>

#include "style/control_colours.h"
#include "style/control_shapes.h"

namespace gan {

void drawSplitter(QPainter& painter, const QStyleOption& splitter) {
  constexpr QStyle::State kTold = QStyle::State_Enabled | QStyle::State_MouseOver | QStyle::State_Sunken;
  const QStyle::State state = splitter.state & kTold;
  const bool is_touched = state.testFlag(QStyle::State_Enabled) && state != QStyle::State_Enabled;
  const QPalette& palette = splitter.palette;
  const bool upright = splitter.state.testFlag(QStyle::State_Horizontal);
  const QRect& rect = splitter.rect;
  const int thickness = upright ? rect.width() : rect.height();
  const int length = upright ? rect.height() : rect.width();

  const QColor window = palette.color(QPalette::Active, QPalette::Window);
  const QColor focus = focusColour(palette, window);
  const bool has_keyboard = splitter.state.testFlag(QStyle::State_HasFocus);

  QRect line = rect;
  upright ? line.setWidth(1) : line.setHeight(1);
  line.moveCenter(rect.center());
  painter.fillRect(has_keyboard ? rect : line, has_keyboard ? focus : buttonColours(palette, state).outline);
  if (thickness < 3) return;  // the line is all there is room for

  const int long_side = std::min(length, 2 * splitter.fontMetrics.height());
  const int short_side = std::max(3, thickness / 2);
  QRect handle = upright ? QRect(0, 0, short_side, long_side) : QRect(0, 0, long_side, short_side);
  handle.moveCenter(rect.center());
  const QColor fill = has_keyboard ? window : is_touched ? focus : fieldColours(palette, state).outline;
  drawShape(painter, handle, {.fill = fill, .outline = {}});
}

}  // namespace gan
