#include "style/drawn_tabs.h"

#include <QPainter>
#include <QStyleOption>
#include <QTabBar>
#include <algorithm>

#include "style/control_colours.h"
#include "style/control_shapes.h"

namespace gan {
namespace {

/// The part of a tab, or of a bar of tabs, beside the page.
QRect edgeAtPage(const QRect& rect, QTabBar::Shape shape, int thickness) {
  QRect edge = rect;
  switch (shape) {
    case QTabBar::RoundedNorth:
    case QTabBar::TriangularNorth:
      edge.setTop(rect.bottom() - thickness + 1);
      break;
    case QTabBar::RoundedSouth:
    case QTabBar::TriangularSouth:
      edge.setBottom(rect.top() + thickness - 1);
      break;
    case QTabBar::RoundedWest:
    case QTabBar::TriangularWest:
      edge.setLeft(rect.right() - thickness + 1);
      break;
    case QTabBar::RoundedEast:
    case QTabBar::TriangularEast:
      edge.setRight(rect.left() + thickness - 1);
      break;
  }
  return edge;
}

QColor lineColour(const QPalette& palette) { return buttonColours(palette, QStyle::State_Enabled).outline; }

}  // namespace

void drawTab(QPainter& painter, const QStyleOptionTab& tab) {
  const QPalette& palette = tab.palette;
  const bool enabled = tab.state.testFlag(QStyle::State_Enabled);
  if (!tab.state.testFlag(QStyle::State_Selected)) {
    if (!enabled || !tab.state.testFlag(QStyle::State_MouseOver)) return;
    const QStyle::State hovered = QStyle::State_Enabled | QStyle::State_MouseOver;
    return drawShape(painter, tab.rect.adjusted(1, 1, -1, -2),
                     {.fill = buttonColours(palette, hovered).fill, .outline = {}});
  }
  const int thickness = std::max(2, tab.fontMetrics.height() * 3 / 16);
  const QColor window = palette.color(QPalette::Active, QPalette::Window);
  painter.fillRect(edgeAtPage(tab.rect, tab.shape, thickness),
                   enabled ? focusColour(palette, window) : fieldColours(palette, {}).outline);
}

void drawTabLine(QPainter& painter, const QStyleOptionTabBarBase& base) {
  painter.fillRect(edgeAtPage(base.rect, base.shape, 1), lineColour(base.palette));
}

void drawTabPage(QPainter& painter, const QStyleOption& page) {
  drawShape(painter, page.rect, {.fill = {}, .outline = lineColour(page.palette)});
}

}  // namespace gan
