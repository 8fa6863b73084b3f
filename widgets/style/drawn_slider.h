#pragma once

class QPainter;
class QRect;
class QStyleOptionSlider;

namespace gan {

/// A bar that is filled up to the handle, which has the frame of what has the keyboard; marks beside it are not drawn.
/// groove, handle: where they lie, as the mouse finds them.
void drawSlider(QPainter& painter, const QStyleOptionSlider& slider, const QRect& groove, const QRect& handle);

}  // namespace gan
