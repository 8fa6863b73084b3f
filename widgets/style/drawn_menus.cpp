#include "style/drawn_menus.h"

#include <QPainter>
#include <QStyleOption>

#include "style/control_colours.h"
#include "style/control_shapes.h"

namespace gan {

void drawMenuGround(QPainter& painter, const QStyleOption& menu) {
  painter.fillRect(menu.rect, buttonColours(menu.palette, QStyle::State_Enabled).outline);
  painter.fillRect(menu.rect.adjusted(1, 1, -1, -1), menu.palette.color(QPalette::Active, QPalette::Base));
}

void drawMenuBarGround(QPainter& painter, const QStyleOption& bar) {
  painter.fillRect(bar.rect, buttonColours(bar.palette, QStyle::State_Enabled).outline);
  painter.fillRect(bar.rect.adjusted(0, 0, 0, -1), bar.palette.color(QPalette::Active, QPalette::Window));
}

void drawMenuSeparator(QPainter& painter, const QStyleOption& separator) {
  const QRect& rect = separator.rect;
  const int margin = rect.height();
  painter.fillRect(QRect(rect.left() + margin, rect.center().y(), rect.width() - 2 * margin, 1),
                   buttonColours(separator.palette, QStyle::State_Enabled).outline);
}

void drawMenuChoice(QPainter& painter, const QStyleOption& entry) {
  const QStyle::State state = QStyle::State_Enabled | QStyle::State_MouseOver | (entry.state & QStyle::State_Sunken);
  const QColor ground = entry.palette.color(QPalette::Active, QPalette::Base);
  drawShape(painter, entry.rect.adjusted(2, 1, -2, -1),
            {.fill = buttonColours(entry.palette, state).fill, .outline = focusColour(entry.palette, ground)});
}

}  // namespace gan
