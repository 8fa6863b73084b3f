#include "style/drawn_scroll_bar.h"

#include <QPainter>
#include <QStyleOption>
#include <algorithm>

#include "style/control_colours.h"
#include "style/control_shapes.h"

namespace gan {

void drawScrollBar(QPainter& painter, const QStyleOptionSlider& bar, const QRect& handle) {
  const QPalette& palette = bar.palette;
  painter.fillRect(bar.rect, palette.color(QPalette::Active, QPalette::Window));
  if (!bar.subControls.testFlag(QStyle::SC_ScrollBarSlider) || handle.isEmpty()) return;
  QStyle::State state = bar.state & QStyle::State_Enabled;
  if (bar.activeSubControls.testFlag(QStyle::SC_ScrollBarSlider)) {
    state |= bar.state & (QStyle::State_MouseOver | QStyle::State_Sunken);
  }
  QColor fill = fieldColours(palette, state).outline;
  if (state.testFlag(QStyle::State_Sunken)) fill = palette.color(QPalette::Active, QPalette::Highlight);
  const bool lies = bar.orientation == Qt::Horizontal;
  const int beside = std::max(1, (lies ? handle.height() : handle.width()) / 4);
  const QRect shape = lies ? handle.adjusted(1, beside, -1, -beside) : handle.adjusted(beside, 1, -beside, -1);
  drawShape(painter, shape, {.fill = fill, .outline = {}});
}

}  // namespace gan
