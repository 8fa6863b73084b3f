#include "style/drawn_header.h"

#include <QPainter>
#include <QStyleOption>

#include "style/control_colours.h"

namespace gan {

void drawHeaderSection(QPainter& painter, const QStyleOptionHeader& section) {
  const QRect& rect = section.rect;
  const QPalette& palette = section.palette;
  const QColor line = buttonColours(palette, QStyle::State_Enabled).outline;
  constexpr QStyle::State kTold = QStyle::State_Enabled | QStyle::State_MouseOver | QStyle::State_Sunken;
  const QStyle::State state = section.state & kTold;
  const bool is_touched = state.testFlag(QStyle::State_Enabled) && state != QStyle::State_Enabled;
  painter.fillRect(rect,
                   is_touched ? buttonColours(palette, state).fill : palette.color(QPalette::Active, QPalette::Window));
  const QRect right(rect.right(), rect.top(), 1, rect.height());
  const QRect bottom(rect.left(), rect.bottom(), rect.width(), 1);
  if (section.orientation == Qt::Vertical) {
    painter.fillRect(right, line);
    return;
  }
  painter.fillRect(bottom, line);
  const bool is_last =
      section.position == QStyleOptionHeader::End || section.position == QStyleOptionHeader::OnlyOneSection;
  if (!is_last) painter.fillRect(right.adjusted(0, 3, 0, -3), line);
}

}  // namespace gan
