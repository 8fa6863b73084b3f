#include "style/drawn_controls.h"

#include <QPainter>
#include <QStyleOption>
#include <QTabBar>
#include <algorithm>

#include "style/control_colours.h"
#include "style/control_shapes.h"

namespace gan {
namespace {

/// Of a state: whether it can be used, and what the mouse does on it.
constexpr QStyle::State kTold = QStyle::State_Enabled | QStyle::State_MouseOver | QStyle::State_Sunken;

}  // namespace

void drawHeaderSection(QPainter& painter, const QStyleOptionHeader& section) {
  const QRect& rect = section.rect;
  const QPalette& palette = section.palette;
  const QColor line = buttonColours(palette, QStyle::State_Enabled).outline;
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

namespace {

constexpr int kThinnestBar = 3;

/// In the middle of its groove, as long, and less thick.
QRect barIn(const QRect& groove, Qt::Orientation orientation) {
  const auto thickness = [](int of_groove) { return std::max(kThinnestBar, of_groove * 5 / 7); };
  QRect bar = groove;
  if (orientation == Qt::Horizontal) {
    bar.setHeight(thickness(groove.height()));
  } else {
    bar.setWidth(thickness(groove.width()));
  }
  bar.moveCenter(groove.center());
  return bar;
}

/// From the end that stands for the least value.
QRect filledPart(const QStyleOptionSlider& slider, QRect bar, const QPoint& handle) {
  if (slider.orientation == Qt::Horizontal) {
    slider.upsideDown ? bar.setLeft(handle.x()) : bar.setRight(handle.x());
  } else {
    slider.upsideDown ? bar.setTop(handle.y()) : bar.setBottom(handle.y());
  }
  return bar;
}

}  // namespace

void drawSlider(QPainter& painter, const QStyleOptionSlider& slider, const QRect& groove, const QRect& handle) {
  const QPalette& palette = slider.palette;
  const QStyle::State enabled = slider.state & QStyle::State_Enabled;
  if (slider.subControls.testFlag(QStyle::SC_SliderGroove) && groove.isValid()) {
    const ControlColours empty = fieldColours(palette, enabled);
    const QColor full = enabled ? palette.color(QPalette::Active, QPalette::Highlight) : empty.outline;
    const QRect bar = barIn(groove, slider.orientation);
    drawShape(painter, bar, empty);
    drawShape(painter, filledPart(slider, bar, handle.center()), {.fill = full, .outline = full});
  }
  if (!slider.subControls.testFlag(QStyle::SC_SliderHandle)) return;
  QStyle::State state = enabled;
  if (slider.activeSubControls.testFlag(QStyle::SC_SliderHandle)) {
    state |= slider.state & (QStyle::State_MouseOver | QStyle::State_Sunken);
  }
  const ControlColours colours{.fill = buttonColours(palette, state).fill,
                               .outline = fieldColours(palette, state).outline};
  drawShape(painter, handle, colours);
  if (showsFocus(slider)) {
    drawFocus(painter, handle, palette, palette.color(QPalette::Active, QPalette::Window));
  }
}

void drawSplitter(QPainter& painter, const QStyleOption& splitter) {
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

namespace {

constexpr qint64 kThereAndBack_ms = 2400;
constexpr double kWanderingShare = 0.3;

/// 0 to 1.
double doneOf(const QStyleOptionProgressBar& bar) {
  const double all = static_cast<double>(bar.maximum) - bar.minimum;
  const double done = static_cast<double>(bar.progress) - bar.minimum;
  return all > 0 ? std::clamp(done / all, 0.0, 1.0) : 0;
}

QRect donePart(const QStyleOptionProgressBar& bar) {
  const bool from_right = (bar.direction == Qt::RightToLeft) != bar.invertedAppearance;
  QRect part = bar.rect;
  part.setWidth(qRound(bar.rect.width() * doneOf(bar)));
  if (from_right) part.moveRight(bar.rect.right());
  return part;
}

QRect wanderingPart(const QRect& rect, qint64 time_ms) {
  const double way = static_cast<double>(time_ms % kThereAndBack_ms) / (kThereAndBack_ms / 2.0);
  QRect part = rect;
  part.setWidth(qRound(rect.width() * kWanderingShare));
  part.translate(qRound((rect.width() - part.width()) * (way > 1 ? 2 - way : way)), 0);
  return part;
}

}  // namespace

bool isBusy(const QStyleOptionProgressBar& bar) { return bar.minimum == 0 && bar.maximum == 0; }

void drawProgressGround(QPainter& painter, const QStyleOptionProgressBar& bar) {
  drawShape(painter, bar.rect, fieldColours(bar.palette, bar.state & QStyle::State_Enabled));
}

void drawProgress(QPainter& painter, const QStyleOptionProgressBar& bar, qint64 time_ms) {
  const QRect part = isBusy(bar) ? wanderingPart(bar.rect, time_ms) : donePart(bar);
  if (part.isEmpty()) return;
  const bool enabled = bar.state.testFlag(QStyle::State_Enabled);
  const QColor full =
      enabled ? bar.palette.color(QPalette::Active, QPalette::Highlight) : fieldColours(bar.palette, {}).outline;
  drawShape(painter, part, {.fill = full, .outline = full});
}

void drawProgressText(QPainter& painter, const QStyleOptionProgressBar& bar) {
  if (bar.text.isEmpty()) return;
  const bool enabled = bar.state.testFlag(QStyle::State_Enabled);
  const auto group = enabled ? QPalette::Active : QPalette::Disabled;
  const int margin = bar.fontMetrics.height() / 3;
  const QString text = bar.fontMetrics.elidedText(bar.text, Qt::ElideRight, bar.rect.width() - 2 * margin);
  const QRegion filled = isBusy(bar) ? QRegion() : QRegion(donePart(bar));
  const auto write = [&](const QRegion& where, const QColor& colour) {
    if (where.isEmpty()) return;
    painter.save();
    painter.setClipRegion(where, Qt::IntersectClip);
    painter.setPen(colour);
    painter.drawText(bar.rect, Qt::AlignCenter | Qt::TextSingleLine, text);
    painter.restore();
  };
  write(QRegion(bar.rect) - filled, bar.palette.color(group, QPalette::Text));
  // What is disabled is filled with a pale grey.
  write(filled,
        enabled ? bar.palette.color(group, QPalette::HighlightedText) : bar.palette.color(group, QPalette::Text));
}

}  // namespace gan
