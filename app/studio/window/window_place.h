#pragma once

#include <QRect>

namespace gan {

/// Of a window that nobody has placed yet, on a screen with this room: min(85 % of it, 1600 x 1000), in its middle.
QRect firstPlace(const QRect& room);

/// A window moved, and made smaller if need be, so that all of it is on the screen.
QRect onScreen(const QRect& window, const QRect& room);

/// Wider than 1.5 : 1: what belongs together stands side by side, else one above the other.
bool isWide(QSize window);

}  // namespace gan
