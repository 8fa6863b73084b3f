#pragma once

class QPainter;
class QRect;
class QStyleOptionSlider;

namespace gan {

/// Without the arrows at its ends: what it lies on, and the handle at this place, which is seen on it.
void drawScrollBar(QPainter& painter, const QStyleOptionSlider& bar, const QRect& handle);

}  // namespace gan
