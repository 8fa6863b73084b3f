#pragma once

class QColor;
class QPainter;
class QPalette;
class QRect;
class QStyleOption;

namespace gan {

struct ControlColours;

/// Of the frame around what has the keyboard.
inline constexpr double kFocusWidth = 2;

/// With round corners, within the edges of rect, on whole pixels; a colour that is none is not drawn.
void drawShape(QPainter& painter, const QRect& rect, const ControlColours& colours, double width = 1);
/// Whether somebody who uses the keyboard has it there.
bool showsFocus(const QStyleOption& option);
/// The frame around what has the keyboard, on this ground.
void drawFocus(QPainter& painter, const QRect& rect, const QPalette& palette, const QColor& ground);

}  // namespace gan
