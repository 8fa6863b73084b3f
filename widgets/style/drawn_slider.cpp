#include "style/drawn_slider.h"

#include <QPainter>
#include <QStyleOption>
#include <algorithm>

#include "style/control_colours.h"
#include "style/control_shapes.h"

namespace gan {
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

}  // namespace gan
