#pragma once

#include <QColor>
#include <QPalette>
#include <QStyle>

namespace gan {

/// What a control is painted with.
struct ControlColours {
  QColor fill;
  QColor outline;

  friend bool operator==(const ControlColours& a, const ControlColours& b) = default;
};

/// Of a button in these states: enabled, under the mouse, pressed (State_Sunken), checked (State_On). palette: of the
/// control, in its active colours.
ControlColours buttonColours(const QPalette& palette, QStyle::State state);
/// Of what is typed into, of a box to tick: the outline says where it is, and is seen on window and page (3 : 1, WCAG
/// 2.1, 1.4.11), but where it is disabled.
ControlColours fieldColours(const QPalette& palette, QStyle::State state);
/// Of the frame around what has the keyboard, on this ground.
QColor focusColour(const QPalette& palette, const QColor& ground);

}  // namespace gan
